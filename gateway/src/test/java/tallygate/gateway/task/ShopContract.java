package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a shop brings in and says by itself, and what it is asked. */
interface ShopContract extends StoreContract {
    private OwnTasks shop() {
        return new OwnTasks(rig().shopIntake(), rig().ids()::next, () -> Set.of("orders"));
    }

    private static OwnTask sms(String text, Duration in) {
        return new OwnTask(
                "shop",
                "orders",
                "sms-1",
                "sms.send",
                "sms",
                "order-1",
                OptionalLong.empty(),
                "",
                text.getBytes(StandardCharsets.UTF_8),
                in);
    }

    @Test
    default void aShopsTaskIsStoredOnceHoweverOftenItIsAskedFor() {
        OwnTasks.Made first = shop().make(sms("{\"to\":1}", Duration.ZERO));
        assertThat(first).isInstanceOf(OwnTasks.Made.Stored.class);
        TaskId id = ((OwnTasks.Made.Stored) first).task();
        assertThat(shop().make(sms("{\"to\":1}", Duration.ZERO))).isEqualTo(new OwnTasks.Made.Known(id));
        assertThat(shop().make(sms("{\"to\":2}", Duration.ZERO))).isEqualTo(new OwnTasks.Made.Conflict(id));
        assertThat(rig().conflicts()).isEqualTo(1);
        LeasedTask task = rig().claim(WorkStore.Scan.DUE, "orders").getFirst();
        assertThat(task.lease().id()).isEqualTo(id);
        assertThat(new String(task.content(), StandardCharsets.UTF_8)).isEqualTo("{\"to\":1}");
        assertThat(task.bizType()).isEqualTo("sms");
        assertThat(task.request().method()).isEmpty();
    }

    @Test
    default void aShopsTaskMayBeginLater() {
        shop().make(sms("{}", Duration.ofMinutes(5)));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).isEmpty();
        rig().pass(Duration.ofMinutes(5));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).hasSize(1);
    }

    @Test
    default void whatEarlyCallbacksWaitForEndsTheirWaitWhateverTheyDoJustThen() {
        TaskId waiting = rig().ids().next();
        TaskId running = rig().ids().next();
        TaskId other = rig().ids().next();
        rig().insert(Samples.leased(waiting, "waiting").about("order-1").task());
        rig().insert(Samples.leased(running, "running").about("order-1").task());
        rig().insert(Samples.leased(other, "other").about("order-2").task());
        Duration hour = Duration.ofHours(1);
        rig().work()
                .apply(List.of(
                        new Move.Park(new Lease(waiting, 1), hour, WaitReason.EARLY, "no such order"),
                        new Move.Park(new Lease(other, 1), hour, WaitReason.EARLY, "no such order")));

        assertThat(rig().arrivals().arrived("order-1", Optional.of("elsewhere")))
                .isZero();
        assertThat(rig().arrivals().arrived("", Optional.empty())).isZero();
        assertThat(rig().arrivals().arrived("order-1", Optional.of("orders"))).isEqualTo(2);

        rig().work().apply(List.of(new Move.Park(new Lease(running, 1), hour, WaitReason.EARLY, "no such order")));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(LeasedTask::lease)
                .containsExactlyInAnyOrder(new Lease(waiting, 2), new Lease(running, 2));
        assertThat(rig().row(waiting).retryCount()).isZero();
        rig().work().apply(List.of(new Move.Park(new Lease(running, 2), hour, WaitReason.EARLY, "still not")));
        assertThat(rig().row(running).waitReason())
                .as("the word was used up by the try it led to")
                .isEqualTo(WaitReason.EARLY);
    }

    @Test
    default void aSuccessIsAskedAboutByOneNodeAfterItsTimeAndForgottenWhenItIsTrue() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        rig().work().apply(List.of(new Move.Done(new Lease(id, 1), Duration.ofMillis(50))));
        org.awaitility.Awaitility.await().pollDelay(Duration.ZERO).until(() -> {
            rig().pass(Duration.ofMillis(10));
            return !rig().probes().take("orders", 10, Duration.ofHours(1)).isEmpty();
        });
        assertThat(rig().probes().take("orders", 10, Duration.ofHours(1)))
                .as("another node")
                .isEmpty();
        assertThat(rig().probes().find(id))
                .contains(new ProbeStore.Known(ProbeStore.Cause.DONE, ProbeStore.Answer.OPEN, 1, ""));
        rig().probes().settle(id, ProbeStore.Answer.APPLIED, "", false);
        assertThat(rig().probes().find(id)).isEmpty();
    }

    @Test
    default void aFailureOfUnknownOutcomeIsAskedAboutAtOnceAndItsAnswerIsKept() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        rig().work().apply(List.of(new Move.Fail(new Lease(id, 1), LastOutcome.UNKNOWN, "timeout", true)));
        ProbeStore.Probe probe =
                rig().probes().take("orders", 10, Duration.ofHours(1)).getFirst();
        assertThat(probe.task().id()).isEqualTo(id);
        assertThat(probe.cause()).isEqualTo(ProbeStore.Cause.FAILED);
        assertThat(probe.asked()).isZero();
        rig().probes().settle(id, ProbeStore.Answer.APPLIED, "", false);
        rig().probes().settle(id, ProbeStore.Answer.NOT_APPLIED, "too late", false);
        assertThat(rig().probes().find(id))
                .contains(new ProbeStore.Known(ProbeStore.Cause.FAILED, ProbeStore.Answer.APPLIED, 1, ""));
    }
}
