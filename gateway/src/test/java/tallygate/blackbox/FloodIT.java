package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.blackbox.Attackers.Hold;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/**
 * A packaged gateway under attack over real sockets: providers go on beside it, each of their callbacks is acknowledged at its first
 * delivery and stored once. {@code -Dflood.perSecond=5000 -Dflood.seconds=30} measures, too, and holds 99 of 100 acknowledgements to
 * half a second.
 */
class FloodIT {
    private static final Logger log = LoggerFactory.getLogger(FloodIT.class);
    private static final int PER_SECOND = Integer.getInteger("flood.perSecond", 0);
    private static final int SECONDS = Integer.getInteger("flood.seconds", 30);
    private static final int BAD = PER_SECOND > 0 ? PER_SECOND * SECONDS : 5_000;
    private static final Duration P99_MAX = Duration.ofMillis(500);
    private static final Duration DONE_MAX = Duration.ofSeconds(90);
    private static final int PROVIDERS = 4;
    private static final int CONNECTIONS_MAX = 300;
    private static final int CONNECTIONS_OF_ADDRESS_MAX = 200;
    private static final long DIRECT_BYTES_MAX = 64L << 20;

    @TempDir
    private static Path folder;

    private static final TestDatabase database = TestDatabases.embedded();
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        String limits = "TALLYGATE__SERVER__CALLBACKS__LIMITS__";
        gateway = new RunningGateway(
                        folder,
                        """
                        database: { url: "%s", username: %s, password: "%s" }
                        mode: development
                        endpoints:
                          - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                        routes:
                          orders: { handler: { kind: log } }
                        """.formatted(
                                        database.settings().url(),
                                        database.settings().username(),
                                        database.settings().password(),
                                        Sender.SECRET),
                        Map.of(
                                // what is slow here is the machine of the test
                                limits + "ANSWER_DEADLINE", "20s",
                                limits + "HEADER_TIMEOUT", "4s",
                                limits + "BODY_TIMEOUT", "4s",
                                limits + "WRITE_TIMEOUT", "4s",
                                limits + "REQUESTS_PER_CONNECTION_MAX", "1000000",
                                limits + "CONNECTIONS_MAX", Integer.toString(CONNECTIONS_MAX),
                                limits + "CONNECTIONS_PER_ADDRESS_MAX", Integer.toString(CONNECTIONS_OF_ADDRESS_MAX)))
                .awaitReady();
    }

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    private static ProviderLoad load() throws Exception {
        ProviderLoad load = new ProviderLoad();
        for (int i = 0; i < PROVIDERS; i++) {
            load.begin(URI.create(gateway.callbacksUrl() + "shop"), Duration.ofMillis(20));
        }
        await().atMost(DONE_MAX).until(() -> load.acknowledged().size() > 20);
        return load;
    }

    private static void nothingWasLost(ProviderLoad load) throws Exception {
        assertThat(load.failures()).as("of %d callbacks", load.sent()).isEmpty();
        Set<String> ids = new TreeSet<>(load.acknowledged());
        assertThat(ids).hasSize(load.sent());
        var rows = new Rows(database).byEvent();
        assertThat(ids).allSatisfy(id -> {
            assertThat(rows).containsKey(id);
            assertThat(rows.get(id).copies()).as(id).isEqualTo(1);
        });
    }

    @Test
    @Tag("T-37")
    void providersAreServedBesideAFloodOfForgeriesGarbageAndHugeBodies() throws Exception {
        try (ProviderLoad load = load();
                Attackers attackers = new Attackers(gateway.callbacksPort())) {
            attackers.flood(BAD, PER_SECOND);
            load.end();
            nothingWasLost(load);
            Map<Integer, Integer> answers = attackers.answers();
            assertThat(answers).doesNotContainKey(200).containsKeys(400, 401, 413, 503);
            assertThat(answers.values().stream().mapToInt(Integer::intValue).sum())
                    .isGreaterThan(BAD / 2);
            assertThat(answers.get(503)).as("not even judged").isGreaterThan(answers.get(401));
            assertThat(gateway.metric("tallygate_callbacks_total", "answer=\"limited\""))
                    .isPositive();
            if (PER_SECOND > 0) {
                log.warn("bad={} answers={} good={} p99={}", BAD, answers, load.sent(), load.took(0.99));
                assertThat(load.took(0.99)).isLessThan(P99_MAX);
            }
        }
    }

    @Test
    @Tag("T-11")
    void providersAreServedWhileSlowSendersHoldEveryConnectionTheyCanGet() throws Exception {
        try (ProviderLoad load = load();
                Attackers attackers = new Attackers(gateway.callbacksPort())) {
            for (Hold how : Hold.unfinished()) {
                attackers.hold(how, how == Hold.NO_READING ? 5 : CONNECTIONS_OF_ADDRESS_MAX / 3);
            }
            await().atMost(DONE_MAX)
                    .until(() -> gateway.metric(
                                    "tallygate_http_connections_refused_total", "reason=\"connections-of-address\"")
                            > 0);
            assertThat(open()).isLessThanOrEqualTo(CONNECTIONS_MAX);
            await().atMost(DONE_MAX).pollInterval(Duration.ofMillis(300)).until(() -> {
                attackers.drip();
                return open() <= PROVIDERS + 1;
            });
            for (String phase : List.of("head", "body-too-slow", "write")) {
                assertThat(gateway.metric("tallygate_http_connections_expired_total", "phase=\"" + phase + "\""))
                        .as(phase)
                        .isPositive();
            }
            assertThat(gateway.metric("tallygate_http_buffers_direct_bytes", "callbacks"))
                    .isBetween(1.0, (double) DIRECT_BYTES_MAX);
            load.end();
            nothingWasLost(load);
        }
    }

    /** Two addresses together have more places than there are, and leave them unused: a provider that comes gets one at once. */
    @Test
    @Tag("T-11")
    void providersThatComeWhileIdleConnectionsOfTwoAddressesFillEveryPlaceAreServed() throws Exception {
        try (Attackers first = new Attackers(gateway.callbacksPort());
                Attackers second = new Attackers(gateway.callbacksPort(), "127.0.0.67")) {
            first.hold(Hold.KEPT_ALIVE, CONNECTIONS_OF_ADDRESS_MAX);
            second.hold(Hold.KEPT_ALIVE, CONNECTIONS_OF_ADDRESS_MAX);
            await().atMost(DONE_MAX).until(() -> open() == CONNECTIONS_MAX);
            // to be idle takes a second
            await().atMost(DONE_MAX).until(() -> {
                second.hold(Hold.KEPT_ALIVE, 1);
                return gateway.metric("tallygate_http_connections_displaced_total") > 0;
            });
            try (ProviderLoad load = load()) {
                load.end();
                nothingWasLost(load);
            }
            assertThat(gateway.metric("tallygate_http_connections_displaced_total"))
                    .isGreaterThanOrEqualTo(PROVIDERS);
        }
    }

    /** The same with half a request head on each of them, which a deadline ends only seconds later. */
    @Test
    @Tag("T-11")
    void providersThatComeWhileHalfHeadsOfTwoAddressesFillEveryPlaceAreServed() throws Exception {
        double before = gateway.metric("tallygate_http_connections_displaced_total");
        try (Attackers first = new Attackers(gateway.callbacksPort());
                Attackers second = new Attackers(gateway.callbacksPort(), "127.0.0.67")) {
            // nothing is idle here: who makes place for the one too many holds half a head
            await().atMost(DONE_MAX).until(() -> {
                int free = CONNECTIONS_MAX - open();
                first.hold(Hold.HALF_A_HEAD, free / 2);
                second.hold(Hold.HALF_A_HEAD, free - free / 2 + 1);
                return gateway.metric("tallygate_http_connections_displaced_total") > before;
            });
            try (ProviderLoad load = load()) {
                load.end();
                nothingWasLost(load);
            }
        }
    }

    private static int open() throws Exception {
        return (int) gateway.metric("tallygate_http_connections_open", "callbacks");
    }
}
