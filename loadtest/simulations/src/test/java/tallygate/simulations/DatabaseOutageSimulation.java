package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

/** The database stands still for a sixth of the time in the middle: refused with 503 meanwhile, sent again, nothing lost. */
public final class DatabaseOutageSimulation extends CallbackSimulation {
    {
        setUp(events(Shop.Provider.STRIPE, load.events(1))
                        .injectOpen(constantUsersPerSec(load.perSecond()).during(load.time())))
                .protocols(protocol())
                .assertions(global().failedRequests().count().is(0L));
    }

    @Override
    public void before() {
        rig.outage(load.part(0.4), load.part(1.0 / 6));
    }
}
