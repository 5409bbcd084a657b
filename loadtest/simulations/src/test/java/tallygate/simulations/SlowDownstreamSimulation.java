package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.global;

import java.time.Duration;
import tallygate.loadtest.downstream.Behaviour;

/** The business service takes two seconds for each effect: providers must not notice. */
public final class SlowDownstreamSimulation extends CallbackSimulation {
    {
        setUp(events(Shop.Provider.STRIPE, load.events(1))
                        .injectOpen(constantUsersPerSec(load.perSecond()).during(load.time())))
                .protocols(protocol())
                .assertions(
                        global().failedRequests().count().is(0L),
                        global().responseTime().percentile(99).lt(1_000));
    }

    @Override
    public void before() {
        rig.downstream(new Behaviour.AnswersLate(Duration.ofSeconds(2)));
    }
}
