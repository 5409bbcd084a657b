package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each outcome writes, and that a lost lease writes nothing. */
interface OutcomeContract extends StoreContract {
    private Lease leased(String eventId) {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, eventId).task());
        return new Lease(id, 1);
    }

    @Test
    default void doneIsSuccess() {
        Lease lease = leased("evt_1");
        assertThat(rig().work().apply(List.of(new Move.Done(lease)))).isEmpty();
        TaskRow row = rig().row(lease.id());
        assertThat(row.status()).isEqualTo(TaskStatus.SUCCESS);
        assertThat(row.attempts()).isEqualTo(1);
        assertThat(row.leaseEpoch()).isEqualTo(1);
    }

    @Test
    default void aRetryCountsAndIsDueAfterItsDelay() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Retry(lease, Duration.ofMillis(1234), LastOutcome.UNKNOWN, "timeout")));
        TaskRow row = rig().row(lease.id());
        assertThat(row.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(row.retryCount()).isEqualTo(1);
        assertThat(row.attempts()).isEqualTo(1);
        assertThat(row.lastOutcome()).isEqualTo(LastOutcome.UNKNOWN);
        assertThat(row.lastError()).isEqualTo("timeout");
        assertThat(Duration.between(row.updatedAt(), row.nextRetryTime())).isEqualTo(Duration.ofMillis(1234));
    }

    @Test
    default void aParkDoesNotCountAsAFailure() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Park(lease, Duration.ofSeconds(9), WaitReason.EARLY, "no order yet")));
        TaskRow row = rig().row(lease.id());
        assertThat(row.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(row.retryCount()).isZero();
        assertThat(row.attempts()).isEqualTo(1);
        assertThat(row.waitReason()).isEqualTo(WaitReason.EARLY);
        assertThat(row.lastError()).isEqualTo("no order yet");
    }

    @Test
    default void aWaitBeforeTheStartTakesTheStartBack() {
        for (WaitReason reason : List.of(WaitReason.ORDER, WaitReason.LANE, WaitReason.BREAKER)) {
            Lease lease = leased("evt_" + reason);
            rig().work().apply(List.of(new Move.Park(lease, Duration.ofSeconds(9), reason, "")));
            assertThat(rig().row(lease.id()).attempts()).as(reason.toString()).isZero();
            assertThat(rig().row(lease.id()).waitReason()).isEqualTo(reason);
        }
    }

    @Test
    default void theWaitReasonIsGoneWhenTheTaskIsClaimedAgain() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Park(lease, Duration.ofSeconds(9), WaitReason.EARLY, "")));
        rig().pass(Duration.ofSeconds(9));
        rig().claim(WorkStore.Scan.DUE, "orders");
        assertThat(rig().row(lease.id()).waitReason()).isEqualTo(WaitReason.NONE);
    }

    @Test
    default void aFailureIsFinalForMachines() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Fail(lease, LastOutcome.REFUSED, "422 no such account")));
        TaskRow row = rig().row(lease.id());
        assertThat(row.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(row.lastOutcome()).isEqualTo(LastOutcome.REFUSED);
        assertThat(row.lastError()).isEqualTo("422 no such account");
        rig().pass(Duration.ofDays(30));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).isEmpty();
        assertThat(rig().claim(WorkStore.Scan.EXPIRED, "orders")).isEmpty();
    }

    @Test
    default void aGiveBackTakesTheStartBackAndIsDueAtOnce() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.GiveBack(lease)));
        assertThat(rig().row(lease.id()).attempts()).isZero();
        LeasedTask again = rig().claim(WorkStore.Scan.DUE, "orders").getFirst();
        assertThat(again.attempts()).isEqualTo(1);
        assertThat(again.lease().epoch()).isEqualTo(2);
    }

    @Test
    default void crashesAreForgottenWithAnOutcomeAndKeptWithoutOne() {
        Lease lease = leased("evt_1");
        rig().pass(StoreRig.LEASE);
        Lease second = rig().claim(WorkStore.Scan.EXPIRED, "orders").getFirst().lease();
        rig().work().apply(List.of(new Move.GiveBack(second)));
        assertThat(rig().row(lease.id()).crashes()).isEqualTo(1);

        Lease third = rig().claim(WorkStore.Scan.DUE, "orders").getFirst().lease();
        rig().work().apply(List.of(new Move.Park(third, Duration.ZERO, WaitReason.BREAKER, "")));
        assertThat(rig().row(lease.id()).crashes()).isEqualTo(1);

        Lease fourth = rig().claim(WorkStore.Scan.DUE, "orders").getFirst().lease();
        rig().work().apply(List.of(new Move.Retry(fourth, Duration.ZERO, LastOutcome.REFUSED, "no")));
        assertThat(rig().row(lease.id()).crashes()).isZero();
    }

    @Test
    @Tag("O-112")
    default void aTaskWhoseNodesDiedTooOftenFailsWithoutAStart() {
        Lease lease = leased("evt_1");
        rig().pass(StoreRig.LEASE);
        Lease second = rig().claim(WorkStore.Scan.EXPIRED, "orders").getFirst().lease();
        rig().work().apply(List.of(new Move.Lost(second, "worker-lost")));
        TaskRow row = rig().row(lease.id());
        assertThat(row.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(row.attempts()).isEqualTo(1);
        assertThat(row.crashes()).isEqualTo(1);
        assertThat(row.lastOutcome()).isEqualTo(LastOutcome.UNKNOWN);
    }

    @Test
    default void aLateOutcomeOfALostLeaseChangesNothing() {
        Lease old = leased("evt_1");
        rig().pass(StoreRig.LEASE);
        rig().work().claim(WorkStore.Scan.EXPIRED, Set.of("orders"), 10, StoreRig.OTHER, StoreRig.LEASE, true);
        TaskRow before = rig().row(old.id());
        for (Move late : List.of(
                new Move.Done(old),
                new Move.Retry(old, Duration.ZERO, LastOutcome.UNKNOWN, "late"),
                new Move.Park(old, Duration.ZERO, WaitReason.EARLY, "late"),
                new Move.Fail(old, LastOutcome.REFUSED, "late"),
                new Move.Lost(old, "late"),
                new Move.GiveBack(old))) {
            assertThat(rig().work().apply(List.of(late))).as(late.toString()).containsExactly(old);
            assertThat(rig().row(old.id())).isEqualTo(before);
        }
    }

    @Test
    default void theSameOutcomeAgainCountsAsMadeAndCountsOnce() {
        Lease lease = leased("evt_1");
        Move retry = new Move.Retry(lease, Duration.ofSeconds(4), LastOutcome.REFUSED, "no");
        for (int i = 0; i < 3; i++) {
            assertThat(rig().work().apply(List.of(retry))).isEmpty();
        }
        assertThat(rig().row(lease.id()).retryCount()).isEqualTo(1);

        Lease other = leased("evt_2");
        for (int i = 0; i < 3; i++) {
            assertThat(rig().work().apply(List.of(new Move.Done(other)))).isEmpty();
        }
    }

    @Test
    default void anotherOutcomeOfAnEndedLeaseIsLost() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Done(lease)));
        assertThat(rig().work().apply(List.of(new Move.Fail(lease, LastOutcome.REFUSED, "late"))))
                .containsExactly(lease);
        assertThat(rig().row(lease.id()).status()).isEqualTo(TaskStatus.SUCCESS);
    }

    @Test
    default void amongManyOutcomesExactlyTheLostOnesAreTold() {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            leases.add(leased("evt_" + (100 + i)));
        }
        rig().work().apply(List.of(new Move.GiveBack(leases.get(13)), new Move.GiveBack(leases.get(57))));
        rig().claim(WorkStore.Scan.DUE, "orders");
        List<Move> moves = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            moves.add(
                    i % 2 == 0
                            ? new Move.Done(leases.get(i))
                            : new Move.Retry(leases.get(i), Duration.ofSeconds(i), LastOutcome.REFUSED, "e" + i));
        }
        moves.add(new Move.Done(new Lease(rig().ids().next(), 1)));
        assertThat(rig().work().apply(moves))
                .containsExactlyInAnyOrder(
                        leases.get(13), leases.get(57), moves.getLast().lease());
        for (int i = 1; i < 100; i += 2) {
            if (i != 13 && i != 57) {
                TaskRow row = rig().row(leases.get(i).id());
                assertThat(row.lastError()).isEqualTo("e" + i);
                assertThat(Duration.between(row.updatedAt(), row.nextRetryTime()))
                        .isEqualTo(Duration.ofSeconds(i));
            }
        }
    }

    @Test
    default void aLongErrorIsCutAtWholeCharacters() {
        Lease lease = leased("evt_1");
        rig().work().apply(List.of(new Move.Fail(lease, LastOutcome.REFUSED, "🔥".repeat(600))));
        assertThat(rig().row(lease.id()).lastError()).isEqualTo("🔥".repeat(512));
    }

    @Test
    default void aTaskTwiceInOneCallIsABugOfTheCaller() {
        Lease lease = leased("evt_1");
        assertThatThrownBy(() -> rig().work().apply(List.of(new Move.Done(lease), new Move.GiveBack(lease))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(rig().work().apply(List.of())).isEmpty();
        assertThat(rig().work().renew(List.of(), StoreRig.LEASE)).isEmpty();
    }
}
