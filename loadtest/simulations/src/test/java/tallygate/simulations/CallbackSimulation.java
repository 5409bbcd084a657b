package tallygate.simulations;

import static io.gatling.javaapi.core.CoreDsl.ByteArrayBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tallygate.loadtest.provider.ResendPlan;

/**
 * One Gatling user is one event: the provider sends it, and sends it again on its plan until it is acknowledged. Arrivals are open:
 * a slow gateway does not slow the provider.
 */
abstract class CallbackSimulation extends Simulation {
    private static final String ACKNOWLEDGED = "acknowledged";
    private static final String ATTEMPT = "attempt";

    final Load load = Load.asked();
    final Rig rig = Rig.start();

    private final String run = Long.toString(Instant.now().toEpochMilli(), 36).toUpperCase(Locale.ROOT);

    @Override
    public void after() {
        rig.close();
    }

    final HttpProtocolBuilder protocol() {
        return http.baseUrl(rig.base())
                .shareConnections()
                .maxConnectionsPerHost(256)
                .disableCaching();
    }

    /** Genuine events of a provider, each sent until it is acknowledged or the plan is used up. */
    final ScenarioBuilder events(Shop.Provider provider, int count) {
        Feed feed = signed(provider, count, 1);
        ResendPlan plan = ResendPlan.of(provider.resendPlan).scaled(1 / load.hurry());
        return scenario(provider.definition)
                .exec(
                        feed(feed.iterator()),
                        exec(session -> session.set(ATTEMPT, 0).set(ACKNOWLEDGED, false)))
                .exec(asLongAs(session -> goesOn(session, plan)).on(delivery(provider, feed), again(plan)))
                .exec(givenUp(provider));
    }

    /** Each delivery once, whatever is answered: for events that come several times. */
    final ScenarioBuilder deliveries(Shop.Provider provider, int events, int copies) {
        Feed feed = signed(provider, events, copies);
        return scenario(provider.definition + " x" + copies)
                .exec(
                        feed(feed.iterator()),
                        exec(session -> session.set(ATTEMPT, 0).set(ACKNOWLEDGED, false)))
                .exec(delivery(provider, feed));
    }

    private Feed signed(Shop.Provider provider, int events, int copies) {
        return Feed.of(rig.shop(), provider, rig.base(), events, copies, run, Instant.now());
    }

    private ChainBuilder delivery(Shop.Provider provider, Feed feed) {
        HttpRequestActionBuilder request = http(provider.definition)
                .post("#{path}")
                .body(ByteArrayBody(session -> session.<byte[]>get("body")))
                // told to come again is an answer that a provider understands; anything else is a failure
                .check(status().in(200, 204, 503).saveAs("status"));
        for (String name : feed.headerNames()) {
            request = request.header(name, session -> session.getString(Feed.headerKey(name)));
        }
        return exec(request).exec(session -> {
            boolean acknowledged = !session.isFailed() && session.getInt("status") < 300;
            if (acknowledged) {
                rig.acknowledged(session.getString("event"));
            }
            return session.set(ACKNOWLEDGED, acknowledged)
                    .set(ATTEMPT, session.getInt(ATTEMPT) + 1)
                    .markAsSucceeded();
        });
    }

    private static boolean goesOn(Session session, ResendPlan plan) {
        return !session.getBoolean(ACKNOWLEDGED)
                && session.getInt(ATTEMPT) <= plan.delays().size();
    }

    private static ChainBuilder again(ResendPlan plan) {
        List<Duration> delays = plan.delays();
        return pause(session -> {
            int failed = session.getInt(ATTEMPT);
            return session.getBoolean(ACKNOWLEDGED) || failed > delays.size() ? Duration.ZERO : delays.get(failed - 1);
        });
    }

    /** A request of its own name in the report that fails: a provider gave up on an event, and money would be missing. */
    private static ChainBuilder givenUp(Shop.Provider provider) {
        return doIf(session -> !session.getBoolean(ACKNOWLEDGED))
                .then(exec(http(provider.definition + " gave up")
                        .get("/callbacks/gave-up")
                        .check(status().is(200))));
    }
}
