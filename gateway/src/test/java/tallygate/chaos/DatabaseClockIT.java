package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;

/** The one clock that says what is due and whose lease holds jumps itself. */
class DatabaseClockIT {
    private static final Duration SOON = Duration.ofSeconds(240);

    @TempDir
    private Path folder;

    private final Sender sender = new Sender();

    @Test
    @Tag("F-25")
    void aDatabaseWhoseClockJumpsLosesNoTaskAndHasNoneDoneTwice() throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        Optional<Path> faketime = World.faketime();
        assumeTrue(faketime.isPresent(), "no libfaketime is installed (Debian: faketime)");
        Path clock = Files.writeString(folder.resolve("clock"), "+0\n");
        try (MariaDb database = MariaDb.withClock(folder.resolve("database"), faketime.get(), clock);
                Business business = new Business(folder);
                RunningGateway gateway = gateway(database, business)) {
            gateway.awaitReady();
            forwardInTheMiddleOfCalls(database, business, gateway, clock);
            backWhileTriesWait(database, business, gateway, clock);
            List<String> applied = business.deliveries().stream()
                    .filter(Evidence.Delivery::hasApplied)
                    .map(Evidence.Delivery::event)
                    .toList();
            assertThat(applied).as("each effect once").doesNotHaveDuplicates().hasSize(30);
        }
    }

    /** Every lease has ended at once, and calls are under way. */
    private void forwardInTheMiddleOfCalls(MariaDb database, Business business, RunningGateway gateway, Path clock)
            throws Exception {
        business.be(Business.Manner.HANGS);
        List<String> sent = send(gateway);
        await().atMost(SOON).until(() -> business.arrivals() >= sent.size());
        Files.writeString(clock, "+1h\n");
        await().atMost(SOON).ignoreExceptions().until(() -> gateway.metric("tallygate_leases_taken_over_total") > 0);
        business.be(Business.Manner.OPEN);
        allDone(database, sent);
    }

    /** What waits for its next try waits longer; what comes new is done; nothing is forgotten. */
    private void backWhileTriesWait(MariaDb database, Business business, RunningGateway gateway, Path clock)
            throws Exception {
        int before = business.arrivals();
        business.be(Business.Manner.ERRORS);
        List<String> waiting = send(gateway);
        await().atMost(SOON).until(() -> business.arrivals() >= before + waiting.size());
        long was = seconds(database);
        Files.writeString(clock, "-1h\n");
        await().atMost(SOON).until(() -> seconds(database) < was);
        business.be(Business.Manner.OPEN);
        allDone(database, send(gateway));
        Files.writeString(clock, "+70m\n");
        allDone(database, waiting);
    }

    private List<String> send(RunningGateway gateway) {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String id = Sender.newId();
            await().atMost(SOON).until(() -> sender.send(gateway, id).status() == 200);
            sent.add(id);
        }
        return sent;
    }

    private static void allDone(MariaDb database, List<String> events) {
        await().atMost(SOON).untilAsserted(() -> assertThat(done(database)).containsAll(events));
    }

    private static Set<String> done(MariaDb database) throws SQLException {
        Set<String> events = new HashSet<>();
        try (Connection connection = database.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT CONVERT(event_id USING utf8mb4) FROM async_task WHERE status = 2")) {
            while (row.next()) {
                events.add(row.getString(1));
            }
        }
        return events;
    }

    private static long seconds(MariaDb database) throws SQLException {
        try (Connection connection = database.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT UNIX_TIMESTAMP()")) {
            row.next();
            return row.getLong(1);
        }
    }

    private RunningGateway gateway(MariaDb database, Business business) throws IOException {
        return new RunningGateway(
                folder, """
                    database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s }
                    work: { lease: 5s, lease-patrol: 500ms, due-scan: 1s, lease-scan: 5s, crashes-max: 20, clock-skew-max: 2h }
                    endpoints:
                      - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                    routes:
                      orders:
                        handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 5m }
                        poison: 0
                        breaker: { calls: 0 }
                        retry: { exponential: { first: 200ms, factor: 2, cap: 2s, retries: 100 }, jitter: 20%% }
                    """.formatted(database.port(), MariaDb.PASSWORD, Sender.SECRET, business.port()));
    }
}
