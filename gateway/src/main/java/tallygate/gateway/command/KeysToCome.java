package tallygate.gateway.command;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Problem;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.EndpointBindings;
import tallygate.gateway.OwnProviders;

/**
 * Endpoints bound as the configuration file says now, whether or not that is live: new keys are written there and tried before
 * the reload.
 */
record KeysToCome(Path file) implements Function<String, Binding> {
    @Override
    public Binding apply(String endpoint) {
        OwnProviders own = OwnProviders.beside(file);
        return switch (GatewayConfig.load(file, System.getenv())) {
            case Loading.Loaded loaded ->
                bound(endpoint, EndpointBindings.of(loaded.config().endpoints(), own.providers()));
            case Loading.Broken broken -> refused(broken.problems());
        };
    }

    private static Binding bound(String endpoint, EndpointBindings bindings) {
        BoundProvider provider = bindings.bound().get(endpoint);
        if (provider != null) {
            return new Binding.Bound(provider);
        }
        List<tallygate.config.source.Problem> problems = bindings.problems().getOrDefault(endpoint, List.of());
        return problems.isEmpty()
                ? new Binding.Refused(
                        List.of(new Problem("endpoints", "the file has no endpoint that is named " + endpoint)))
                : refused(problems);
    }

    private static Binding refused(List<tallygate.config.source.Problem> problems) {
        return new Binding.Refused(
                problems.stream().map(p -> new Problem(p.path(), p.text())).toList());
    }
}
