package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

/** A sale begins: six times the rate for a sixth of the time. What is refused comes again, and nothing is lost. */
public final class SpikeSimulation extends CallbackSimulation {
    private static final int TIMES = 6;

    {
        setUp(events(Shop.Provider.STRIPE, load.events(2))
                        .injectOpen(
                                constantUsersPerSec(load.perSecond()).during(load.part(0.3)),
                                constantUsersPerSec(TIMES * load.perSecond()).during(load.part(1.0 / TIMES)),
                                constantUsersPerSec(load.perSecond()).during(load.part(0.5))))
                .protocols(protocol())
                .assertions(global().failedRequests().count().is(0L));
    }
}
