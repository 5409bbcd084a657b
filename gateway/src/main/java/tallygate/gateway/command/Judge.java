package tallygate.gateway.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.config.source.Problem;
import tallygate.gateway.EndpointBindings;

/** Judges recorded requests with the endpoints of a configuration; a broken endpoint fails its own requests only. */
final class Judge {
    private final EndpointBindings bindings;
    private final Map<String, String> accounts = new HashMap<>();
    private final List<Problem> problems;
    private final VerdictJson verdicts = new VerdictJson(new ObjectMapper());

    private Judge(List<EndpointConfig> endpoints, List<Problem> problems) {
        this.bindings = EndpointBindings.of(endpoints, Providers.builtIn());
        this.problems = problems;
        endpoints.forEach(e -> accounts.put(e.name(), e.account()));
    }

    static Judge of(Path config) {
        return switch (GatewayConfig.load(config, System.getenv())) {
            case Loading.Loaded loaded -> new Judge(loaded.config().endpoints(), List.of());
            case Loading.Broken broken -> new Judge(broken.intact(), broken.problems());
        };
    }

    /** False when no endpoint can judge anything. */
    boolean isAble() {
        return !accounts.isEmpty();
    }

    List<String> problems() {
        List<Problem> all = new ArrayList<>(problems);
        all.addAll(bindings.allProblems());
        return all.stream().map(Problem::toString).toList();
    }

    ObjectNode judge(RecordedRequest recorded) {
        String name = recorded.endpoint();
        BoundProvider provider = bindings.bound().get(name);
        if (provider == null) {
            return verdicts.broken(name, whyBroken(name));
        }
        Judgement judgement = provider.judge(recorded.request(), recorded.at());
        List<Finding> findings = judgement instanceof Judgement.Refused
                ? provider.explain(recorded.request(), recorded.at())
                : List.of();
        return verdicts.of(name, accounts.getOrDefault(name, name), judgement, findings);
    }

    /** The answer for a line that could not be read. */
    String unread(String endpoint) {
        return verdicts.broken(endpoint, "the record cannot be read; see the error output").toString();
    }

    Optional<BoundProvider> provider(String name) {
        return Optional.ofNullable(bindings.bound().get(name));
    }

    String whyBroken(String name) {
        List<Problem> own = bindings.problems().getOrDefault(name, List.of());
        List<Problem> found = own.isEmpty()
                ? problems.stream()
                        .filter(p -> p.path().equals("endpoints." + name) || p.path().startsWith("endpoints." + name + "."))
                        .toList()
                : own;
        return found.isEmpty()
                ? "no endpoint is named " + name
                : String.join("; ", found.stream().map(Problem::toString).toList());
    }
}
