package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.NewTask;

class BatchMakerTest {
    /** Takes 1, 2, 4, 8 … rows at once, and notes what it was given. */
    private static final class Choosy extends PassingStore {
        private final List<Integer> sizes = new ArrayList<>();
        private final List<String> events = new ArrayList<>();

        Choosy() {
            super(new NoStore());
        }

        @Override
        public int atOnce(int rows) {
            return Integer.highestOneBit(rows);
        }

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            sizes.add(batch.size());
            batch.forEach(task -> events.add(task.event().eventId()));
            return super.insert(batch, owner, lease);
        }
    }

    private final Choosy store = new Choosy();
    private final IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard().around(_ -> store));

    @Test
    void aBatchHoldsWhatTheStoreTakesAtOnceAndTheRestFollowsAtOnce() {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            exchanges.add(rig.post("evt_" + i + " 100"));
        }
        rig.work();
        assertThat(store.sizes).containsExactly(4, 2, 1);
        assertThat(exchanges).allMatch(Exchange::isAcknowledged);
    }

    @Test
    void whatIsLeftForTheNextBatchIsWhatCameLast() {
        for (String event : List.of("evt_9", "evt_5", "evt_7", "evt_3", "evt_1", "evt_2")) {
            rig.post(event + " 100");
        }
        rig.work();
        assertThat(store.events).containsExactly("evt_3", "evt_5", "evt_7", "evt_9", "evt_1", "evt_2");
    }

    @Test
    void deliveriesOfOneEventShareTheirRowWhateverTheStoreTakes() {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            exchanges.add(rig.post("evt_" + i % 3 + " 100"));
        }
        rig.work();
        assertThat(store.events).containsExactly("evt_0", "evt_1", "evt_2");
        assertThat(exchanges).allMatch(Exchange::isAcknowledged);
    }
}
