package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.RetentionStore;
import tallygate.gateway.task.RetentionStore.Pass;
import tallygate.gateway.task.RetentionStore.Step;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskStatus;

/** The clean-up on a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RetentionStoreTest {
    private Optional<RealRig> opened = Optional.empty();

    @BeforeAll
    void open() {
        opened = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        rig().empty();
        rig().execute("UPDATE retention_mark SET last_id = 0, next_step_time = '2020-01-01 00:00:00'");
    }

    @AfterAll
    void close() {
        opened.ifPresent(RealRig::close);
    }

    private RealRig rig() {
        return opened.orElseThrow();
    }

    /** A task that was made, and ended, so many days ago. */
    private void task(String event, int status, int madeDays, int endedDays) {
        long millis = System.currentTimeMillis() - Duration.ofDays(madeDays).toMillis() - TaskIds.EPOCH_MILLIS;
        long id = (millis << 22) + Math.abs(event.hashCode() % 1000);
        rig().execute("INSERT INTO async_task (id, source, event_id, status, payload, content, request_headers,"
                + " effect_key, amount_minor, currency, next_retry_time)"
                + " VALUES (" + id + ", 'acc', '" + event
                + "', " + status
                + ", '{\"a\":1}', 'c', 'H: 1', 'acc:paid:" + event
                + "', 5, 'EUR', UTC_TIMESTAMP(3) - INTERVAL " + endedDays
                + " DAY)");
    }

    private Step step(Pass pass, int days) {
        RetentionStore store = rig().stores().retention();
        return store.step(pass, Duration.ofDays(days), 3, Duration.ZERO);
    }

    /** Steps until the pass has ended. */
    private int whole(Pass pass, int days) {
        int changed = 0;
        while (step(pass, days) instanceof Step.Done done) {
            assertThat(done.seen()).isLessThanOrEqualTo(3);
            changed += done.changed();
        }
        return changed;
    }

    @Test
    void anOldPayloadGoesAndItsKeysStay() {
        task("old-done", 2, 100, 100);
        task("old-settled", 4, 101, 100);
        task("young", 2, 10, 10);

        assertThat(whole(Pass.PAYLOADS, 90)).isEqualTo(2);

        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE payload IS NULL AND content IS NULL"
                        + " AND request_headers IS NULL AND effect_key IS NOT NULL AND amount_minor = 5"))
                .isEqualTo(2);
        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE payload IS NOT NULL AND event_id = 'young'"))
                .isEqualTo(1);
    }

    @Test
    void whatIsNotThroughKeepsEverythingHoweverOldItIs() {
        task("pending", 0, 500, 500);
        task("processing", 1, 501, 500);
        task("failed", 3, 502, 500);
        task("ended-late", 2, 503, 1);

        assertThat(whole(Pass.PAYLOADS, 90)).isZero();
        assertThat(whole(Pass.ROWS, 400)).isZero();
    }

    @Test
    void aRowGoesAtTheHorizonAndNotADayBefore() {
        task("ancient", 2, 401, 401);
        task("almost", 2, 399, 399);
        rig().execute("INSERT INTO task_attempt (task_id, lease_epoch, outcome) SELECT id, 1, 'done' FROM async_task");
        rig().execute("DELETE FROM task_probe");
        rig().execute("INSERT INTO task_probe (task_id, route, cause, due_at) SELECT id, '', 0, created_at FROM"
                + " async_task");
        rig().execute("DELETE FROM callback_copy");
        rig().execute("INSERT INTO callback_copy (task_id, copies, first_seen, last_seen) SELECT id, 1, created_at,"
                + " created_at FROM async_task UNION ALL SELECT id - 1, 1, created_at, created_at FROM async_task"
                + " WHERE event_id = 'ancient'");

        assertThat(whole(Pass.ROWS, 400)).isEqualTo(1);

        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE event_id = 'almost'"))
                .isEqualTo(1);
        assertThat(rig().number("SELECT COUNT(*) FROM task_attempt")).isEqualTo(1);
        assertThat(rig().number("SELECT COUNT(*) FROM task_probe")).isEqualTo(1);
        assertThat(rig().number("SELECT COUNT(*) FROM callback_copy c JOIN async_task t ON t.id = c.task_id"))
                .isEqualTo(1);
        assertThat(rig().number("SELECT COUNT(*) FROM callback_copy"))
                .as("an entry without its task goes too")
                .isEqualTo(1);
    }

    @Test
    void oneStepLooksAtSoManyRowsAndTheNextNodeWaitsForThePause() {
        for (int i = 0; i < 5; i++) {
            task("t" + i, 2, 100 + i, 100);
        }
        RetentionStore store = rig().stores().retention();

        assertThat(store.step(Pass.PAYLOADS, Duration.ofDays(90), 3, Duration.ofHours(1)))
                .isEqualTo(new Step.Done(3, 3));
        assertThat(store.step(Pass.PAYLOADS, Duration.ofDays(90), 3, Duration.ofHours(1)))
                .isEqualTo(new Step.NotNow());
        rig().execute("UPDATE retention_mark SET next_step_time = UTC_TIMESTAMP(3)");
        assertThat(store.step(Pass.PAYLOADS, Duration.ofDays(90), 3, Duration.ZERO))
                .isEqualTo(new Step.Done(2, 2));
        assertThat(step(Pass.PAYLOADS, 90)).isEqualTo(new Step.PassEnded());
        assertThat(step(Pass.PAYLOADS, 90)).as("the next pass is a day away").isEqualTo(new Step.NotNow());
    }

    @Test
    void whatWasEmptiedNeverRunsAgainWithoutItsContent() {
        task("old", 2, 100, 100);
        whole(Pass.PAYLOADS, 90);
        TaskId id = new TaskId(rig().number("SELECT id FROM async_task"));

        assertThat(rig().admin()
                        .change(new StateChange(
                                id, TaskStatus.SUCCESS, TaskStatus.PENDING, new Actor("anne", "x"), "why")))
                .isInstanceOf(Changed.Emptied.class);
        assertThat(rig().number("SELECT status FROM async_task")).isEqualTo(2);
        assertThat(rig().number("SELECT COUNT(*) FROM audit_log")).isZero();
    }
}
