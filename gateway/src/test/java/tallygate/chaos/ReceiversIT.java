package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.blackbox.DatabaseGate;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;

/**
 * A receiver that fails in each of its ways on the wire, behind a packaged gateway: it is asked again under the same key until it
 * has said yes, and what it did is done once.
 */
class ReceiversIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int TASKS = 5;

    @TempDir
    private static Path folder;

    private static MariaDb database;
    private static Business business;
    private static DatabaseGate way;
    private static RunningGateway gateway;

    private final Sender sender = new Sender();

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        database = MariaDb.fresh(folder.resolve("database"));
        business = new Business(folder);
        way = new DatabaseGate(business.port(), DatabaseGate.State.OPEN);
        gateway =
                new RunningGateway(folder, """
                    database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s }
                    work: { lease: 5s }
                    endpoints:
                      - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                    routes:
                      orders:
                        handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 1s, connect-timeout: 1s }
                        breaker: { calls: 1000 }
                        retry: { fixed: { delay: 300ms, retries: 100 }, jitter: 0%% }
                    """.formatted(database.port(), MariaDb.PASSWORD, Sender.SECRET, way.port()));
        gateway.awaitReady();
    }

    @AfterAll
    static void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        if (business != null) {
            way.close();
            business.close();
            database.close();
        }
    }

    private static long tries(Set<String> events) throws Exception {
        String names = events.stream().map(id -> "'" + id + "'").collect(Collectors.joining(","));
        return new Tables(database)
                .number("SELECT COALESCE(MIN(attempts), 0) FROM async_task WHERE event_id IN (" + names + ")");
    }

    private static long done(Set<String> events) throws Exception {
        String names = events.stream().map(id -> "'" + id + "'").collect(Collectors.joining(","));
        return new Tables(database)
                .number("SELECT COUNT(*) FROM async_task WHERE status = 2 AND event_id IN (" + names + ")");
    }

    private Set<String> sent() throws Exception {
        Set<String> events = new TreeSet<>();
        for (int i = 0; i < TASKS; i++) {
            String id = Sender.newId();
            assertThat(sender.send(gateway, id).status()).isEqualTo(200);
            events.add(id);
        }
        return events;
    }

    private static void eachIsDoneOnceUnderOneKey(Set<String> events) {
        await().atMost(SOON).until(() -> done(events) == TASKS);
        for (String event : events) {
            List<Evidence.Delivery> own = business.deliveries().stream()
                    .filter(delivery -> delivery.event().equals(event))
                    .toList();
            assertThat(own.stream().map(Evidence.Delivery::key).distinct())
                    .as("keys of %s", event)
                    .hasSize(1);
            assertThat(own.stream().filter(Evidence.Delivery::hasApplied))
                    .as("effects of %s", event)
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPEN")
    @Tag("F-31")
    @Tag("F-32")
    @Tag("F-33")
    @Tag("F-34")
    @Tag("F-35")
    @Tag("F-37")
    void whateverItsAnswersAreLikeItIsAskedAgainAndItsEffectsAreMadeOnce(Business.Manner manner) throws Exception {
        business.be(manner);
        try {
            Set<String> events = sent();
            await().atMost(SOON).until(() -> tries(events) >= 2);
            assertThat(done(events)).as("taken for done without a success").isZero();
            business.be(Business.Manner.OPEN);
            eachIsDoneOnceUnderOneKey(events);
        } finally {
            business.be(Business.Manner.OPEN);
        }
    }

    @Test
    @Tag("F-30")
    void aReceiverThatIsAwayGetsEverythingWhenItIsBack() throws Exception {
        way.be(DatabaseGate.State.CLOSED);
        try {
            Set<String> events = sent();
            await().atMost(SOON).until(() -> tries(events) >= 2);
            assertThat(done(events)).isZero();
            way.be(DatabaseGate.State.OPEN);
            eachIsDoneOnceUnderOneKey(events);
        } finally {
            way.be(DatabaseGate.State.OPEN);
        }
    }
}
