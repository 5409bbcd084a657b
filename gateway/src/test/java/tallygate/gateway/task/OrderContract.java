package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks of one business key run one after the other, the oldest row first. */
interface OrderContract extends StoreContract {
    Ordering STRICT = new Ordering(Duration.ofSeconds(4), true);

    private List<LeasedTask> claimInOrder(Ordering ordering) {
        return rig().work().claimInOrder("orders", ordering, 200, StoreRig.ME, StoreRig.LEASE, true);
    }

    private TaskId store(String eventId, String order) {
        TaskId id = rig().ids().next();
        rig().insert(Samples.due(id, eventId).about(order).task());
        rig().pass(Duration.ofMillis(20));
        return id;
    }

    @Test
    default void aRefundWaitsUntilItsPaymentIsDoneWhateverOtherKeysDo() {
        TaskId payment = store("payment", "order-1");
        TaskId refund = store("refund", "order-1");
        TaskId other = store("other", "order-2");
        rig().pass(STRICT.settle());

        List<LeasedTask> first = claimInOrder(STRICT);
        assertThat(first).extracting(task -> task.lease().id()).containsExactlyInAnyOrder(payment, other);
        TaskRow waiting = rig().row(refund);
        assertThat(waiting.waitReason()).isEqualTo(WaitReason.ORDER);
        assertThat(waiting.attempts()).isZero();
        assertThat(waiting.leaseEpoch()).isZero();
        assertThat(claimInOrder(STRICT)).as("the payment runs").isEmpty();

        Lease held = new Lease(payment, 1);
        rig().work().apply(List.of(new Move.Retry(held, Duration.ofHours(1), LastOutcome.UNKNOWN, "timeout")));
        rig().work().wakeNext("orders", "order-1");
        rig().pass(Duration.ofSeconds(31));
        assertThat(claimInOrder(STRICT)).as("the payment is to be tried again").isEmpty();

        rig().pass(Duration.ofHours(1));
        Lease again = claimInOrder(STRICT).getFirst().lease();
        assertThat(again).isEqualTo(new Lease(payment, 2));
        rig().work().apply(List.of(new Move.Done(again)));
        rig().work().wakeNext("orders", "order-1");
        assertThat(claimInOrder(STRICT)).extracting(LeasedTask::lease).containsExactly(new Lease(refund, 1));
    }

    @Test
    default void aFailedHeadHoldsItsKeyUntilAPersonSettlesItUnlessTheRouteSaysGoOn() {
        TaskId payment = store("payment", "order-1");
        TaskId refund = store("refund", "order-1");
        rig().pass(STRICT.settle());
        Lease held = claimInOrder(STRICT).getFirst().lease();
        rig().work().apply(List.of(new Move.Fail(held, LastOutcome.REFUSED, "422")));
        rig().pass(Duration.ofMinutes(11));
        assertThat(claimInOrder(STRICT)).isEmpty();
        rig().pass(Duration.ofMinutes(11));
        assertThat(claimInOrder(new Ordering(STRICT.settle(), false)))
                .extracting(LeasedTask::lease)
                .containsExactly(new Lease(refund, 1));
        rig().work().apply(List.of(new Move.GiveBack(new Lease(refund, 1))));
        rig().admin()
                .change(new StateChange(
                        payment,
                        TaskStatus.FAILED,
                        TaskStatus.COMPENSATED,
                        new Actor("anna", "cli"),
                        "booked by hand"));
        assertThat(claimInOrder(STRICT)).extracting(LeasedTask::lease).containsExactly(new Lease(refund, 2));
    }

    @Test
    default void aRowSettlesBeforeItRunsSoThatNoOlderOneTurnsUpBehindIt() {
        TaskId payment = store("payment", "order-1");
        assertThat(claimInOrder(STRICT)).isEmpty();
        assertThat(rig().row(payment).waitReason()).isEqualTo(WaitReason.ORDER);
        rig().pass(STRICT.settle().minusSeconds(1));
        assertThat(claimInOrder(STRICT)).isEmpty();
        rig().pass(Duration.ofSeconds(1));
        assertThat(claimInOrder(STRICT)).hasSize(1);
    }

    @Test
    default void tasksWithoutABusinessKeyHaveNoOrder() {
        store("a", "");
        store("b", "");
        assertThat(claimInOrder(STRICT)).hasSize(2);
    }

    @Test
    default void aHeldHeadHoldsItsKeyToo() {
        TaskId payment = rig().ids().next();
        rig().insert(Samples.due(payment, "payment")
                .about("order-1")
                .starting(new NewTask.Start.Held("test"))
                .task());
        rig().pass(Duration.ofMillis(20));
        store("refund", "order-1");
        rig().pass(STRICT.settle());
        assertThat(claimInOrder(STRICT)).isEmpty();
    }
}
