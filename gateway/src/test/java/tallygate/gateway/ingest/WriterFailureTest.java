package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WorkStore;

class WriterFailureTest {
    private final List<ScriptedStore> stores = new ArrayList<>();
    private final IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard().around(behind -> {
        stores.add(new ScriptedStore(behind));
        return stores.getLast();
    }));
    private final ScriptedStore store = stores.getFirst();

    @Test
    void aRolledBackBatchIsSentAgainWholeAndNobodyNotices() {
        store.thenFail(Kind.TRANSIENT).thenFail(Kind.TRANSIENT).thenFail(Kind.TRANSIENT);
        Exchange one = rig.post("evt_1 100");
        Exchange two = rig.deliver("evt_2 100");
        assertThat(one.isAcknowledged()).isTrue();
        assertThat(two.isAcknowledged()).isTrue();
        assertThat(store.batches).hasSize(4).allMatch(b -> b.equals(store.batches.getFirst()));
        assertThat(rig.count("tallygate.commit.retries")).isEqualTo(3);
    }

    @Test
    void aBatchThatIsRolledBackForTooLongIsToldToComeAgain() {
        for (int i = 0; i < 1_000; i++) {
            store.thenFail(Kind.TRANSIENT);
        }
        Exchange exchange = rig.deliver("evt_1 100");
        assertThat(exchange.status()).isEqualTo(503);
        assertThat(exchange.body()).isEqualTo("again");
        assertThat(exchange.header("Retry-After")).isNotEmpty();
        assertThat(rig.rows()).isEmpty();
        assertThat(rig.workers.reserved).isZero();
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "deadline")).isEqualTo(1);
    }

    @Test
    @Tag("F-02")
    void anUnknownCommitThatDidHappenIsAcknowledgedAndRunOnce() {
        store.thenCommitSilently();
        Exchange exchange = rig.deliver("evt_1 100");
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.workers.given).hasSize(1);
        assertThat(store.batches).hasSize(2);
        assertThat(store.batches.get(1).getFirst().id())
                .isEqualTo(store.batches.getFirst().getFirst().id());
        assertThat(rig.count("tallygate.commit.unknown")).isEqualTo(1);
        assertThat(rig.count("tallygate.events.stored", "endpoint", "shop")).isEqualTo(1);
    }

    @Test
    void anUnknownCommitThatDidNotHappenIsStoredByTheNextTry() {
        store.thenFail(Kind.UNKNOWN);
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
    }

    @Test
    void leasesAreTakenToHaveBegunBeforeTheFirstTryThatMayHaveBeenCommitted() {
        store.then((behind, batch, owner, lease) -> {
            rig.clock.tick(Duration.ofMillis(700));
            var _ = behind.insert(batch, owner, lease);
            throw new StoreException(Kind.UNKNOWN, "lost");
        });
        rig.deliver("evt_1 100");
        assertThat(rig.workers.heldFor.getFirst()).isGreaterThanOrEqualTo(Duration.ofMillis(700));
    }

    @Test
    void aRowWhoseSenderWasSentAwayIsReleasedWhenItTurnsUp() {
        store.thenCommitSilently();
        for (int i = 0; i < 1_000; i++) {
            store.thenFail(Kind.UNKNOWN);
        }
        Exchange exchange = rig.post("evt_1 100");
        while (!exchange.isAnswered()) {
            rig.clock.tick(Duration.ofNanos(rig.step()));
        }
        assertThat(exchange.status()).isEqualTo(503);
        assertThat(rig.rows().getFirst().status()).isEqualTo(TaskStatus.PROCESSING);
        assertThat(rig.workers.reserved).isZero();

        store.clearScript();
        rig.clock.tick(Duration.ofSeconds(2));
        Exchange next = rig.deliver("evt_2 100");
        assertThat(next.isAcknowledged()).isTrue();
        TaskRow late = rig.rows().getFirst();
        assertThat(late.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(late.attempts()).isZero();
        assertThat(stored()).as("each row once").isEqualTo(2);
        assertThat(rig.workers.given).extracting(t -> t.eventId()).containsExactly("evt_2");
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(2);
        assertThat(stored()).isEqualTo(2);
        assertThat(rig.count("tallygate.dedup.database.duplicates", "endpoint", "shop"))
                .isEqualTo(1);
    }

    private double stored() {
        return rig.count("tallygate.events.stored", "endpoint", "shop");
    }

    @Test
    void aRowThatNobodyLeasedAndThatTurnsUpIsCountedOnceAndNotTouched() {
        rig.workers.room = 0;
        store.thenCommitSilently().thenFail(Kind.UNAVAILABLE);
        assertThat(rig.deliver("evt_1 100").status()).isEqualTo(503);
        assertThat(rig.rows()).hasSize(1);

        rig.clock.tick(Duration.ofSeconds(2));
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(stored()).isEqualTo(1);
        assertThat(rig.rows().getFirst().status()).isEqualTo(TaskStatus.PENDING);
        assertThat(store.released).isEmpty();
        assertThat(rig.count("tallygate.late.released")).isZero();
    }

    @Test
    void aRowThatAnotherNodeHasTakenBeforeItsOwnNodeKnowsOfItIsCountedOnceAndNotHandedOver() {
        rig.workers.room = 0;
        store.then((behind, batch, owner, lease) -> {
            var _ = behind.insert(batch, owner, lease);
            var _ = rig.store.claim(WorkStore.Scan.DUE, Set.of("orders"), 10, 99, lease, true);
            throw new StoreException(Kind.UNKNOWN, "connection lost");
        });
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
        assertThat(rig.rows().getFirst().status()).isEqualTo(TaskStatus.PROCESSING);
        assertThat(stored()).isEqualTo(1);
        assertThat(rig.count("tallygate.dedup.database.duplicates", "endpoint", "shop"))
                .isZero();
        assertThat(rig.workers.given).isEmpty();
    }

    @Test
    void aDatabaseThatIsAwayCostsOneSenderATryAndTheOthersNothing() {
        store.thenFail(Kind.UNAVAILABLE);
        Exchange found = rig.deliver("evt_1 100");
        assertThat(found.status()).isEqualTo(503);
        int tried = store.batches.size();
        for (int i = 2; i < 52; i++) {
            Exchange shed = rig.post("evt_" + i + " 100");
            assertThat(shed.status()).as("answered at once").isEqualTo(503);
            assertThat(shed.header("Retry-After")).isEqualTo("5");
        }
        assertThat(store.batches).hasSize(tried);
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "database")).isEqualTo(51);

        rig.clock.tick(Duration.ofSeconds(1));
        assertThat(rig.deliver("evt_1 100").isAcknowledged())
                .as("the one that finds out")
                .isTrue();
        assertThat(rig.deliver("evt_2 100").isAcknowledged()).isTrue();
    }

    @Test
    void whatWaitsBehindABatchIsSentAwayWithIt() {
        Exchange first = rig.post("evt_1 100");
        store.then((_, _, _, _) -> {
            rig.post("evt_2 100");
            throw new StoreException(Kind.UNAVAILABLE, "refused");
        });
        rig.work();
        assertThat(first.status()).isEqualTo(503);
        assertThat(rig.intake.cores().getFirst().queue().rows()).isZero();
        assertThat(rig.workers.reserved).isZero();
    }

    @Test
    void theRowThatTheDatabaseRefusesIsFoundAndQuarantinedAndItsNeighboursAreStored() {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            exchanges.add(rig.post("evt_" + i + " 100 " + (i == 37 ? "  CURRENCY_THAT_IS_TOO_LONG" : "")));
        }
        rig.work();
        assertThat(exchanges).allMatch(Exchange::isAcknowledged);
        assertThat(rig.rows()).hasSize(100);
        assertThat(rig.count("tallygate.quarantined", "endpoint", "shop")).isEqualTo(1);
        assertThat(rig.count("tallygate.events.stored", "endpoint", "shop")).isEqualTo(99);
        assertThat(rig.workers.given).hasSize(99).noneMatch(t -> t.eventId().equals("evt_37"));
        assertThat(rig.workers.reserved).isEqualTo(99);
        assertThat(store.batches.size()).as("halving, not one by one").isLessThan(20);
    }

    @Test
    void aRowThatNotEvenQuarantineTakesIsNotAcknowledged() {
        store.breakQuarantine();
        Exchange bad = rig.post("evt_1 100   CURRENCY_THAT_IS_TOO_LONG");
        Exchange good = rig.deliver("evt_2 100");
        assertThat(bad.status()).isEqualTo(503);
        assertThat(good.isAcknowledged()).isTrue();
        assertThat(rig.rows()).hasSize(1);
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "row-refused"))
                .isEqualTo(1);
    }

    @Test
    void anErrorThatTheStoreDoesNotDeclareIsNeverAnAcknowledgementAndCostsOnlyItsOwnRow() {
        for (int i = 0; i < 200; i++) {
            store.then((behind, batch, owner, lease) -> {
                if (batch.stream().anyMatch(t -> t.event().eventId().equals("evt_3"))) {
                    throw new IllegalStateException("bug");
                }
                return behind.insert(batch, owner, lease);
            });
        }
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            exchanges.add(rig.post("evt_" + i + " 100"));
        }
        rig.work();
        assertThat(exchanges.stream().filter(Exchange::isAcknowledged)).hasSize(7);
        assertThat(exchanges.get(3).status()).isEqualTo(503);
    }

    @Test
    void aStoreThatAnswersForTooFewRowsAcknowledgesNothing() {
        for (int i = 0; i < 100; i++) {
            store.then((_, _, _, _) -> List.of());
        }
        Exchange exchange = rig.deliver("evt_1 100");
        assertThat(exchange.status()).isEqualTo(503);
    }

    @Test
    void workersThatFailTakeNothingFromTheSender() {
        rig.workers.isBroken = true;
        Exchange exchange = rig.deliver("evt_1 100");
        assertThat(exchange.isAcknowledged()).isTrue();
        assertThat(rig.rows().getFirst().status())
                .as("found by the patrol when its lease ends")
                .isEqualTo(TaskStatus.PROCESSING);
    }

    @Test
    void aNodeWithoutANumberStoresNothing() {
        var identity = rig.identity;
        rig.identity = java.util.Optional.empty();
        assertThat(rig.post("evt_1 100").status()).isEqualTo(503);
        rig.identity = identity;
        assertThat(rig.deliver("evt_1 100").isAcknowledged()).isTrue();
    }

    @Test
    void aWriterThatLosesTheNodesNumberWhileRowsWaitSendsThemAway() {
        Exchange waiting = rig.post("evt_1 100");
        rig.identity = java.util.Optional.empty();
        rig.work();
        assertThat(waiting.status()).isEqualTo(503);
        assertThat(store.batches).isEmpty();
    }

    @Test
    void whenTheStoreHasNotAnsweredForHalfTheTimeNewCallbacksAreSentAwayAtOnce() {
        List<Exchange> during = new ArrayList<>();
        store.then((behind, batch, owner, lease) -> {
            during.add(rig.post("evt_2 100"));
            rig.clock.tick(Duration.ofMillis(1_600));
            during.add(rig.post("evt_3 100"));
            return behind.insert(batch, owner, lease);
        });
        Exchange first = rig.deliver("evt_1 100");
        assertThat(first.isAcknowledged()).isTrue();
        assertThat(during.get(0).isAcknowledged()).isTrue();
        assertThat(during.get(1).status()).isEqualTo(503);
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "stalled")).isEqualTo(1);
        assertThat(rig.deliver("evt_3 100").isAcknowledged()).isTrue();
    }
}
