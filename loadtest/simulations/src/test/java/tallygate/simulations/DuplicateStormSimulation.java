package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

/** Each event comes five times within moments: all are acknowledged, and each takes effect once. */
public final class DuplicateStormSimulation extends CallbackSimulation {
    private static final int COPIES = 5;

    {
        setUp(deliveries(Shop.Provider.STRIPE, load.events(1), COPIES)
                        .injectOpen(
                                constantUsersPerSec(load.perSecond() * COPIES).during(load.time())))
                .protocols(protocol())
                .assertions(global().failedRequests().count().is(0L));
    }
}
