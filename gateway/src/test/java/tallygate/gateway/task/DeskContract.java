package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people see and change by hand. */
interface DeskContract extends StoreContract {
    Actor ADA = new Actor("ada", "192.0.2.1");

    private TaskId failed(String eventId) {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, eventId).task());
        rig().work().apply(List.of(new Move.Fail(new Lease(id, 1), LastOutcome.REFUSED, "422")));
        return id;
    }

    @Test
    default void aFailedTaskIsOpenedAgainWithItsTriesBackAndItsStartsKept() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        rig().work().apply(List.of(new Move.Retry(new Lease(id, 1), Duration.ZERO, LastOutcome.REFUSED, "no")));
        Lease second = rig().claim(WorkStore.Scan.DUE, "orders").getFirst().lease();
        rig().work().apply(List.of(new Move.Fail(second, LastOutcome.UNKNOWN, "no again")));

        Changed changed = rig().admin()
                .change(new StateChange(id, TaskStatus.FAILED, TaskStatus.PENDING, ADA, "receiver was repaired"));
        assertThat(changed).isEqualTo(new Changed.Made(rig().row(id)));
        TaskRow row = rig().row(id);
        assertThat(row.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(row.retryCount()).isZero();
        assertThat(row.attempts()).isEqualTo(2);
        assertThat(row.leaseEpoch()).isEqualTo(2);
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(LeasedTask::lease)
                .containsExactly(new Lease(id, 3));
    }

    @Test
    default void everyChangeHasAnAuditRowThatTellsBeforeAndAfter() {
        TaskId id = failed("evt_1");
        rig().admin().change(new StateChange(id, TaskStatus.FAILED, TaskStatus.COMPENSATED, ADA, "paid out by hand"));
        AuditRow row = rig().admin().auditLog(Long.MAX_VALUE, 10).getFirst();
        assertThat(row.actor()).isEqualTo(ADA);
        assertThat(row.action()).isEqualTo("task-settle");
        assertThat(row.objectType()).isEqualTo("task");
        assertThat(row.objectId()).isEqualTo(id.toString());
        assertThat(row.before()).isEqualTo("status=FAILED retry_count=0 wait_reason=NONE");
        assertThat(row.after()).isEqualTo("status=COMPENSATED retry_count=0 wait_reason=NONE");
        assertThat(row.reason()).isEqualTo("paid out by hand");
        assertThat(row.isSealed()).isFalse();
    }

    @Test
    default void aPendingTaskCanBeCancelledAndADoneOneOpenedAgain() {
        TaskId due = rig().ids().next();
        TaskId done = rig().ids().next();
        rig().insert(Samples.due(due, "evt_1").task());
        rig().insert(Samples.leased(done, "evt_2").task());
        rig().work().apply(List.of(new Move.Done(new Lease(done, 1))));

        assertThat(rig().admin().change(new StateChange(due, TaskStatus.PENDING, TaskStatus.COMPENSATED, ADA, "test")))
                .isInstanceOf(Changed.Made.class);
        assertThat(rig().admin().change(new StateChange(done, TaskStatus.SUCCESS, TaskStatus.PENDING, ADA, "probe")))
                .isInstanceOf(Changed.Made.class);
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(task -> task.lease().id())
                .containsExactly(done);
        assertThat(rig().admin().auditLog(Long.MAX_VALUE, 10))
                .extracting(AuditRow::action)
                .containsExactly("task-reopen", "task-cancel");
    }

    @Test
    default void aChangeOfAStateThatHasMovedOnWritesNothing() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        assertThat(rig().admin().change(new StateChange(id, TaskStatus.FAILED, TaskStatus.PENDING, ADA, "x")))
                .isEqualTo(new Changed.Stale(rig().row(id)));
        assertThat(rig().admin()
                        .change(new StateChange(rig().ids().next(), TaskStatus.FAILED, TaskStatus.PENDING, ADA, "x")))
                .isEqualTo(new Changed.Missing());
        assertThat(rig().admin().auditLog(Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    default void onlyTheListedMovesCanBeAskedFor() {
        TaskId id = rig().ids().next();
        assertThatThrownBy(() -> new StateChange(id, TaskStatus.COMPENSATED, TaskStatus.PENDING, ADA, "x"))
                .hasMessage("COMPENSATED -> PENDING is not a legal move");
        assertThatThrownBy(() -> new StateChange(id, TaskStatus.PROCESSING, TaskStatus.FAILED, ADA, "x"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new StateChange(id, TaskStatus.FAILED, TaskStatus.PENDING, ADA, " "))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    default void aHeldTaskIsReleasedByAPerson() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.due(id, "evt_1")
                .starting(new NewTask.Start.Held("old"))
                .task());
        assertThat(rig().admin().release(id, ADA, "provider confirmed")).isInstanceOf(Changed.Made.class);
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).hasSize(1);
        assertThat(rig().admin().release(id, ADA, "again")).isInstanceOf(Changed.Stale.class);
        assertThat(rig().admin().auditLog(Long.MAX_VALUE, 10)).hasSize(1);
    }

    @Test
    default void tasksAreListedPageByPageNewestFirst() {
        List<TaskId> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            TaskId id = rig().ids().next();
            ids.addFirst(id);
            rig().insert(Samples.due(id, "evt_" + i)
                    .on(i % 2 == 0 ? "even" : "odd")
                    .about("order-" + i / 4)
                    .task());
        }
        List<TaskRow> first = rig().admin().list(TaskQuery.newest(3));
        List<TaskRow> second =
                rig().admin().list(TaskQuery.newest(3).after(first.getLast().id()));
        assertThat(first).extracting(TaskRow::id).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(second).extracting(TaskRow::id).containsExactlyElementsOf(ids.subList(3, 6));

        assertThat(rig().admin().list(TaskQuery.newest(10).ofRoute("odd"))).hasSize(3);
        assertThat(rig().admin().list(TaskQuery.newest(10).ofBizId("order-1"))).hasSize(3);
        assertThat(rig().admin().list(TaskQuery.newest(10).ofEventId("evt_3"))).hasSize(1);
        assertThat(rig().admin().walk(TaskQuery.newest(10).ofRoute("odd")).tasks())
                .hasSize(3);
        assertThat(rig().admin().walk(TaskQuery.newest(10).ofEventId("evt_3")).tasks())
                .hasSize(1);
        assertThat(rig().admin()
                        .walk(TaskQuery.newest(10).ofEventId("evt_none"))
                        .tasks())
                .isEmpty();
        assertThat(rig().admin().list(TaskQuery.newest(10).inStatus(TaskStatus.PENDING, TaskStatus.FAILED)))
                .hasSize(7);
        assertThat(rig().admin().list(TaskQuery.newest(10).inStatus(TaskStatus.SUCCESS)))
                .isEmpty();
    }

    @Test
    default void theBacklogIsCountedByRouteAndState() {
        failed("evt_1");
        rig().insert(Samples.due(rig().ids().next(), "evt_2").task());
        rig().pass(Duration.ofSeconds(90));
        rig().insert(Samples.due(rig().ids().next(), "evt_3").task());
        rig().insert(Samples.leased(rig().ids().next(), "evt_4").on("mails").task());

        TaskCounts counts = rig().admin().counts();
        assertThat(counts.counts())
                .containsExactlyInAnyOrder(
                        new TaskCounts.Count("orders", TaskStatus.PENDING, 2, false),
                        new TaskCounts.Count("orders", TaskStatus.FAILED, 1, false),
                        new TaskCounts.Count("mails", TaskStatus.PROCESSING, 1, false));
        assertThat(counts.oldestDue()).hasSize(1);
        assertThat(counts.oldestDue().getFirst().route()).isEqualTo("orders");
        assertThat(counts.oldestDue().getFirst().due()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(150));
    }

    @Test
    default void otherActionsAreAuditedToo() {
        rig().admin().audit(ADA, "config-reload", "config", "main", "rotated a key");
        rig().admin().audit(ADA, "login", "user", "ada", "");
        List<AuditRow> log = rig().admin().auditLog(Long.MAX_VALUE, 1);
        assertThat(log).extracting(AuditRow::action).containsExactly("login");
        assertThat(rig().admin().auditLog(log.getLast().id(), 10))
                .extracting(AuditRow::action)
                .containsExactly("config-reload");
    }
}
