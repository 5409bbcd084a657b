package tallygate.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tallygate.callback.provider.BoundProvider;
import tallygate.config.EndpointConfig;
import tallygate.config.GatewayConfig;
import tallygate.config.IngestConfig;
import tallygate.config.RouteConfig;
import tallygate.config.value.Size;
import tallygate.gateway.ingest.Endpoint;
import tallygate.gateway.ingest.EndpointTable;
import tallygate.gateway.ingest.IngestLimits;
import tallygate.gateway.ingest.IpAllowList;
import tallygate.gateway.ingest.RefusalLimits;

/** From the configuration's endpoints to the intake's. */
final class Endpoints {
    private Endpoints() {}

    /** Only endpoints that could be bound; the caller has refused the others before. */
    static EndpointTable table(GatewayConfig config, EndpointBindings bindings) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (EndpointConfig endpoint : config.endpoints()) {
            BoundProvider bound = bindings.bound().get(endpoint.name());
            if (bound != null) {
                endpoints.add(endpoint(config, endpoint, bound));
            }
        }
        return new EndpointTable(endpoints);
    }

    private static Endpoint endpoint(GatewayConfig config, EndpointConfig endpoint, BoundProvider bound) {
        RouteConfig route = config.routes().get(endpoint.route());
        if (route == null) {
            throw new IllegalStateException("endpoint " + endpoint.name() + " has no route " + endpoint.route());
        }
        return new Endpoint(
                endpoint.name(),
                endpoint.account(),
                endpoint.provider(),
                endpoint.route(),
                bound,
                Set.of("GET", "POST", "PUT"),
                endpoint.path().map(List::of).orElse(List.of()),
                IpAllowList.of(
                        endpoint.allowFrom().stream().map(Object::toString).toList()),
                route.effects() == RouteConfig.Effects.EVERY_EVENT,
                endpoint.bodyBytesMax().map(Size::bytes).map(Math::toIntExact).orElse(Integer.MAX_VALUE),
                endpoint.clientNames().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()));
    }

    static RefusalLimits refusals(GatewayConfig config) {
        IngestConfig ingest = config.ingest();
        return RefusalLimits.of(
                new RefusalLimits.Alarm(ingest.refusedAlertCount(), ingest.refusedAlertTime()),
                new RefusalLimits.Rates(ingest.refusedPerSecondOfSource(), ingest.refusedPerSecondOfEndpoint()));
    }

    /** A little before the listener gives up: our answer says why in the provider's own words, the listener's does not. */
    private static Duration answerWithin(GatewayConfig config) {
        Duration answer = config.server().callbacks().limits().deadlines().answer();
        return answer.minus(answer.dividedBy(20));
    }

    static IngestLimits limits(GatewayConfig config) {
        return new IngestLimits(
                config.database().writers(),
                config.ingest().batchRowsMax(),
                config.ingest().batchBytesMax().bytes(),
                config.ingest().queueRows(),
                config.ingest().queueBytes().bytes(),
                answerWithin(config),
                config.work().lease(),
                config.dedup().cacheBytes().bytes(),
                config.dedup().memory(),
                config.ingest().verifyThreads(),
                config.ingest().verifyQueue());
    }
}
