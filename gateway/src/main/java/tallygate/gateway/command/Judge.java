package tallygate.gateway.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.offline.JudgementReport;
import tallygate.callback.provider.offline.RecordedRequest;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.config.source.Problem;
import tallygate.gateway.EndpointBindings;
import tallygate.gateway.OwnProviders;

/** Judges recorded requests with the endpoints of a configuration; a broken endpoint fails its own requests only. */
final class Judge {
    private final EndpointBindings bindings;
    private final List<Problem> problems;

    private Judge(List<EndpointConfig> endpoints, List<Problem> problems, OwnProviders own) {
        this.bindings = EndpointBindings.of(endpoints, own.providers());
        this.problems =
                Stream.concat(problems.stream(), own.problems().stream()).toList();
    }

    static Judge of(Path config) {
        OwnProviders own = OwnProviders.beside(config);
        return switch (GatewayConfig.load(config, System.getenv())) {
            case Loading.Loaded loaded -> new Judge(loaded.config().endpoints(), List.of(), own);
            case Loading.Broken broken -> new Judge(broken.intact(), broken.problems(), own);
        };
    }

    /** False when no endpoint can judge anything. */
    boolean isAble() {
        return !bindings.bound().isEmpty();
    }

    List<String> problems() {
        List<Problem> all = new ArrayList<>(problems);
        all.addAll(bindings.allProblems());
        return all.stream().map(Problem::toString).toList();
    }

    Optional<BoundProvider> provider(String endpoint) {
        return Optional.ofNullable(bindings.bound().get(endpoint));
    }

    /** The verdict as one line of JSON. */
    String judge(String endpoint, RecordedRequest recorded) {
        return provider(endpoint)
                .map(provider -> JudgementReport.of(endpoint, provider, recorded.request(), recorded.at()))
                .orElseGet(() -> JudgementReport.unjudged(endpoint, whyBroken(endpoint)));
    }

    /** As {@link #judge}, and a refusal is also tried against all other endpoints: the key may be another one's. */
    String judgeThoroughly(String endpoint, RecordedRequest recorded) {
        Map<String, BoundProvider> others = new LinkedHashMap<>(bindings.bound());
        others.remove(endpoint);
        return provider(endpoint)
                .map(provider -> JudgementReport.of(endpoint, provider, recorded.request(), recorded.at(), others))
                .orElseGet(() -> JudgementReport.unjudged(endpoint, whyBroken(endpoint)));
    }

    String whyBroken(String endpoint) {
        List<Problem> own = bindings.problems().getOrDefault(endpoint, List.of());
        List<Problem> found = own.isEmpty()
                ? problems.stream()
                        .filter(p -> p.path().equals("endpoints." + endpoint)
                                || p.path().startsWith("endpoints." + endpoint + "."))
                        .toList()
                : own;
        return found.isEmpty()
                ? "no endpoint is named " + endpoint
                : String.join("; ", found.stream().map(Problem::toString).toList());
    }
}
