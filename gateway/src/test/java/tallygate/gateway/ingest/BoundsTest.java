package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static IngestLimits limits(int batchRows, long batchBytes, int queueRows, long queueBytes) {
        IngestLimits standard = IngestLimits.standard();
        return new IngestLimits(
                1,
                batchRows,
                batchBytes,
                queueRows,
                queueBytes,
                standard.answerWithin(),
                standard.lease(),
                standard.cacheBytes(),
                standard.dedupMemory(),
                1,
                1);
    }

    @Test
    @Tag("F-55")
    void aFullQueueSendsAwayAtOnceAndKeepsWhatItHas() {
        IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard().limits(limits(4, 1 << 20, 10, 1 << 20)));
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            exchanges.add(rig.post("evt_" + i + " 100"));
        }
        assertThat(exchanges.subList(10, 15)).allMatch(e -> e.status() == 503);
        assertThat(exchanges.get(10).header("Retry-After")).isEqualTo("1");
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "queue-full")).isEqualTo(5);
        rig.work();
        assertThat(exchanges.subList(0, 10)).allMatch(Exchange::isAcknowledged);
        assertThat(rig.deliver("evt_11 100").isAcknowledged()).isTrue();
    }

    @Test
    void theQueueIsBoundedInBytesToo() {
        IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard().limits(limits(4, 1_000, 1_000, 10_000)));
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            exchanges.add(rig.post("evt_" + i + " 100"));
        }
        assertThat(exchanges.stream().filter(Exchange::isAnswered)).isNotEmpty();
        rig.work();
        long stored = exchanges.stream().filter(Exchange::isAcknowledged).count();
        assertThat(stored).isBetween(10L, 20L).isEqualTo(rig.rows().size());
        assertThat(rig.intake.cores().getFirst().queue().bytes()).isZero();
    }

    @Test
    void aBatchHoldsWhatHasArrivedUpToItsBound() {
        ScriptedStore[] store = new ScriptedStore[1];
        IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard()
                .limits(limits(4, 1 << 20, 100, 1 << 20))
                .around(behind -> {
                    store[0] = new ScriptedStore(behind);
                    return store[0];
                }));
        rig.deliver("evt_0 100");
        for (int i = 1; i < 10; i++) {
            rig.post("evt_" + i + " 100");
        }
        rig.work();
        assertThat(store[0].batches).extracting(List::size).containsExactly(1, 4, 4, 1);
    }

    @Test
    void aBatchIsSortedByKey() {
        ScriptedStore[] store = new ScriptedStore[1];
        IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard().around(behind -> {
            store[0] = new ScriptedStore(behind);
            return store[0];
        }));
        List.of("c 1", "a 1", "b 1", "a 1").forEach(rig::post);
        rig.work();
        assertThat(store[0].batches.getFirst())
                .extracting(t -> t.event().eventId())
                .containsExactly("a", "b", "c");
    }

    @Test
    void rowsWithoutWorkerRoomAreInsertedDueAndTheOthersLeased() {
        IntakeRig rig = new IntakeRig();
        rig.workers.room = 2;
        for (int i = 0; i < 5; i++) {
            rig.post("evt_" + i + " 100");
        }
        rig.work();
        assertThat(rig.workers.given).hasSize(2);
        assertThat(rig.rows()).extracting(r -> r.status().code()).containsExactlyInAnyOrder(0, 0, 0, 1, 1);
    }

    @Test
    void duplicatesGiveTheirRoomBack() {
        IntakeRig rig = new IntakeRig();
        rig.deliver("evt_1 100");
        rig.intake.databaseChanged();
        rig.deliver("evt_1 100");
        rig.deliver("evt_1 999");
        assertThat(rig.workers.given).hasSize(1);
        assertThat(rig.workers.reserved).isEqualTo(1);
    }

    @Test
    void anOrderedRouteIsNeverHandedOver() {
        IntakeRig rig = new IntakeRig();
        rig.intake.replace(new EndpointTable(List.of(IntakeRig.endpoint("shop", "shop", "ordered"))));
        rig.deliver("evt_1 100");
        assertThat(rig.workers.given).isEmpty();
        assertThat(rig.rows().getFirst().status().code()).isZero();
    }

    @Test
    void limitsThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> limits(257, 1, 300, 10)).hasMessageContaining("batchRows");
        assertThatThrownBy(() -> limits(10, 1, 9, 10)).hasMessageContaining("queueRows");
        assertThatThrownBy(() -> limits(1, 100, 9, 10)).hasMessageContaining("queueBytes");
        assertThat(IngestLimits.standard().answerWithin()).isEqualTo(Duration.ofSeconds(3));
    }
}
