package tallygate.gateway.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.blackbox.Kill;
import tallygate.blackbox.RunningGateway;

/**
 * In each round a provider sends 2,000 callbacks and sends again what is not acknowledged, while the gateway is killed twice
 * with callbacks and tasks under way. {@code -Dtallygate.crash.rounds=20} runs more of them,
 * {@code -Dtallygate.crash.seed=N} the same ones again, from round {@code -Dtallygate.crash.first=N} on.
 */
class CrashIT {
    private static final Logger log = LoggerFactory.getLogger(CrashIT.class);
    private static final String SECRET = "whsec_crash0123456789abcdef";
    private static final int CALLBACKS = 2_000;
    private static final int ROUNDS = Integer.getInteger("tallygate.crash.rounds", 2);
    private static final int FIRST = Integer.getInteger("tallygate.crash.first", 0);
    private static final long SEED = Long.getLong("tallygate.crash.seed", System.nanoTime() & 0xffff_ffffL);

    private static final List<Kill> KILLS = List.copyOf(EnumSet.allOf(Kill.class));

    /** A lost lease ends after 30 s and is found within 5 s. */
    private static final Duration TAKEN_OVER_MAX = Duration.ofSeconds(90);

    @TempDir
    static Path directory;

    private static Distribution distribution;
    private static Tool downstream;
    private static Deliveries deliveries;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        distribution = Distribution.packaged();
        // Each call takes a while, so that many tasks are under way whenever the gateway dies.
        downstream = new Tool(distribution.loadtest("downstream", "--answer", "late:0.04s"));
        int port = new ObjectMapper().readTree(downstream.line()).path("port").asInt();
        deliveries = new Deliveries(port);
        gateway = new RunningGateway(directory, """
            endpoints:
              - { name: s, provider: stripe, secrets: ["%s"], route: r }
            routes:
              r:
                handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 5s }
            """.formatted(SECRET, port));
        gateway.awaitReady();
    }

    @AfterAll
    static void stop() throws IOException {
        if (gateway != null) {
            gateway.close();
        }
        if (deliveries != null) {
            deliveries.close();
        }
        if (downstream != null) {
            downstream.close();
        }
    }

    @Test
    @Tag("O-108")
    @Tag("O-109")
    @Tag("F-01")
    void whatWasAcknowledgedBeforeAKillIsStoredOnceAndDelivered() throws Exception {
        log.warn("seed={} rounds={} replay with -Dtallygate.crash.seed={}", SEED, ROUNDS, SEED);
        for (int round = FIRST; round < FIRST + ROUNDS; round++) {
            round(round, new SplittableRandom(SEED + round));
        }
        JsonNode sums = deliveries.sums();
        assertThat(sums.path("keyChanges").asInt())
                .as("events under another key than before")
                .isZero();
        assertThat(sums.path("keyless").asInt()).as("deliveries without a key").isZero();
        assertThat(gateway.stop()).as("exit code on SIGTERM").isIn(0, 143);
        await().atMost(Duration.ofSeconds(20)).until(CrashIT::leftBehind, List::isEmpty);
    }

    private static void round(int round, SplittableRandom dice) throws Exception {
        Kill first = KILLS.get((round + (int) (SEED % KILLS.size())) % KILLS.size());
        Kill second = KILLS.get(dice.nextInt(KILLS.size()));
        int firstAt = dice.nextInt(50, 900);
        int secondAt = dice.nextInt(1_000, 1_500);
        String which = "seed=%d round=%d kills=%s@%d,%s@%d".formatted(SEED, round, first, firstAt, second, secondAt);
        Path acknowledged = directory.resolve("acknowledged-" + round);
        long before = deliveries.requests();
        try (var provider = new Tool(provider(acknowledged, SEED + round))) {
            killAt(before + firstAt, first);
            restart();
            killAt(before + secondAt, second);
            restart();
            JsonNode result = new ObjectMapper().readTree(provider.line());
            assertThat(result.path("acknowledged").asInt())
                    .as("%s: %s", which, result)
                    .isEqualTo(CALLBACKS);
            log.warn("{} seconds={} attempts={}", which, result.path("seconds"), result.path("attempts"));
        }
        everythingIsDelivered(which, Set.copyOf(Files.readAllLines(acknowledged)));
        everythingIsStoredOnce(which, Set.copyOf(Files.readAllLines(acknowledged)));
    }

    private static void restart() throws IOException {
        gateway.startAgain();
        gateway.awaitReady();
    }

    private static List<String> provider(Path acknowledged, long seed) {
        return distribution.loadtest(
                "provider",
                "--url",
                gateway.callbacksUrl() + "s",
                "--secret",
                SECRET,
                "--count",
                Integer.toString(CALLBACKS),
                "--rate",
                "700",
                "--seed",
                Long.toString(seed & 0x7fff_ffff),
                "--plan",
                // Longer than two restarts on a machine that is busy with other things.
                "0.3s" + ",0.5s".repeat(700),
                "--accepted",
                acknowledged.toString());
    }

    private static void killAt(long requests, Kill how) throws Exception {
        await().atMost(TAKEN_OVER_MAX)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(deliveries.requests())
                        .as(() -> "deliveries, from a gateway that " + gateway.state())
                        .isGreaterThanOrEqualTo(requests));
        gateway.kill(how);
    }

    private static void everythingIsDelivered(String which, Set<String> events) {
        assertThat(events).as(which).hasSize(CALLBACKS);
        await().atMost(TAKEN_OVER_MAX).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            Map<String, Integer> applied = deliveries.applied();
            assertThat(events.stream().filter(event -> applied.getOrDefault(event, 0) == 0))
                    .as("%s: acknowledged, and not delivered", which)
                    .isEmpty();
        });
    }

    private static void everythingIsStoredOnce(String which, Set<String> events) throws Exception {
        var tasks = new StoredTasks(gateway);
        await().atMost(TAKEN_OVER_MAX)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(tasks.unfinished())
                        .as("%s: unfinished", which)
                        .isEmpty());
        Map<String, StoredTasks.Row> rows = tasks.byEvent();
        assertThat(events)
                .as(which)
                .allSatisfy(event -> assertThat(rows.get(event))
                        .as("%s: %s", which, event)
                        .isNotNull()
                        .extracting(StoredTasks.Row::rows)
                        .isEqualTo(1));
    }

    /** Processes that have this test's directory in their command line. */
    private static List<String> leftBehind() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(directory.resolve("data").toString()))
                .toList();
    }
}
