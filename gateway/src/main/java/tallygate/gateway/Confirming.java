package tallygate.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.outbound.Outbound;
import tallygate.callback.provider.QueryTools;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.confirm.ConfirmParts;
import tallygate.gateway.confirm.Confirmer;
import tallygate.gateway.ingest.CallbackIntake;
import tallygate.gateway.ingest.Hints;
import tallygate.gateway.process.Backoff;
import tallygate.gateway.process.Jitter;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.WorkRoute;

/** The route on which providers are asked about their unsigned notices; it works beside those of the configuration. */
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

    private final WorkRoute route;

    Confirming(CallbackIntake intake, Surroundings around, Alerts alerts) {
        Outbound outbound = GuardedOutbound.of(InsideHosts.NONE, around.nanos());
        Confirmer confirmer = new Confirmer(new ConfirmParts(
                intake::endpoint,
                intake.proven(),
                new QueryTools(outbound, around.clock(), around.dice()),
                alerts,
                around.meters()));
        route = new WorkRoute(Hints.ROUTE, confirmer, POLICY, LIMITS);
    }

    /** The configured routes and this one. */
    List<WorkRoute> with(List<WorkRoute> configured) {
        List<WorkRoute> all = new ArrayList<>(configured);
        all.add(route);
        return all;
    }
}
