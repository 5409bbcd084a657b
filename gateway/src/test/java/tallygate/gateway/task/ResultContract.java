package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Results that come outside of their try: which of them end a task, and what they do to whoever holds it. */
interface ResultContract extends StoreContract {
    private Lease leased(String eventId) {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, eventId).task());
        return new Lease(id, 1);
    }

    @Test
    default void aKnownResultTakesAWaitingTaskOutOfTurnWithoutAStart() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Retry(lease, Duration.ofHours(1), LastOutcome.UNKNOWN, "no result yet")));
        LeasedTask taken = takenOver(lease);
        assertThat(taken.lease()).isEqualTo(new Lease(lease.id(), 2));
        assertThat(taken.retryCount()).isEqualTo(1);
        assertThat(rig().row(lease.id()).status()).isEqualTo(TaskStatus.PROCESSING);
        assertThat(rig().row(lease.id()).attempts()).isEqualTo(1);
        assertThat(rig().work().apply(List.of(new Move.Done(taken.lease())))).isEmpty();
        assertThat(rig().row(lease.id()).status()).isEqualTo(TaskStatus.SUCCESS);
    }

    @Test
    default void aKnownResultFencesOffTheTryThatStillRuns() {
        Lease lease = leased("evt_1");
        LeasedTask taken = takenOver(lease);
        assertThat(rig().work().apply(List.of(new Move.Fail(lease, LastOutcome.REFUSED, "late"))))
                .containsExactly(lease);
        assertThat(rig().work().apply(List.of(new Move.Done(taken.lease())))).isEmpty();
        assertThat(rig().row(lease.id()).status()).isEqualTo(TaskStatus.SUCCESS);
    }

    @Test
    default void aResultOfATaskThatEndedTakesNothing() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Done(lease)));
        assertThat(takeOver(lease.id(), Set.of("orders"))).isInstanceOf(WorkStore.TakenOver.Ended.class);
        assertThat(takeOver(new TaskId(lease.id().value() + 1), Set.of("orders")))
                .isInstanceOf(WorkStore.TakenOver.Ended.class);
        assertThat(rig().row(lease.id()).leaseEpoch()).isEqualTo(1);
    }

    @Test
    default void aResultForARouteThatTheNodeDoesNotKnowLeavesTheTaskWithItsHolder() {
        Lease lease = leased("evt_1");
        for (int i = 0; i < 3; i++) {
            assertThat(takeOver(lease.id(), Set.of("elsewhere")))
                    .isEqualTo(new WorkStore.TakenOver.OtherRoute(
                            rig().row(lease.id()).route()));
        }
        assertThat(rig().row(lease.id()).leaseEpoch()).isEqualTo(1);
        assertThat(rig().work().apply(List.of(new Move.Done(lease)))).isEmpty();
        assertThat(rig().row(lease.id()).status()).isEqualTo(TaskStatus.SUCCESS);
    }

    @Test
    default void aResultHoldsForItsOwnHandOutAndASuccessForLaterOnesToo() {
        Lease lease = leased("evt_1");
        for (boolean isDone : new boolean[] {true, false}) {
            assertThat(answered(lease, lease.epoch() + 1, isDone))
                    .as("of a hand-out that nobody has made")
                    .isInstanceOf(WorkStore.TakenOver.Superseded.class);
        }
        Lease next = ((WorkStore.TakenOver.Leased) answered(lease, lease.epoch(), false))
                .task()
                .lease();
        assertThat(answered(lease, lease.epoch(), false)).isInstanceOf(WorkStore.TakenOver.Superseded.class);
        assertThat(rig().row(lease.id()).leaseEpoch()).isEqualTo(next.epoch());
        assertThat(answered(lease, lease.epoch(), true)).isInstanceOf(WorkStore.TakenOver.Leased.class);
    }

    @Test
    default void noResultOfBeforeATaskWasOpenedAgainEndsIt() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Done(lease)));
        assertThat(rig().admin()
                        .change(new StateChange(
                                lease.id(),
                                TaskStatus.SUCCESS,
                                TaskStatus.PENDING,
                                new Actor("anna", "cli"),
                                "no effect")))
                .isInstanceOf(Changed.Made.class);
        Lease again = rig().work()
                .claim(WorkStore.Scan.DUE, Set.of("orders"), 1, 9, StoreRig.LEASE, true)
                .getFirst()
                .lease();
        assertThat(answered(lease, lease.epoch(), true)).isInstanceOf(WorkStore.TakenOver.Superseded.class);
        assertThat(rig().row(lease.id()).leaseEpoch()).isEqualTo(again.epoch());
        assertThat(answered(lease, again.epoch(), true)).isInstanceOf(WorkStore.TakenOver.Leased.class);
    }

    private WorkStore.TakenOver answered(Lease lease, int epoch, boolean isDone) {
        return rig().work()
                .takeOver(
                        lease.id(),
                        Set.of("orders"),
                        Optional.of(new WorkStore.Answered(epoch, isDone)),
                        9,
                        StoreRig.LEASE);
    }

    private LeasedTask takenOver(Lease lease) {
        return ((WorkStore.TakenOver.Leased) takeOver(lease.id(), Set.of("orders"))).task();
    }

    private WorkStore.TakenOver takeOver(TaskId id, Set<String> routes) {
        return rig().work().takeOver(id, routes, Optional.empty(), 9, StoreRig.LEASE);
    }
}
