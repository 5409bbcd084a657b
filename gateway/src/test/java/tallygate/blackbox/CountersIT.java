package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a load of every kind, each counter of intake and work is what the tables, the sender and the receiver say. */
class CountersIT {
    private static final Duration DONE_MAX = Duration.ofSeconds(60);
    /** One time for all, so that copies are copies. */
    private final long created = Instant.now().getEpochSecond();

    /** Older than the memory of event ids: stored and held. */
    private static final long LONG_AGO = 1;

    private static final int NEW = 30;
    private static final int COPIED = 10;
    private static final int RACED = 8;
    private static final int FORGED = 5;
    private static final int EACH = 3;

    @TempDir
    private static Path folder;

    private static final AtomicInteger taken = new AtomicInteger();
    private static final Map<String, Integer> tries = new ConcurrentHashMap<>();
    private static Receiver receiver;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        receiver = new Receiver();
        receiver.answerBy(CountersIT::reply);
        gateway = new RunningGateway(folder, """
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/events", timeout: 5s }
                retry: { schedule: [50ms, 50ms, 50ms], jitter: 0%% }
                early: { first: 100ms, most: 200ms, deadline: 1h }
            """.formatted(Sender.SECRET, receiver.port())).awaitReady();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        receiver.close();
    }

    /** The event's name says how its deliveries end. */
    private static Receiver.Reply reply(Receiver.Call call) {
        int attempt = tries.merge(call.event(), 1, Integer::sum);
        return switch (call.event().split("_")[1]) {
            case "retried" -> attempt <= 2 ? answer(500) : answer(200);
            case "parked" -> attempt <= 2 ? answer(425) : answer(200);
            case "permanent" -> answer(422);
            case "exhausted" -> answer(503);
            default -> answer(200);
        };
    }

    private static Receiver.Reply answer(int status) {
        return new Receiver.Reply(status, Map.of());
    }

    private String event(String id, String payment, int amount, long created) {
        return """
            {"id":"%s","object":"event","type":"payment_intent.succeeded","created":%d,"data":{"object":\
            {"id":"%s","object":"payment_intent","amount":%d,"amount_received":%d,"currency":"usd",\
            "status":"succeeded"}}}\
            """.formatted(id, created, payment, amount, amount);
    }

    private void deliver(String json) throws Exception {
        StripeCallback callback = StripeCallback.signed(json, Sender.SECRET);
        assertThat(gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(200);
        taken.incrementAndGet();
    }

    private void deliver(String id, String payment) throws Exception {
        deliver(event(id, payment, 100, created));
    }

    @Test
    void everyCounterSaysWhatTheTablesSay() throws Exception {
        load();
        await().atMost(DONE_MAX).untilAsserted(() -> {
            assertThat(rows("status IN (0, 1) AND wait_reason <> 5")).isZero();
            assertThat(counted("tallygate_work_total", "outcome=\"done\""))
                    .isEqualTo(rows("status = 2 AND attempts > 0"));
        });
        intakeAgrees();
        workAgrees();
    }

    private void load() throws Exception {
        for (int i = 0; i < NEW; i++) {
            deliver("evt_new_" + i, "pi_new_" + i);
        }
        for (int i = 0; i < COPIED; i++) {
            deliver("evt_new_" + i, "pi_new_" + i);
            deliver("evt_new_" + i, "pi_new_" + i);
        }
        race();
        for (int i = 0; i < EACH; i++) {
            deliver(event("evt_new_" + i, "pi_new_" + i, 999, created));
            deliver("evt_again_" + i, "pi_new_" + i);
            deliver(event("evt_old_" + i, "pi_old_" + i, 100, LONG_AGO));
            deliver("evt_retried_" + i, "pi_retried_" + i);
            deliver("evt_parked_" + i, "pi_parked_" + i);
            deliver("evt_permanent_" + i, "pi_permanent_" + i);
            deliver("evt_exhausted_" + i, "pi_exhausted_" + i);
        }
        for (int i = 0; i < FORGED; i++) {
            StripeCallback forged =
                    StripeCallback.signed(event("evt_forged_" + i, "pi_x", 1, created), "whsec_wrong0123456789");
            assertThat(gateway.callback("/callbacks/shop", forged.body(), forged.headers())
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    /** Copies that meet on their way into the table: found in one batch, by the index, or by the cache. */
    private void race() throws Exception {
        List<Callable<Void>> posts = new ArrayList<>();
        for (int i = 0; i < RACED; i++) {
            String id = "evt_raced_" + i;
            for (int copy = 0; copy < 4; copy++) {
                posts.add(() -> {
                    deliver(id, "pi_" + id);
                    return null;
                });
            }
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (var post : threads.invokeAll(posts)) {
                post.get();
            }
        }
    }

    private static void intakeAgrees() throws Exception {
        long stored = rows("TRUE");
        assertThat(stored).isEqualTo(NEW + RACED + 6 * EACH);
        assertThat(counted("tallygate_events_stored_total", "")).isEqualTo(stored);
        long duplicates = counted("tallygate_dedup_cache_hits_total", "")
                + counted("tallygate_dedup_database_duplicates_total", "")
                + counted("tallygate_dedup_batch_duplicates_total", "");
        assertThat(duplicates).isEqualTo(2 * COPIED + 3 * RACED);
        await().atMost(DONE_MAX)
                .untilAsserted(() -> assertThat(number("SELECT COALESCE(SUM(copies), 0) FROM callback_copy"))
                        .as("copies on the tasks' pages")
                        .isEqualTo(duplicates));
        assertThat(number("SELECT MIN(copies) FROM callback_copy")).isEqualTo(2);
        assertThat(counted("tallygate_conflicts_total", ""))
                .isEqualTo(count("callback_conflict"))
                .isEqualTo(EACH);
        assertThat(counted("tallygate_effect_clashes_total", ""))
                .isEqualTo(rows("effect_of IS NOT NULL"))
                .isEqualTo(EACH);
        assertThat(counted("tallygate_held_total", ""))
                .isEqualTo(rows("wait_reason = 5"))
                .isEqualTo(EACH);
        assertThat(counted("tallygate_callbacks_total", "answer=\"acknowledged\""))
                .isEqualTo(counted("tallygate_ack_time_seconds_count", ""))
                .isEqualTo(stored + duplicates + count("callback_conflict"))
                .isEqualTo(taken.get());
        await().atMost(DONE_MAX)
                .untilAsserted(() -> assertThat(count("rejected_callback")).isEqualTo(FORGED));
        assertThat(counted("tallygate_callbacks_total", "answer=\"refused\"")).isEqualTo(FORGED);
        assertThat(counted("tallygate_verify_failures_total", "reason=\"signature-mismatch\""))
                .isEqualTo(FORGED);
        for (String none : List.of(
                "tallygate_quarantined_total",
                "tallygate_provider_faults_total",
                "tallygate_rejected_dropped_total",
                "tallygate_dedup_copies_dropped_total",
                "tallygate_callbacks_shed_total",
                "tallygate_callbacks_unrouted_total",
                "tallygate_commit_unknown_total",
                "tallygate_illegal_moves_total",
                "tallygate_leases_taken_over_total")) {
            assertThat(counted(none, "")).as(none).isZero();
        }
        assertThat(counted("tallygate_commit_batch_rows_sum", ""))
                .as("rows of commits: what was stored, and what only the database knew")
                .isEqualTo(stored + EACH + counted("tallygate_dedup_database_duplicates_total", ""));
    }

    private static void workAgrees() throws Exception {
        assertThat(counted("tallygate_work_total", "outcome=\"failed\""))
                .isEqualTo(rows("status = 3"))
                .isEqualTo(2 * EACH);
        assertThat(counted("tallygate_work_total", "outcome=\"retried\""))
                .isEqualTo(count("task_attempt WHERE outcome = 'retry'"))
                .isEqualTo((2 + 3) * EACH);
        assertThat(counted("tallygate_work_total", "outcome=\"parked\""))
                .isEqualTo(count("task_attempt WHERE outcome = 'park'"))
                .isEqualTo(2 * EACH);
        assertThat(counted("tallygate_work_total", "outcome=\"lease-lost\"")).isZero();
        assertThat(counted("tallygate_work_total", "outcome=\"unresolved\"")).isZero();
        assertThat(counted("tallygate_work_call_seconds_count", ""))
                .isEqualTo(number("SELECT SUM(attempts) FROM async_task"))
                .isEqualTo(receiver.calls().size());
        assertThat(counted("tallygate_work_delay_seconds_count", ""))
                .isEqualTo(counted("tallygate_work_total", "outcome=\"done\""));
        assertThat(counted("tallygate_completion_tasks_sum", ""))
                .as("outcomes written")
                .isEqualTo(counted("tallygate_work_total", ""));
        await().atMost(DONE_MAX)
                .untilAsserted(() -> assertThat(counted("tallygate_queue_depth", "status=\"pending\""))
                        .isEqualTo(rows("status = 0")));
    }

    private static long counted(String name, String label) throws Exception {
        return Math.round(gateway.metric(name, label));
    }

    private static long rows(String condition) throws Exception {
        return number("SELECT COUNT(*) FROM async_task WHERE " + condition);
    }

    private static long count(String table) throws Exception {
        return number("SELECT COUNT(*) FROM " + table);
    }

    private static long number(String sql) throws Exception {
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
