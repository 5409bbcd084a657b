package tallygate.gateway.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.saga.Reply;
import tallygate.gateway.task.Lease;

/** What every saga store does. */
public interface SagaStoreContract {
    Definition ORDER = Sagas.order();
    Set<NewSaga.Kind> KNOWN = Set.of(new NewSaga.Kind(ORDER.name(), 1));

    SagaRig rig();

    private Snapshot start(String identity, String bizId) {
        Started started = rig().sagas().start(Sagas.saga(identity, ORDER, bizId), Optional.empty());
        return ((Started.Fresh) started).saga();
    }

    private List<Snapshot> claim() {
        return rig().sagas().claim(KNOWN, 10, Sagas.OTHER, Sagas.LEASE);
    }

    private Plan begin(Course course) {
        Plan plan = course.plan(Duration.ZERO);
        assertThat(rig().sagas().apply(plan.transition())).isEqualTo(Applied.MADE);
        course.committed(plan);
        return plan;
    }

    private Course course(Snapshot saga) {
        return new Course(ORDER, saga, Sagas.LEASE, Sagas.CRASHES_MAX);
    }

    @Test
    default void aSagaIsStartedOnceWhateverTheRetries() {
        Snapshot first = start("paid:1", "");
        Started again = rig().sagas().start(Sagas.saga("paid:1", ORDER, ""), Optional.empty());
        assertThat(again).isEqualTo(new Started.Known(first.id(), SagaStatus.CREATED));
        assertThat(first.status()).isEqualTo(SagaStatus.CREATED);
        assertThat(first.lease().epoch()).isEqualTo(1);
    }

    @Test
    default void startingASagaEndsItsTaskInTheSameTransaction() {
        Lease task = rig().heldTask();
        Started started = rig().sagas().start(Sagas.saga("paid:2", ORDER, ""), Optional.of(task));
        assertThat(started).isInstanceOf(Started.Fresh.class);
        assertThat(rig().isTaskEnded(task)).isTrue();
    }

    @Test
    default void aTaskThatIsLostStartsNothing() {
        Lease task = rig().heldTask();
        Lease late = new Lease(task.id(), task.epoch() - 1);
        assertThat(rig().sagas().start(Sagas.saga("paid:3", ORDER, ""), Optional.of(late)))
                .isEqualTo(new Started.TaskLost());
        assertThat(rig().sagas().start(Sagas.saga("paid:3", ORDER, ""), Optional.empty()))
                .isInstanceOf(Started.Fresh.class);
    }

    @Test
    default void aRetriedTaskEndsToo() {
        start("paid:4", "");
        Lease task = rig().heldTask();
        assertThat(rig().sagas().start(Sagas.saga("paid:4", ORDER, ""), Optional.of(task)))
                .isInstanceOf(Started.Known.class);
        assertThat(rig().isTaskEnded(task)).isTrue();
    }

    @Test
    default void theIntentIsThereBeforeAnythingIsSent() {
        Snapshot saga = start("intent", "");
        Plan plan = begin(course(saga));
        assertThat(plan.calls()).hasSize(1);
        rig().pass(Duration.ofMinutes(5));
        Snapshot found = claim().getFirst();
        assertThat(found.status()).isEqualTo(SagaStatus.RUNNING);
        assertThat(found.crashes()).isEqualTo(1);
        Entry entry = found.entries().get(saga.id().request(Direction.FORWARD, 1));
        assertThat(entry.status()).isEqualTo(StepStatus.SENT);
        assertThat(entry.tries()).isEqualTo(1);
        assertThat(entry.isDue()).isTrue();
    }

    @Test
    default void aHeldSagaIsNobodyElses() {
        start("held", "");
        assertThat(claim()).isEmpty();
        rig().pass(Sagas.LEASE.plusSeconds(1));
        assertThat(claim()).hasSize(1);
        assertThat(claim()).isEmpty();
    }

    @Test
    default void whatANodeDoesNotKnowIsLeftAlone() {
        start("unknown", "");
        rig().pass(Sagas.LEASE.plusSeconds(1));
        Set<NewSaga.Kind> others = Set.of(new NewSaga.Kind(ORDER.name(), 2), new NewSaga.Kind("other", 1));
        assertThat(rig().sagas().claim(others, 10, Sagas.OTHER, Sagas.LEASE)).isEmpty();
    }

    @Test
    default void aLostLeaseWritesNothing() {
        Course late = course(start("lost", ""));
        rig().pass(Sagas.LEASE.plusSeconds(1));
        Snapshot taken = claim().getFirst();
        assertThat(rig().sagas().apply(late.plan(Duration.ZERO).transition())).isEqualTo(Applied.LOST);
        assertThat(taken.entries()).isEmpty();
        begin(course(taken));
    }

    @Test
    default void aResultByMessageWakesItsSagaAndIsTakenOnce() {
        Snapshot saga = start("message", "");
        Course course = course(saga);
        Call call = begin(course).calls().getFirst();
        course.replied(call, new Reply.Accepted("", Duration.ofMinutes(2)), Duration.ZERO);
        Plan wait = begin(course);
        assertThat(wait.transition().ending()).isInstanceOf(Transition.Ending.Release.class);
        assertThat(claim()).isEmpty();
        String request = call.entry().requestId();
        Reply result = new Reply.Done("{\"frozen\":3}");
        assertThat(rig().sagas().deliver(request, 0, result)).isInstanceOf(SagaStore.Delivered.Taken.class);
        assertThat(rig().sagas().deliver(request, 0, result)).isEqualTo(new SagaStore.Delivered.SettledBefore());
        assertThat(rig().sagas().deliver("sgnone:s1", 0, result)).isEqualTo(new SagaStore.Delivered.Unknown());
        Entry entry = claim().getFirst().entries().get(request);
        assertThat(entry.status()).isEqualTo(StepStatus.DONE);
        assertThat(entry.response()).isEqualTo("{\"frozen\":3}");
    }

    @Test
    default void aResultThatOvertakesItsCallerIsNotOverwritten() {
        Course course = course(start("overtaken", ""));
        Call call = begin(course).calls().getFirst();
        rig().sagas().deliver(call.entry().requestId(), 0, new Reply.Done("{}"));
        course.replied(call, new Reply.Accepted("", Duration.ofMinutes(2)), Duration.ZERO);
        Plan late = course.plan(Duration.ZERO);
        if (late.transition().writes().isEmpty()) {
            assertThat(rig().sagas().apply(late.transition())).isEqualTo(Applied.MADE);
        } else {
            assertThat(rig().sagas().apply(late.transition())).isEqualTo(Applied.STALE);
            rig().pass(Duration.ofMinutes(1));
        }
        Snapshot now = claim().getFirst();
        assertThat(now.entries().get(call.entry().requestId()).status()).isEqualTo(StepStatus.DONE);
    }

    @Test
    default void aResultThatComesWhileANodeHasTheSagaIsNotSleptOver() {
        List<Step> steps = List.of(Sagas.step(1, "stock", 1, false), Sagas.step(2, "coupon", 1, false));
        Definition together = new Definition(ORDER.name(), 1, Duration.ofMinutes(10), Definition.Lock.NONE, steps);
        Snapshot saga = start("nudged", "");
        Course course = new Course(together, saga, Sagas.LEASE, Sagas.CRASHES_MAX);
        List<Call> calls = begin(course).calls();
        course.replied(calls.get(0), new Reply.Accepted("", Duration.ofMinutes(2)), Duration.ZERO);
        begin(course);
        rig().sagas().deliver(calls.get(0).entry().requestId(), 0, new Reply.Done("{}"));
        course.replied(calls.get(1), new Reply.Accepted("", Duration.ofMinutes(2)), Duration.ZERO);
        begin(course);
        assertThat(claim()).hasSize(1);
    }

    @Test
    default void twoSagasOfOneBusinessIdFollowEachOther() {
        Snapshot first = start("lock-1", "order-77");
        Snapshot second = start("lock-2", "order-77");
        Course one = course(first);
        Plan begun = begin(one);
        Course two = course(second);
        assertThat(rig().sagas().apply(two.plan(Duration.ZERO).transition())).isEqualTo(Applied.LOCKED);
        assertThat(claim()).isEmpty();
        Plan plan = begun;
        while (!plan.after().status().isEnded()) {
            one.replied(plan.calls().getFirst(), new Reply.Done("{}"), Duration.ZERO);
            plan = begin(one);
        }
        assertThat(plan.after().status()).isEqualTo(SagaStatus.COMPLETED);
        Snapshot next = claim().getFirst();
        assertThat(next.id()).isEqualTo(second.id());
        begin(course(next));
    }

    @Test
    default void theSecondSagaOfABusinessIdIsNotStartedWhereTheDefinitionSaysSo() {
        Definition refuse = Sagas.of(Definition.Lock.REFUSE, "order", "stock");
        Started first = rig().sagas().start(Sagas.saga("refuse-1", refuse, "order-78"), Optional.empty());
        Lease task = rig().heldTask();
        Started second = rig().sagas().start(Sagas.saga("refuse-2", refuse, "order-78"), Optional.of(task));
        assertThat(second)
                .isEqualTo(new Started.Busy(((Started.Fresh) first).saga().id()));
        assertThat(rig().isTaskEnded(task)).isFalse();
    }

    @Test
    @Tag("O-137")
    default void directionIsStoredWithTheFirstCompensation() {
        Course course = course(start("turn", ""));
        Plan plan = begin(course);
        course.replied(plan.calls().getFirst(), new Reply.Done("{}"), Duration.ZERO);
        plan = begin(course);
        course.replied(plan.calls().getFirst(), new Reply.Failed("sold out", ""), Duration.ZERO);
        begin(course);
        rig().pass(Duration.ofMinutes(5));
        Snapshot found = claim().getFirst();
        assertThat(found.status()).isEqualTo(SagaStatus.COMPENSATING);
        assertThat(found.entries()
                        .get(found.id().request(Direction.COMPENSATION, 1))
                        .status())
                .isEqualTo(StepStatus.SENT);
        assertThat(found.mark()).isEqualTo(3);
    }

    @Test
    default void aPauseIsKeptByTheDatabasesClock() {
        Course course = course(start("pause", ""));
        Plan plan = begin(course);
        course.replied(plan.calls().getFirst(), new Reply.Unknown("timed out"), Duration.ZERO);
        assertThat(begin(course).transition().ending()).isInstanceOf(Transition.Ending.Release.class);
        rig().pass(Duration.ofMillis(1_500));
        assertThat(claim()).isEmpty();
        rig().pass(Duration.ofMillis(600));
        Snapshot due = claim().getFirst();
        assertThat(due.entries().get(due.id().request(Direction.FORWARD, 1)).isDue())
                .isTrue();
        assertThat(due.crashes()).isZero();
    }

    @Test
    default void aRefusedCompensationByMessageWaitsForItsPauseAndAnOldRefusalIsDropped() {
        Course course = course(start("refused-undo", ""));
        Plan plan = begin(course);
        course.replied(plan.calls().getFirst(), new Reply.Done("{}"), Duration.ZERO);
        plan = begin(course);
        course.replied(plan.calls().getFirst(), new Reply.Failed("sold out", ""), Duration.ZERO);
        Call undo = begin(course).calls().getFirst();
        course.replied(undo, new Reply.Accepted("", Duration.ofMinutes(2)), Duration.ZERO);
        begin(course);
        String request = undo.entry().requestId();
        Reply refusal = new Reply.Failed("locked", "");
        assertThat(rig().sagas().deliver(request, undo.entry().mark() - 1, refusal))
                .isEqualTo(new SagaStore.Delivered.SettledBefore());
        assertThat(rig().sagas().deliver(request, undo.entry().mark(), refusal))
                .isInstanceOf(SagaStore.Delivered.Taken.class);
        Entry refused = claim().getFirst().entries().get(request);
        assertThat(refused.status()).isEqualTo(StepStatus.UNKNOWN);
        assertThat(refused.isDue()).isFalse();
        assertThat(refused.due()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }
}
