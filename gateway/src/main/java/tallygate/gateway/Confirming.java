package tallygate.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.outbound.Outbound;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.EndpointConfig;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.confirm.ConfirmParts;
import tallygate.gateway.confirm.Confirmer;
import tallygate.gateway.ingest.CallbackIntake;
import tallygate.gateway.ingest.Hints;
import tallygate.gateway.process.Backoff;
import tallygate.gateway.process.Jitter;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.RouteRules;
import tallygate.gateway.process.WorkRoute;

/** The routes on which providers are asked about their unsigned notices; they work beside those of the configuration. */
final class Confirming {
    /** Quickly at first, then hourly, then daily for a week: a provider that is away for days loses nothing. */
    private static final RetryPolicy POLICY = RetryPolicy.of(
            new Backoff.Schedule(List.of(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1),
                    Duration.ofHours(6),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    Duration.ofDays(1))),
            new Jitter.Percent(20));

    /** Few questions at a time, so that forged hints do not use up what the provider allows this account. */
    private static final WorkRoute.Limits LIMITS = new WorkRoute.Limits(8, 32, Duration.ofSeconds(45));

    /** A hint waits two seconds anyway. */
    private static final RouteRules RULES = RouteRules.DEFAULT.scannedEvery(Duration.ofSeconds(1));

    private final Confirmer confirmer;

    Confirming(CallbackIntake intake, Surroundings around, Alerts alerts) {
        Outbound outbound = GuardedOutbound.of(InsideHosts.NONE, around.nanos());
        confirmer = new Confirmer(new ConfirmParts(
                intake::endpoint,
                intake.proven(),
                new QueryTools(outbound, around.clock(), around.dice()),
                alerts,
                around.meters()));
    }

    /**
     * The configured routes, one for each provider that leaves callbacks unsigned, so that a breaker holds up its own provider's hints only,
     * and the one on which earlier versions put all.
     */
    List<WorkRoute> with(List<WorkRoute> configured, Collection<EndpointConfig> endpoints, Providers providers) {
        List<WorkRoute> all = new ArrayList<>(configured);
        names(endpoints, providers).forEach(name -> all.add(new WorkRoute(name, confirmer, POLICY, LIMITS, RULES)));
        return all;
    }

    static Set<String> names(Collection<EndpointConfig> endpoints, Providers providers) {
        Set<String> names = new TreeSet<>(Set.of(Hints.ROUTE));
        endpoints.stream()
                .map(EndpointConfig::provider)
                .filter(provider -> providers.named(provider).stream().anyMatch(ProviderDefinition::hasHints))
                .forEach(provider -> names.add(Hints.route(provider)));
        return names;
    }
}
