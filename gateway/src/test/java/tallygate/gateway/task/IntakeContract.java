package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** New tasks go in: what is stored, and what comes back. */
interface IntakeContract extends StoreContract {
    @Test
    default void aDueTaskIsPendingAndDueAtOnce() {
        TaskId id = rig().ids().next();
        assertThat(rig().insert(Samples.due(id, "evt_1").task())).isEqualTo(new Insertion.Fresh(id));

        TaskRow row = rig().row(id);
        assertThat(row.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(row.attempts()).isZero();
        assertThat(row.leaseEpoch()).isZero();
        assertThat(row.nextRetryTime()).isEqualTo(row.createdAt());
        assertThat(row.eventId()).isEqualTo("evt_1");
        assertThat(row.amountMinor()).hasValue(1999);
        assertThat(row.currency()).isEqualTo("EUR");
        assertThat(row.providerTxnId()).isEqualTo("txn-evt_1");
    }

    @Test
    default void aLeasedTaskBeginsWithEpochOneAndOneStart() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());

        TaskRow row = rig().row(id);
        assertThat(row.status()).isEqualTo(TaskStatus.PROCESSING);
        assertThat(row.leaseOwner()).isEqualTo(StoreRig.ME);
        assertThat(row.leaseEpoch()).isEqualTo(1);
        assertThat(row.attempts()).isEqualTo(1);
        assertThat(Duration.between(row.createdAt(), row.nextRetryTime())).isEqualTo(StoreRig.LEASE);
    }

    @Test
    default void aHeldTaskIsStoredAndNobodyCanClaimIt() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.due(id, "evt_1")
                .starting(new NewTask.Start.Held("older than the dedup memory"))
                .task());

        rig().pass(Duration.ofDays(1000));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).isEmpty();
        assertThat(rig().row(id).waitReason()).isEqualTo(WaitReason.HELD);
        assertThat(rig().row(id).lastError()).isEqualTo("older than the dedup memory");
    }

    @Test
    @Tag("O-101")
    default void charactersBeyondThreeBytesAreKept() {
        TaskId id = rig().ids().next();
        String text = "\uD83D\uDCCD Café \uD83D\uDD25";
        NewTask task = Samples.due(id, "evt_" + text).about(text).saying(text).task();
        assertThat(rig().insert(task)).isEqualTo(new Insertion.Fresh(id));
        assertThat(rig().row(id).eventId()).isEqualTo("evt_" + text);
        assertThat(rig().row(id).bizId()).isEqualTo(text);
        assertThat(rig().admin().content(id).orElseThrow().content())
                .isEqualTo(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    @Tag("O-102")
    default void theRequestComesBackByteForByte() {
        String text = "{\"name\":\"📍 Café 🔥\",\"a\":1,\"a\":2}\u0000";
        NewTask task = Samples.due(rig().ids().next(), "évt_📍").saying(text).task();
        rig().insert(task);

        TaskContent content = rig().admin().content(task.id()).orElseThrow();
        assertThat(content.request().body()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(content.request().headers()).isEqualTo(task.request().headers());
        assertThat(content.request().target()).isEqualTo(task.request().target());
        assertThat(content.request().url()).isEqualTo(task.request().url());
        assertThat(content.request().method()).isEqualTo("POST");
        assertThat(content.request().remoteAddress()).isEqualTo("203.0.113.9");
        assertThat(rig().row(task.id()).eventId()).isEqualTo("évt_📍");
    }

    @Test
    default void idsLongerThanTheirColumnsAreKeptWholeAndToldApart() {
        String common = "x".repeat(400);
        NewTask one = Samples.due(rig().ids().next(), common + "1")
                .about(common + "A\\n=ü")
                .having(common + "e1")
                .task();
        NewTask two = Samples.due(rig().ids().next(), common + "2")
                .having(common + "e2")
                .task();
        rig().intake().insert(List.of(one, two), StoreRig.ME, StoreRig.LEASE);

        assertThat(rig().row(one.id()).eventId()).isEqualTo(common + "1");
        assertThat(rig().row(one.id()).bizId()).isEqualTo(common + "A\\n=ü");
        assertThat(rig().row(one.id()).effectKey()).isEqualTo(common + "e1");
        assertThat(rig().row(two.id()).eventId()).isEqualTo(common + "2");
        assertThat(rig().insert(Samples.due(rig().ids().next(), common + "1").task()))
                .isEqualTo(new Insertion.Duplicate(one.id()));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(LeasedTask::eventId)
                .containsExactly(common + "1", common + "2");
    }

    @Test
    default void aBatchOfManySizesGoesInWhole() {
        for (int size : new int[] {1, 2, 3, 7, 64, 100, 255, 256}) {
            List<NewTask> batch = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                batch.add(Samples.due(rig().ids().next(), "evt_%d_%03d".formatted(size, i))
                        .task());
            }
            assertThat(rig().intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                    .isEqualTo(batch.stream()
                            .map(task -> new Insertion.Fresh(task.id()))
                            .toList());
        }
        assertThat(rig().rows()).hasSize(1 + 2 + 3 + 7 + 64 + 100 + 255 + 256);
    }

    @Test
    default void anUnsortedBatchIsABugOfTheCaller() {
        List<NewTask> batch = List.of(
                Samples.due(rig().ids().next(), "b").task(),
                Samples.due(rig().ids().next(), "a").task());
        assertThatThrownBy(() -> rig().intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(rig().rows()).isEmpty();
    }

    @Test
    default void aRowThatIsRefusedTakesItsBatchWithItAndIsKeptByQuarantine() {
        NewTask good = Samples.due(rig().ids().next(), "evt_1").task();
        NewTask bad = Samples.due(rig().ids().next(), "evt_2")
                .in("NOT-A-CURRENCY-AT-ALL")
                .task();
        assertThatThrownBy(() -> rig().intake().insert(List.of(good, bad), StoreRig.ME, StoreRig.LEASE))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED));
        assertThat(rig().rows()).isEmpty();

        assertThat(rig().intake().quarantine(bad, "currency"))
                .isEqualTo(new Insertion.Quarantined(bad.id(), "currency"));
        assertThat(rig().intake().quarantine(bad, "currency"))
                .as("the same again")
                .isEqualTo(new Insertion.Quarantined(bad.id(), "currency"));
        TaskRow row = rig().row(bad.id());
        assertThat(row.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(row.lastError()).isEqualTo("quarantined: currency");
        assertThat(row.eventId()).isEqualTo("evt_2");
        assertThat(rig().admin().content(bad.id()).orElseThrow().request().body())
                .isEqualTo(bad.request().body());
        assertThat(rig().insert(Samples.due(rig().ids().next(), "evt_2").task()))
                .as("its event is known from now on")
                .isEqualTo(new Insertion.Duplicate(bad.id()));
    }

    @Test
    default void releasedRowsAreClaimableAtOnceAndTheirStartIsTakenBack() {
        NewTask leased = Samples.leased(rig().ids().next(), "evt_1").task();
        NewTask done = Samples.leased(rig().ids().next(), "evt_2").task();
        TaskId absent = rig().ids().next();
        rig().intake().insert(List.of(leased, done), StoreRig.ME, StoreRig.LEASE);
        rig().work().apply(List.of(new Move.Done(new Lease(done.id(), 1))));

        assertThat(rig().intake().release(List.of(leased.id(), done.id(), absent), StoreRig.ME))
                .containsExactly(new Insertion.Earlier(leased.id()), new Insertion.Earlier(done.id()));
        assertThat(rig().row(leased.id()).status()).isEqualTo(TaskStatus.PENDING);
        assertThat(rig().row(leased.id()).attempts()).isZero();
        assertThat(rig().row(done.id()).status()).isEqualTo(TaskStatus.SUCCESS);
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(LeasedTask::lease)
                .containsExactly(new Lease(leased.id(), 2));
    }

    @Test
    default void aRowOfAnotherOwnerIsNotReleased() {
        NewTask task = Samples.leased(rig().ids().next(), "evt_1").task();
        rig().intake().insert(List.of(task), StoreRig.OTHER, StoreRig.LEASE);
        rig().intake().release(List.of(task.id()), StoreRig.ME);
        assertThat(rig().row(task.id()).status()).isEqualTo(TaskStatus.PROCESSING);
    }
}
