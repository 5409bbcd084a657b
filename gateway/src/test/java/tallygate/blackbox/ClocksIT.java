package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;
import tallygate.house.DebianPackages;

/** Packaged nodes whose clocks are an hour apart on one database: what is due and what is leased is the database's to say. */
class ClocksIT {
    private static final Duration DONE_MAX = Duration.ofSeconds(90);
    private static final Duration LEASE = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private final TestDatabase database = TestDatabases.embedded();
    private final Rows rows = new Rows(database);
    private final Sender sender = new Sender();
    private Receiver receiver;
    private RunningGateway right;
    private RunningGateway fast;

    @BeforeEach
    void start() throws IOException {
        Optional<Path> library = library();
        assumeTrue(library.isPresent(), "no libfaketime is installed (Debian: faketime)");
        receiver = new Receiver();
        right = node("right", library.get(), "2h", Map.of());
        right.awaitReady();
    }

    private void startAnHourFast() throws IOException {
        fast = node("fast", library().orElseThrow(), "2h", Map.of("FAKETIME", "+3600"))
                .awaitReady();
    }

    @AfterEach
    void stop() {
        for (AutoCloseable one : new AutoCloseable[] {right, fast, receiver}) {
            close(one);
        }
    }

    private static void close(@org.jspecify.annotations.Nullable AutoCloseable one) {
        try {
            if (one != null) {
                one.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<Path> library() {
        DebianPackages.program("faketime", Path.of("/usr/bin/faketime"));
        return List.of("x86_64-linux-gnu", "aarch64-linux-gnu").stream()
                .map(arch -> Path.of("/usr/lib", arch, "faketime", "libfaketimeMT.so.1"))
                .filter(Files::isReadable)
                .findFirst();
    }

    /** @param faked settings of libfaketime, none for the true clock */
    private RunningGateway node(String name, Path library, String skewMax, Map<String, String> faked)
            throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Map<String, String> environment = new HashMap<>(faked);
        if (!faked.isEmpty()) {
            environment.put("LD_PRELOAD", library.toString());
            // Else each wait with a limit ends at once, and the node turns in circles, or an hour late.
            environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        }
        return new RunningGateway(
                own,
                """
                database: { url: "%s", username: %s, password: "%s" }
                mode: development
                work: { lease: %ds, clock-skew-max: %s }
                endpoints:
                  - { name: shop, provider: stripe, secrets: ["%s"], route: orders, replay-window: 2h }
                routes:
                  orders:
                    handler: { kind: http, url: "http://127.0.0.1:%d/e", timeout: 30s }
                    retry: { schedule: [1s, 1s, 1s, 1s, 1s, 1s, 1s, 1s], jitter: 0%% }
                """.formatted(
                                database.settings().url(),
                                database.settings().username(),
                                database.settings().password(),
                                LEASE.toSeconds(),
                                skewMax,
                                Sender.SECRET,
                                receiver.port()),
                environment);
    }

    private void sendTenToEach() throws Exception {
        for (int i = 0; i < 10; i++) {
            tell(right);
            tell(fast);
        }
    }

    /** Again where it is answered "later", as a provider does. */
    private void tell(RunningGateway node) {
        String id = Sender.newId();
        await().atMost(DONE_MAX).until(() -> sender.send(node, id).status() == 200);
    }

    private void allDone() {
        await().atMost(DONE_MAX).untilAsserted(() -> {
            var stored = rows.byEvent();
            assertThat(Set.copyOf(sender.acknowledged()))
                    .allSatisfy(id -> assertThat(stored.get(id).status()).as(id).isEqualTo(2));
        });
    }

    private Map<String, Long> deliveries() {
        return receiver.calls().stream().collect(Collectors.groupingBy(Receiver.Call::event, Collectors.counting()));
    }

    @Test
    @Tag("O-114")
    @Tag("T-43")
    @Tag("F-24")
    void noNodeTakesOverWhatAnotherIsWorkingOnAndEachSaysHowFarItsClockIsOff() throws Exception {
        startAnHourFast();
        receiver.hang(true);
        sendTenToEach();
        await().atMost(DONE_MAX).until(() -> receiver.calls().size() == 20);
        await().atMost(DONE_MAX)
                .during(LEASE.multipliedBy(3))
                .until(() -> receiver.calls().size() == 20 && takenOver() == 0);
        receiver.hang(false);
        allDone();
        assertThat(deliveries())
                .hasSize(20)
                .allSatisfy((id, times) -> assertThat(times).as(id).isEqualTo(1));
        await().atMost(DONE_MAX).untilAsserted(() -> {
            assertThat(right.metric("tallygate_clock_skew_seconds")).isBetween(-5.0, 5.0);
            assertThat(fast.metric("tallygate_clock_skew_seconds")).isBetween(3_595.0, 3_605.0);
        });
    }

    private double takenOver() throws Exception {
        return right.metric("tallygate_leases_taken_over_total") + fast.metric("tallygate_leases_taken_over_total");
    }

    @Test
    void retriesAreMadeWhenTheDatabaseSaysSo() throws Exception {
        startAnHourFast();
        receiver.answerWith(503);
        sendTenToEach();
        await().atMost(DONE_MAX)
                .until(() -> deliveries().values().stream().filter(n -> n >= 3).count() == 20);
        receiver.answerWith(200);
        allDone();
        assertThat(rows.byEvent().values())
                .allSatisfy(row -> assertThat(row.attempts()).isBetween(3, 9));
    }

    @Test
    void theWorkOfAKilledNodeIsTakenOverAfterItsLeaseAndNotAnHourLater() throws Exception {
        startAnHourFast();
        receiver.hang(true);
        sendTenToEach();
        await().atMost(DONE_MAX).until(() -> receiver.calls().size() == 20);
        fast.signal("KILL");
        receiver.hang(false);
        allDone();
        assertThat(right.metric("tallygate_leases_taken_over_total")).isEqualTo(10);
    }

    @Test
    @Tag("O-046")
    @Tag("T-43")
    void aNodeWhoseClockIsTooFarOffTakesNoWorkUntilItIsRightAgain() throws Exception {
        Path offset = Files.writeString(folder.resolve("offset"), "+600");
        fast = node(
                "guarded",
                library().orElseThrow(),
                "5m",
                Map.of("FAKETIME_TIMESTAMP_FILE", offset.toString(), "FAKETIME_NO_CACHE", "1"));
        fast.awaitReady();
        assertThat(fast.metric("tallygate_work_aside")).isEqualTo(1);
        assertThat(fast.metric("tallygate_alerts_open")).isPositive();
        assertThat(fast.get("/readyz").body()).contains("takes no work");
        sendTenToEach();
        allDone();
        assertThat(fast.metric("tallygate_work_total", "done")).isZero();
        Files.writeString(offset, "+0");
        await().atMost(DONE_MAX).until(() -> fast.metric("tallygate_work_aside") == 0);
        right.close();
        for (int i = 0; i < 5; i++) {
            tell(fast);
        }
        allDone();
        assertThat(fast.metric("tallygate_work_total", "done")).isEqualTo(5);
    }
}
