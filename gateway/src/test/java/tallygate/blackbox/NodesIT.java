package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** Several packaged gateways on one database. */
class NodesIT {
    private static final Duration DONE_MAX = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final TestDatabase database = TestDatabases.embedded();
    private final Rows rows = new Rows(database);
    private final Sender sender = new Sender();
    private final List<RunningGateway> nodes = new ArrayList<>();
    private Receiver receiver;

    @BeforeEach
    void receive() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void stop() {
        nodes.forEach(RunningGateway::close);
        receiver.close();
    }

    private RunningGateway start(String name) throws IOException {
        Path own = folder.resolve(name);
        java.nio.file.Files.createDirectories(own);
        RunningGateway node = new RunningGateway(own, """
            database: { url: "%s", username: %s, password: "%s" }
            mode: development
            work: { lease: 5s }
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/e", timeout: 4s }
                retry: { schedule: [500ms, 500ms, 500ms, 500ms, 500ms], jitter: 0%% }
            """.formatted(
                        database.settings().url(),
                        database.settings().username(),
                        database.settings().password(),
                        Sender.SECRET,
                        receiver.port()));
        nodes.add(node);
        return node;
    }

    private Map<String, Long> deliveries() {
        return receiver.calls().stream().collect(Collectors.groupingBy(Receiver.Call::event, Collectors.counting()));
    }

    private void allDone(Set<String> ids) {
        await().atMost(DONE_MAX).untilAsserted(() -> {
            var stored = rows.byEvent();
            assertThat(stored.keySet()).containsAll(ids);
            assertThat(ids).allSatisfy(id -> {
                assertThat(stored.get(id).status()).as(id).isEqualTo(2);
                assertThat(stored.get(id).copies()).as(id).isEqualTo(1);
            });
        });
    }

    @Test
    @Tag("F-48")
    void fourNodesStoreRacedDuplicatesOnceAndDoNoTaskTwice() throws Exception {
        for (String name : List.of("a", "b", "c", "d")) {
            start(name);
        }
        nodes.forEach(RunningGateway::awaitReady);
        List<Callable<Sender.Answered>> posts = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            String id = Sender.newId();
            StripeCallback callback = StripeCallback.of(id, Sender.SECRET);
            posts.add(() -> sender.send(nodes.get(0), id, callback));
            for (RunningGateway node : nodes) {
                posts.add(() -> sender.send(node, id, callback));
            }
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<Sender.Answered> post : threads.invokeAll(posts)) {
                assertThat(post.get().status()).isEqualTo(200);
            }
        }
        Set<String> ids = Set.copyOf(sender.acknowledged());
        assertThat(ids).hasSize(150);
        allDone(ids);
        assertThat(rows.byEvent()).hasSize(150);
        assertThat(deliveries())
                .hasSize(150)
                .allSatisfy((id, times) -> assertThat(times).as(id).isEqualTo(1));
        assertThat(storedByCounters()).as("counted as stored on all nodes").isEqualTo(150);
    }

    private double storedByCounters() throws Exception {
        double sum = 0;
        for (RunningGateway node : nodes) {
            sum += node.metric("tallygate_events_stored_total");
        }
        return sum;
    }

    @Test
    @Tag("F-03")
    void theWorkOfAKilledNodeIsTakenOverByAnother() throws Exception {
        RunningGateway first = start("a").awaitReady();
        receiver.hang(true);
        for (int i = 0; i < 20; i++) {
            assertThat(sender.send(first, Sender.newId()).status()).isEqualTo(200);
        }
        first.signal("KILL");
        receiver.hang(false);
        start("b").awaitReady();
        allDone(Set.copyOf(sender.acknowledged()));
        assertThat(receiver.calls().stream()
                        .collect(Collectors.groupingBy(
                                Receiver.Call::event, Collectors.mapping(Receiver.Call::key, Collectors.toSet())))
                        .values())
                .allSatisfy(keys -> assertThat(keys).hasSize(1));
    }

    @Test
    @Tag("O-110")
    @Tag("F-04")
    @Tag("F-15")
    void theLateResultOfANodeThatSleptLongerThanItsLeaseIsRefused() throws Exception {
        RunningGateway first = start("a").awaitReady();
        RunningGateway second = start("b").awaitReady();
        receiver.hang(true);
        for (int i = 0; i < 10; i++) {
            assertThat(sender.send(first, Sender.newId()).status()).isEqualTo(200);
        }
        await().atMost(DONE_MAX).until(() -> receiver.calls().size() >= 10);
        first.signal("STOP");
        receiver.hang(false);
        try {
            allDone(Set.copyOf(sender.acknowledged()));
        } finally {
            first.signal("CONT");
        }
        var settled = rows.byEvent();
        assertThat(settled.values()).allSatisfy(row -> assertThat(row.epoch()).isGreaterThanOrEqualTo(2));
        assertThat(second.metric("tallygate_leases_taken_over_total")).isGreaterThanOrEqualTo(10);
        first.awaitReady();
        await().atMost(DONE_MAX).until(() -> first.wholeLog().contains("lease lost"));
        assertThat(rows.byEvent()).isEqualTo(settled);
    }

    @Test
    @Tag("F-05")
    void aRollingRestartLosesNoCallback() throws Exception {
        RunningGateway first = start("a").awaitReady();
        RunningGateway second = start("b").awaitReady();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> failed = threads.submit(() -> {
                int unanswered = 0;
                for (int i = 0; i < 200; i++) {
                    String id = Sender.newId();
                    // As a load balancer does: the next node when one refuses the connection or is not ready.
                    boolean done = sender.send(i % 2 == 0 ? first : second, id).status() == 200
                            || sender.send(second, id).status() == 200;
                    unanswered += done ? 0 : 1;
                }
                return unanswered;
            });
            assertThat(first.stop()).isIn(0, 143);
            assertThat(failed.get()).as("callbacks that no node took").isZero();
        }
        allDone(Set.copyOf(sender.acknowledged()));
    }
}
