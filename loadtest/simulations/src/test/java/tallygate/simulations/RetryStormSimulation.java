package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

import java.time.Duration;

/**
 * The database is away from the first callback on. Three providers pile up what was not acknowledged and send it again, each on
 * its own plan, when the database is back.
 */
public final class RetryStormSimulation extends CallbackSimulation {
    {
        setUp(
                        events(Shop.Provider.STRIPE, load.events(0.5))
                                .injectOpen(constantUsersPerSec(load.perSecond() / 2)
                                        .during(load.part(0.5))),
                        events(Shop.Provider.WECHAT, load.events(0.3))
                                .injectOpen(constantUsersPerSec(load.perSecond() * 0.3)
                                        .during(load.part(0.5))),
                        events(Shop.Provider.ALIPAY, load.events(0.2))
                                .injectOpen(constantUsersPerSec(load.perSecond() * 0.2)
                                        .during(load.part(0.5))))
                .protocols(protocol())
                .assertions(global().failedRequests().count().is(0L));
    }

    @Override
    public void before() {
        rig.outage(Duration.ZERO, load.part(0.25));
    }
}
