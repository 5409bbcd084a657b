package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

import io.gatling.javaapi.core.PopulationBuilder;

/** Cheap and dear signatures together: 60 % HMAC, 20 % RSA with AES-GCM, 15 % RSA over a form, 5 % SM2. */
public final class MixedProvidersSimulation extends CallbackSimulation {
    {
        setUp(
                        part(Shop.Provider.STRIPE, 0.60),
                        part(Shop.Provider.WECHAT, 0.20),
                        part(Shop.Provider.ALIPAY, 0.15),
                        part(Shop.Provider.WECHAT_SM, 0.05))
                .protocols(protocol())
                .assertions(
                        global().failedRequests().count().is(0L),
                        global().responseTime().percentile(99).lt(1_000));
    }

    private PopulationBuilder part(Shop.Provider provider, double share) {
        return events(provider, load.events(share))
                .injectOpen(constantUsersPerSec(load.perSecond() * share).during(load.time()));
    }
}
