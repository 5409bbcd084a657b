package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

class DedupTest {
    private final IntakeRig rig = new IntakeRig();

    @Test
    @Tag("O-094")
    void aSecondDeliveryIsAcknowledgedWithTheSameBytesAndStoredOnce() {
        Exchange first = rig.deliver("evt_1 100");
        Exchange second = rig.post("evt_1 100");
        assertThat(second.answer().body()).isEqualTo(first.answer().body());
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.count("tallygate.dedup.cache.hits", "endpoint", "shop")).isEqualTo(1);
        assertThat(rig.count("tallygate.events.stored", "endpoint", "shop")).isEqualTo(1);
    }

    @Test
    void aDuplicateOfAnUncommittedEventIsNotAcknowledgedBeforeTheCommit() {
        Exchange first = rig.post("evt_1 100");
        Exchange second = rig.post("evt_1 100");
        assertThat(first.isAnswered()).isFalse();
        assertThat(second.isAnswered()).isFalse();
        rig.work();
        assertThat(first.isAcknowledged()).isTrue();
        assertThat(second.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.count("tallygate.dedup.batch.duplicates", "endpoint", "shop"))
                .isEqualTo(1);
    }

    @Test
    @Tag("O-081")
    @Tag("T-02")
    void aThousandReplaysOfOneCapturedRequestAreAllAcknowledgedAndStoreNothing() {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            exchanges.add(i % 3 == 0 ? rig.deliver("evt_1 100") : rig.post("evt_1 100"));
        }
        rig.work();
        assertThat(exchanges).allMatch(Exchange::isAcknowledged);
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.workers.given).hasSize(1);
    }

    @Test
    @Tag("F-48")
    void twoNodesThatGetOneEventAtOnceStoreItOnceAndBothAcknowledge() {
        IntakeRig.Setup setup = IntakeRig.Setup.standard();
        IntakeRig one = new IntakeRig(setup);
        IntakeRig two = new IntakeRig(setup.node(2));
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            exchanges.add(one.post("evt_" + i + " 100"));
            exchanges.add(two.post("evt_" + i + " 100"));
        }
        for (int i = 0; i < 100; i++) {
            one.step();
            two.step();
        }
        assertThat(exchanges).hasSize(2_000).allMatch(Exchange::isAcknowledged);
        assertThat(one.rows()).hasSize(1_000);
        assertThat(one.workers.given.size() + two.workers.given.size()).isEqualTo(1_000);
        assertThat(one.workers.reserved + two.workers.reserved).isEqualTo(1_000);
    }

    @Test
    @Tag("O-072")
    void theSameIdWithOtherContentKeepsTheFirstWritesAConflictAndIsAcknowledged() {
        rig.deliver("evt_1 100");
        Exchange changed = rig.deliver("evt_1 999");
        assertThat(changed.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.rows().getFirst().amountMinor()).hasValue(100);
        assertThat(rig.store.conflicts()).hasSize(1);
        assertThat(rig.count("tallygate.conflicts", "endpoint", "shop")).isEqualTo(1);
        assertThat(rig.workers.given).hasSize(1);
    }

    @Test
    void aConflictDoesNotTakeTheFirstContentsPlaceInTheCache() {
        rig.deliver("evt_1 100");
        rig.deliver("evt_1 999");
        rig.deliver("evt_1 999");
        assertThat(rig.count("tallygate.dedup.cache.hits", "endpoint", "shop")).isZero();
        rig.deliver("evt_1 100");
        assertThat(rig.count("tallygate.dedup.cache.hits", "endpoint", "shop")).isEqualTo(1);
    }

    @Test
    void twoContentsOfOneIdInOneBatchBecomeARowAndAConflict() {
        Exchange first = rig.post("evt_1 100");
        Exchange other = rig.post("evt_1 999");
        Exchange again = rig.post("evt_1 100");
        rig.work();
        assertThat(List.of(first, other, again)).allMatch(Exchange::isAcknowledged);
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.rows().getFirst().amountMinor()).hasValue(100);
        assertThat(rig.store.conflicts()).hasSize(1);
    }

    @Test
    void idsAreScopedByAccountAndComparedByteByByte() {
        rig.intake.replace(new EndpointTable(List.of(
                IntakeRig.endpoint("shop"),
                IntakeRig.endpoint("adyen"),
                IntakeRig.endpoint("second", "shop", "orders"))));
        rig.deliver("evt_4qD329Bz 100");
        rig.deliver("evt_4qd329bZ 100");
        rig.deliver("évt_9 100");
        rig.deliver("evt_9 100");
        assertThat(rig.rows()).hasSize(4);

        rig.send(IntakeRig.request("POST", "/callbacks/adyen", "evt_9 100"));
        rig.work();
        assertThat(rig.rows()).as("another account").hasSize(5);

        Exchange sameAccount = rig.send(IntakeRig.request("POST", "/callbacks/second", "evt_9 100"));
        rig.work();
        assertThat(sameAccount.isAcknowledged()).isTrue();
        assertThat(rig.rows()).as("another endpoint of the same account").hasSize(5);
    }

    @Test
    void twoEventsOfOneMoneyEffectAreTwoRowsAndOneRun() {
        Exchange first = rig.deliver("evt_1 100 pay_77");
        Exchange second = rig.deliver("evt_2 100 pay_77");
        assertThat(first.isAcknowledged()).isTrue();
        assertThat(second.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(2);
        assertThat(rig.workers.given).hasSize(1);
        assertThat(rig.workers.reserved).isEqualTo(1);
        assertThat(rig.rows().getFirst().effectKey()).isEqualTo("shop:paid:pay_77");
        assertThat(rig.count("tallygate.effect.clashes", "endpoint", "shop")).isEqualTo(1);
    }

    @Test
    void aRouteThatRunsEveryEventClaimsNoEffect() {
        Endpoint plain = IntakeRig.endpoint("shop");
        rig.intake.replace(new EndpointTable(List.of(new Endpoint(
                "shop",
                "shop",
                "text",
                "orders",
                plain.bound(),
                plain.methods(),
                List.of(),
                IpAllowList.everyone(),
                true))));
        rig.deliver("evt_1 100 pay_77");
        rig.deliver("evt_2 100 pay_77");
        assertThat(rig.workers.given).hasSize(2);
        assertThat(rig.rows()).extracting(TaskRow::effectKey).containsOnly("");
    }

    @Test
    void anEventOlderThanTheDedupMemoryIsStoredAndHeldAndNeverRun() {
        Exchange old = rig.deliver("evt_1 100  2025-10-01T00:00:00Z");
        Exchange recent = rig.deliver("evt_2 100  2026-01-01T00:00:00Z");
        assertThat(old.isAcknowledged()).isTrue();
        assertThat(recent.isAcknowledged()).isTrue();
        assertThat(rig.rows().getFirst().status()).isEqualTo(TaskStatus.PENDING);
        assertThat(rig.rows().getFirst().lastError()).contains("older than the dedup memory");
        assertThat(rig.workers.given).extracting(t -> t.eventId()).containsExactly("evt_2");
        assertThat(rig.count("tallygate.held", "endpoint", "shop")).isEqualTo(1);
    }

    @Test
    void anotherDatabaseServerEmptiesTheCache() {
        rig.deliver("evt_1 100");
        rig.intake.databaseChanged();
        Exchange again = rig.post("evt_1 100");
        assertThat(again.isAnswered()).isFalse();
        rig.work();
        assertThat(again.isAcknowledged()).isTrue();
        assertThat(rig.count("tallygate.dedup.database.duplicates", "endpoint", "shop"))
                .isEqualTo(1);
    }
}
