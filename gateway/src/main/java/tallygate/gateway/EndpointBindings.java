package tallygate.gateway;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.Credential;
import tallygate.config.EndpointConfig;
import tallygate.config.source.Problem;

/**
 * Each endpoint's provider, bound to the endpoint's keys.
 *
 * @param bound by endpoint name; an endpoint with a problem is not there
 * @param problems of the others, by endpoint name, with the place in the file
 * @param providers what they were bound by
 */
public record EndpointBindings(
        Map<String, BoundProvider> bound, Map<String, List<Problem>> problems, Providers providers) {
    private static final Logger log = LoggerFactory.getLogger(EndpointBindings.class);

    public EndpointBindings {
        bound = Map.copyOf(bound);
        problems = Map.copyOf(problems);
    }

    /** Binds every endpoint and reports everything that is wrong with their keys at once. */
    public static EndpointBindings of(Collection<EndpointConfig> endpoints, Providers providers) {
        Map<String, BoundProvider> bound = new LinkedHashMap<>();
        Map<String, List<Problem>> problems = new LinkedHashMap<>();
        for (EndpointConfig endpoint : endpoints) {
            switch (providers.bind(endpoint.provider(), endpoint.name(), credentials(endpoint))) {
                case Binding.Bound(var provider) -> bound.put(endpoint.name(), provider);
                case Binding.Refused(var refused) ->
                    problems.put(
                            endpoint.name(),
                            refused.stream().map(p -> placed(endpoint, p)).toList());
            }
        }
        return new EndpointBindings(bound, problems, providers);
    }

    /**
     * The same, with fetched certificates as if they were configured.
     *
     * @param fetched by endpoint name: one text a certificate
     */
    EndpointBindings with(Collection<EndpointConfig> endpoints, Function<String, List<String>> fetched) {
        Map<String, BoundProvider> all = new LinkedHashMap<>(bound);
        for (EndpointConfig endpoint : endpoints) {
            BoundProvider plain = bound.get(endpoint.name());
            if (plain == null || plain.certificateSource().isEmpty()) {
                continue;
            }
            List<String> pems = fetched.apply(endpoint.name());
            String slot = plain.certificateSource().get().slot();
            Credentials credentials = credentials(endpoint).adding(slot, isById(endpoint.provider(), slot), pems);
            switch (providers.bind(endpoint.provider(), endpoint.name(), credentials)) {
                case Binding.Bound(var provider) -> all.put(endpoint.name(), provider);
                case Binding.Refused(var refused) ->
                    log.error(
                            "endpoint={} fetched certificates cannot be used, those configured count alone: {}",
                            endpoint.name(),
                            refused);
            }
        }
        return new EndpointBindings(all, problems, providers);
    }

    private boolean isById(String provider, String slot) {
        return providers.named(provider).stream()
                .flatMap(definition -> definition.keys().stream())
                .anyMatch(key -> key.name().equals(slot) && key.kind().isById());
    }

    public List<Problem> allProblems() {
        List<Problem> all = new ArrayList<>();
        problems.values().forEach(all::addAll);
        return all;
    }

    private static Problem placed(EndpointConfig endpoint, tallygate.callback.provider.Problem problem) {
        int bracket = problem.key().indexOf('[');
        String key = bracket < 0 ? problem.key() : problem.key().substring(0, bracket);
        Problem placed = endpoint.credentials().problem(key, problem.message());
        return bracket < 0
                ? placed
                : new Problem(placed.path() + problem.key().substring(bracket), placed.origin(), placed.text());
    }

    private static Credentials credentials(EndpointConfig endpoint) {
        Map<String, Credentials.Value> values = new LinkedHashMap<>();
        endpoint.credentials().values().forEach((key, value) -> values.put(key, value(value)));
        endpoint.replayWindow()
                .ifPresent(window -> values.put("tolerance", new Credentials.Value.Text(window.toSeconds() + "s")));
        return new Credentials(values);
    }

    private static Credentials.Value value(Credential credential) {
        return switch (credential) {
            case Credential.Text text ->
                new Credentials.Value.Text(text.secret().reveal());
            case Credential.Texts texts ->
                new Credentials.Value.Texts(
                        texts.texts().stream().map(t -> t.secret().reveal()).toList());
            case Credential.TextMap map -> {
                Map<String, String> texts = new LinkedHashMap<>();
                map.texts().forEach((id, text) -> texts.put(id, text.secret().reveal()));
                yield new Credentials.Value.TextMap(texts);
            }
        };
    }
}
