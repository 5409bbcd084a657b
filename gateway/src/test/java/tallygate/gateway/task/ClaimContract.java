package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who gets which task when. */
interface ClaimContract extends StoreContract {
    @Test
    default void aClaimedTaskComesWithAllThatAHandlerNeeds() {
        NewTask task = Samples.due(rig().ids().next(), "evt_1")
                .having("stripe-eu:paid:pi_1")
                .task();
        rig().insert(task);
        rig().pass(Duration.ofSeconds(7));

        LeasedTask claimed = rig().claim(WorkStore.Scan.DUE, "orders").getFirst();
        assertThat(claimed.lease()).isEqualTo(new Lease(task.id(), 1));
        assertThat(claimed.source()).isEqualTo("stripe-eu");
        assertThat(claimed.endpoint()).isEqualTo("shop-stripe");
        assertThat(claimed.provider()).isEqualTo("stripe");
        assertThat(claimed.route()).isEqualTo("orders");
        assertThat(claimed.bizType()).isEqualTo("payment");
        assertThat(claimed.bizId()).isEqualTo("order-evt_1");
        assertThat(claimed.eventId()).isEqualTo("evt_1");
        assertThat(claimed.eventType()).isEqualTo("payment.paid");
        assertThat(claimed.effectKey()).isEqualTo("stripe-eu:paid:pi_1");
        assertThat(claimed.amountMinor()).hasValue(1999);
        assertThat(claimed.currency()).isEqualTo("EUR");
        assertThat(claimed.attempts()).isEqualTo(1);
        assertThat(claimed.retryCount()).isZero();
        assertThat(claimed.crashes()).isZero();
        assertThat(claimed.age()).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(60));
        assertThat(claimed.request().headers()).isEqualTo(task.request().headers());
        assertThat(claimed.request().body()).isEqualTo(task.request().body());
        assertThat(claimed.content()).isEqualTo(task.event().content());

        TaskRow row = rig().row(task.id());
        assertThat(row.status()).isEqualTo(TaskStatus.PROCESSING);
        assertThat(row.leaseOwner()).isEqualTo(StoreRig.ME);
        assertThat(Duration.between(row.updatedAt(), row.nextRetryTime())).isEqualTo(StoreRig.LEASE);
    }

    @Test
    default void aTaskIsClaimedOnce() {
        rig().insert(Samples.due(rig().ids().next(), "evt_1").task());
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).hasSize(1);
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).isEmpty();
    }

    @Test
    default void whatIsDueLongestComesFirst() {
        List<TaskId> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            TaskId id = rig().ids().next();
            order.add(id);
            rig().insert(Samples.due(id, "evt_" + i).task());
            rig().pass(Duration.ofSeconds(1));
        }
        assertThat(rig().work().claim(WorkStore.Scan.DUE, Set.of("orders"), 3, StoreRig.ME, StoreRig.LEASE, true))
                .extracting(task -> task.lease().id())
                .containsExactlyElementsOf(order.subList(0, 3));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(task -> task.lease().id())
                .containsExactlyElementsOf(order.subList(3, 5));
    }

    @Test
    default void tasksOfOtherRoutesAreLeftAlone() {
        rig().insert(Samples.due(rig().ids().next(), "evt_1").on("unknown").task());
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders", "mails")).isEmpty();
        assertThat(rig().work().claim(WorkStore.Scan.DUE, Set.of(), 10, StoreRig.ME, StoreRig.LEASE, true))
                .isEmpty();
        assertThat(rig().row("evt_1").orElseThrow().status()).isEqualTo(TaskStatus.PENDING);
        assertThat(rig().claim(WorkStore.Scan.DUE, "unknown")).hasSize(1);
    }

    @Test
    default void theLimitIsSharedAmongRoutesAndWhatOneLeavesTheOthersTake() {
        for (int i = 0; i < 10; i++) {
            rig().insert(Samples.due(rig().ids().next(), "a" + i).on("a").task());
        }
        rig().pass(Duration.ofSeconds(1));
        rig().insert(Samples.due(rig().ids().next(), "b0").on("b").task());
        List<LeasedTask> claimed =
                rig().work().claim(WorkStore.Scan.DUE, Set.of("a", "b", "c"), 8, StoreRig.ME, StoreRig.LEASE, true);
        assertThat(claimed).hasSize(8);
        assertThat(claimed.stream().filter(task -> task.route().equals("b"))).hasSize(1);
    }

    @Test
    default void aTaskIsNotClaimedBeforeItsTime() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        rig().work()
                .apply(List.of(new Move.Retry(new Lease(id, 1), Duration.ofSeconds(64), LastOutcome.REFUSED, "no")));
        rig().pass(Duration.ofSeconds(60));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).isEmpty();
        rig().pass(Duration.ofSeconds(4));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(LeasedTask::lease)
                .containsExactly(new Lease(id, 2));
    }

    @Test
    default void anEndedLeaseIsTakenOverWithTheNextEpochAndCountsACrash() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        assertThat(rig().claim(WorkStore.Scan.EXPIRED, "orders")).isEmpty();
        for (int crash = 1; crash <= 3; crash++) {
            rig().pass(StoreRig.LEASE);
            LeasedTask taken = rig().claim(WorkStore.Scan.EXPIRED, "orders").getFirst();
            assertThat(taken.lease()).isEqualTo(new Lease(id, crash + 1));
            assertThat(taken.crashes()).isEqualTo(crash);
            assertThat(taken.attempts()).isEqualTo(crash + 1);
            assertThat(taken.retryCount()).isZero();
        }
    }

    @Test
    default void anEndedLeaseIsNotDueWork() {
        rig().insert(Samples.leased(rig().ids().next(), "evt_1").task());
        rig().pass(StoreRig.LEASE.plusSeconds(1));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders")).isEmpty();
    }

    @Test
    default void aRenewedLeaseDoesNotEnd() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        for (int i = 0; i < 5; i++) {
            rig().pass(Duration.ofSeconds(20));
            assertThat(rig().work().renew(List.of(new Lease(id, 1)), StoreRig.LEASE))
                    .isEmpty();
        }
        assertThat(rig().claim(WorkStore.Scan.EXPIRED, "orders")).isEmpty();
        assertThat(rig().row(id).leaseEpoch()).isEqualTo(1);
    }

    @Test
    default void lostLeasesAreToldWhenRenewing() {
        TaskId mine = rig().ids().next();
        TaskId lost = rig().ids().next();
        TaskId ended = rig().ids().next();
        rig().insert(Samples.leased(lost, "evt_1").task());
        rig().pass(StoreRig.LEASE);
        rig().work().claim(WorkStore.Scan.EXPIRED, Set.of("orders"), 10, StoreRig.OTHER, StoreRig.LEASE, true);
        rig().insert(Samples.leased(mine, "evt_2").task());
        rig().insert(Samples.leased(ended, "evt_3").task());
        rig().work().apply(List.of(new Move.Done(new Lease(ended, 1))));

        Lease gone = new Lease(rig().ids().next(), 1);
        assertThat(rig().work()
                        .renew(
                                List.of(new Lease(mine, 1), new Lease(lost, 1), new Lease(ended, 1), gone),
                                StoreRig.LEASE))
                .containsExactlyInAnyOrder(new Lease(lost, 1), new Lease(ended, 1), gone);
        assertThat(rig().row(lost).leaseOwner()).isEqualTo(StoreRig.OTHER);
    }

    @Test
    default void renewingTwiceAtOnceLosesNothing() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        for (int i = 0; i < 20; i++) {
            assertThat(rig().work().renew(List.of(new Lease(id, 1)), StoreRig.LEASE))
                    .isEmpty();
        }
    }

    @Test
    default void aClaimHasALimit() {
        for (int limit : new int[] {0, 501}) {
            assertThatThrownBy(() -> rig().work()
                            .claim(WorkStore.Scan.DUE, Set.of("orders"), limit, StoreRig.ME, StoreRig.LEASE, true))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    default void fiveHundredTasksCanBeClaimedAtOnce() {
        for (int from = 0; from < 600; from += 200) {
            List<NewTask> batch = new ArrayList<>();
            for (int i = from; i < from + 200; i++) {
                batch.add(
                        Samples.due(rig().ids().next(), "evt_%03d".formatted(i)).task());
            }
            rig().intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
        }
        assertThat(rig().work().claim(WorkStore.Scan.DUE, Set.of("orders"), 500, StoreRig.ME, StoreRig.LEASE, false))
                .hasSize(500);
        assertThat(rig().work().claim(WorkStore.Scan.DUE, Set.of("orders"), 500, StoreRig.ME, StoreRig.LEASE, false))
                .hasSize(100);
    }
}
