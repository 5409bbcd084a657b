package tallygate.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.key.Suggestion;
import tallygate.config.source.Origin;
import tallygate.config.source.Paths;
import tallygate.config.source.Problem;

/**
 * The keys of an endpoint that this module does not know: credentials and options of its provider. Whoever knows the provider
 * judges them, and reports what is wrong with the place where it was written.
 */
public final class EndpointCredentials {
    private final String path;
    private final Origin origin;
    private final Map<String, Origin> keyOrigins;
    private final Map<String, Credential> values;

    /**
     * @param path of the endpoint in problems
     * @param origin where the endpoint begins
     * @param keyOrigins where each of its keys stands, the known ones too
     */
    EndpointCredentials(String path, Origin origin, Map<String, Origin> keyOrigins, Map<String, Credential> values) {
        this.path = path;
        this.origin = origin;
        this.keyOrigins = Map.copyOf(keyOrigins);
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** In the order of the file. */
    public Map<String, Credential> values() {
        return values;
    }

    public Optional<Credential> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Something is wrong with a key of the endpoint, or with its absence. */
    public Problem problem(String key, String sentence) {
        return new Problem(Paths.member(path, key), keyOrigins.getOrDefault(key, origin), sentence);
    }

    /**
     * A problem for each key that the provider does not know.
     *
     * @param known the provider's keys; the endpoint's own keys count as known anyway
     */
    public List<Problem> unknownKeys(String provider, Collection<String> known) {
        List<String> all = new ArrayList<>(known);
        all.addAll(EndpointConfig.GROUP.names());
        List<Problem> problems = new ArrayList<>();
        for (String key : values.keySet()) {
            if (!all.contains(key)) {
                String advice = Suggestion.nearest(key, all)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("known to " + provider + ": "
                                + (known.isEmpty()
                                        ? "no keys"
                                        : String.join(
                                                ", ", known.stream().sorted().toList())));
                problems.add(problem(key, "is not a known key; " + advice));
            }
        }
        return problems;
    }

    @Override
    public String toString() {
        return "EndpointCredentials[" + path + ", " + values.keySet() + "]";
    }
}
