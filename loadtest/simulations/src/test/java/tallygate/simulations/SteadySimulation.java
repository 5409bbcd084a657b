package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

/** A quiet day: one provider, one rate. */
public final class SteadySimulation extends CallbackSimulation {
    {
        setUp(events(Shop.Provider.STRIPE, load.events(1))
                        .injectOpen(constantUsersPerSec(load.perSecond()).during(load.time())))
                .protocols(protocol())
                .assertions(
                        global().failedRequests().count().is(0L),
                        global().responseTime().percentile(99).lt(1_000));
    }
}
