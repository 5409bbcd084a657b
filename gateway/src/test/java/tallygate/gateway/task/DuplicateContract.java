package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events that come again, with the same or other content, under the same or another id, and effects that are taken. */
interface DuplicateContract extends StoreContract {
    @Test
    default void theSameEventWithTheSameContentIsADuplicate() {
        NewTask first = Samples.due(rig().ids().next(), "evt_1").task();
        rig().insert(first);
        assertThat(rig().insert(Samples.leased(rig().ids().next(), "evt_1").task()))
                .isEqualTo(new Insertion.Duplicate(first.id()));
        assertThat(rig().rows()).hasSize(1);
        assertThat(rig().row(first.id()).status()).isEqualTo(TaskStatus.PENDING);
    }

    @Test
    default void otherContentUnderTheSameIdIsAConflictWrittenDownOnceForEachContent() {
        NewTask first = Samples.due(rig().ids().next(), "evt_1").saying("10").task();
        rig().insert(first);
        for (String other : List.of("20", "20", "30")) {
            assertThat(rig().insert(Samples.due(rig().ids().next(), "evt_1")
                            .saying(other)
                            .task()))
                    .isEqualTo(new Insertion.Conflict(first.id()));
        }
        assertThat(rig().conflicts()).isEqualTo(2);
        assertThat(rig().rows()).hasSize(1);
        assertThat(rig().admin().content(first.id()).orElseThrow().content())
                .isEqualTo("10".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    default void theOwnIdUnderItsOwnKeyWithOtherContentIsAConflictAndNotTheOwnRow() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").saying("10").task());
        TaskId other = rig().ids().next();
        List<NewTask> batch = List.of(
                Samples.leased(id, "evt_1").saying("20").task(),
                Samples.leased(other, "evt_2").saying("20").task());
        assertThat(rig().intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                .containsExactly(new Insertion.Conflict(id), new Insertion.Fresh(other));
        assertThat(rig().insert(batch.getFirst())).isEqualTo(new Insertion.Conflict(id));
        assertThat(rig().conflicts()).isEqualTo(1);
        assertThat(rig().rows()).hasSize(2);
        assertThat(rig().admin().content(id).orElseThrow().content())
                .isEqualTo("10".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    @Tag("O-073")
    @Tag("O-074")
    default void anEventIdIsOneAccountsOwn() {
        rig().insert(Samples.due(rig().ids().next(), "evt_1").of("stripe-eu").task());
        assertThat(rig().insert(Samples.due(rig().ids().next(), "evt_1")
                        .of("stripe-us")
                        .task()))
                .isInstanceOf(Insertion.Fresh.class);
        assertThat(rig().rows()).hasSize(2);
    }

    @Test
    @Tag("O-075")
    default void idsAreComparedByteForByte() {
        List<String> ids =
                List.of("evt_4qD329Bz", "evt_4qd329bZ", "évt_9", "evt_9", "evt_9 ", "evt_9\u0000", "e\u0301vt_9");
        for (String id : ids) {
            assertThat(rig().insert(Samples.due(rig().ids().next(), id).task()))
                    .as(id)
                    .isInstanceOf(Insertion.Fresh.class);
        }
        assertThat(rig().rows()).extracting(TaskRow::eventId).containsExactlyElementsOf(ids);
    }

    @Test
    default void idsWithHalfACharacterAreToldApart() {
        TaskId one = rig().ids().next();
        assertThat(rig().insert(Samples.due(one, "evt_\uD83D").task())).isEqualTo(new Insertion.Fresh(one));
        assertThat(rig().insert(Samples.due(rig().ids().next(), "evt_\uD83E").task()))
                .isInstanceOf(Insertion.Fresh.class);
        assertThat(rig().insert(Samples.due(rig().ids().next(), "evt_?").task()))
                .isInstanceOf(Insertion.Fresh.class);
        assertThat(rig().row(one).eventId()).isEqualTo("evt_\uD83D");
    }

    @Test
    default void theSameCallAgainGivesTheSameAnswer() {
        NewTask leased = Samples.leased(rig().ids().next(), "evt_1").task();
        NewTask due = Samples.due(rig().ids().next(), "evt_2").task();
        List<NewTask> batch = List.of(leased, due);
        List<Insertion> first = rig().intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
        assertThat(rig().intake().insert(batch, StoreRig.ME, StoreRig.LEASE)).isEqualTo(first);
        assertThat(rig().rows()).hasSize(2);
    }

    @Test
    default void aRowThatHasGoneOnSinceTheFirstCallIsNotHandedOverAgain() {
        NewTask task = Samples.leased(rig().ids().next(), "evt_1").task();
        rig().insert(task);
        rig().pass(StoreRig.LEASE.plusSeconds(1));
        rig().work()
                .claim(WorkStore.Scan.EXPIRED, java.util.Set.of("orders"), 10, StoreRig.OTHER, StoreRig.LEASE, true);
        assertThat(rig().insert(task)).isEqualTo(new Insertion.Earlier(task.id()));
    }

    @Test
    default void anIdThatAnotherEventHasIsReplacedAndBothEventsAreStored() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.due(id, "evt_1").task());
        Insertion second = rig().insert(Samples.leased(id, "evt_2").task());
        assertThat(second).isInstanceOf(Insertion.Fresh.class);
        assertThat(second.task()).isNotEqualTo(id);
        assertThat(rig().row(second.task()).eventId()).isEqualTo("evt_2");
        assertThat(rig().row(second.task()).leaseEpoch()).isEqualTo(1);
        assertThat(rig().row(id).eventId()).isEqualTo("evt_1");
    }

    @Test
    default void aDuplicateUnderAnIdThatAnotherEventHasIsADuplicate() {
        TaskId first = rig().ids().next();
        TaskId second = rig().ids().next();
        rig().insert(Samples.due(first, "evt_1").task());
        rig().insert(Samples.due(second, "evt_2").task());
        assertThat(rig().insert(Samples.due(first, "evt_2").task())).isEqualTo(new Insertion.Duplicate(second));
    }

    @Test
    @Tag("O-079")
    default void anEffectIsCarriedOutByOneTaskAndTheOtherIsLinked() {
        TaskId first = rig().ids().next();
        TaskId second = rig().ids().next();
        rig().insert(Samples.due(first, "evt_1").having("stripe-eu:paid:pi_1").task());
        NewTask late =
                Samples.leased(second, "evt_2").having("stripe-eu:paid:pi_1").task();
        assertThat(rig().insert(late)).isEqualTo(new Insertion.EffectTaken(second, first));
        assertThat(rig().insert(late)).as("the same again").isEqualTo(new Insertion.EffectTaken(second, first));

        TaskRow row = rig().row(second);
        assertThat(row.status()).isEqualTo(TaskStatus.SUCCESS);
        assertThat(row.attempts()).isZero();
        assertThat(row.effectOf()).contains(first);
        assertThat(row.effectKey()).isEqualTo("stripe-eu:paid:pi_1");
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(task -> task.lease().id())
                .containsExactly(first);
    }

    @Test
    default void anEffectTwiceInOneBatchIsTheFirstOnes() {
        NewTask one = Samples.leased(rig().ids().next(), "a").having("k").task();
        NewTask two = Samples.leased(rig().ids().next(), "b").having("k").task();
        assertThat(rig().intake().insert(List.of(one, two), StoreRig.ME, StoreRig.LEASE))
                .containsExactly(new Insertion.Fresh(one.id()), new Insertion.EffectTaken(two.id(), one.id()));
    }

    @Test
    default void aLinkedTaskThatAPersonOpensAgainRunsWithTheSameEffectKey() {
        NewTask one = Samples.due(rig().ids().next(), "a").having("k").task();
        NewTask two = Samples.due(rig().ids().next(), "b").having("k").task();
        rig().intake().insert(List.of(one, two), StoreRig.ME, StoreRig.LEASE);
        rig().admin()
                .change(new StateChange(
                        two.id(), TaskStatus.SUCCESS, TaskStatus.PENDING, new Actor("ada", "cli"), "first was lost"));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders"))
                .extracting(LeasedTask::effectKey)
                .containsExactly("k", "k");
    }

    @Test
    default void aBatchOfAllKindsIsAnsweredRowByRow() {
        NewTask known = Samples.due(rig().ids().next(), "b").saying("1").task();
        NewTask effect = Samples.due(rig().ids().next(), "z").having("k").task();
        rig().intake().insert(List.of(known, effect), StoreRig.ME, StoreRig.LEASE);
        rig().pass(Duration.ofSeconds(1));

        NewTask fresh = Samples.leased(rig().ids().next(), "a").task();
        NewTask conflict = Samples.due(rig().ids().next(), "b").saying("2").task();
        NewTask taken = Samples.due(rig().ids().next(), "c").having("k").task();
        NewTask clash = Samples.due(known.id(), "d").task();
        NewTask duplicate = Samples.due(rig().ids().next(), "z").task();
        List<Insertion> answers =
                rig().intake().insert(List.of(fresh, conflict, taken, clash, duplicate), StoreRig.ME, StoreRig.LEASE);

        assertThat(answers.get(0)).isEqualTo(new Insertion.Fresh(fresh.id()));
        assertThat(answers.get(1)).isEqualTo(new Insertion.Conflict(known.id()));
        assertThat(answers.get(2)).isEqualTo(new Insertion.EffectTaken(taken.id(), effect.id()));
        assertThat(answers.get(3)).isInstanceOf(Insertion.Fresh.class);
        assertThat(answers.get(3).task()).isNotEqualTo(known.id());
        assertThat(answers.get(4)).isEqualTo(new Insertion.Duplicate(effect.id()));
        assertThat(rig().rows()).hasSize(5);
    }
}
