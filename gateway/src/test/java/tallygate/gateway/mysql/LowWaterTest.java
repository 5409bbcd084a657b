package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.WorkStore.Scan;

class LowWaterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final List<Lanes.Lane> ORDERS = List.of(new Lanes.Lane(3, "orders"));

    private final LowWater lowWater = new LowWater();

    private LowWater.Marks marks() {
        return lowWater.of(Scan.DUE, 1, false);
    }

    @Test
    void aScanBeginsALittleBeforeWhatWasDueFirst() {
        assertThat(marks().of(3)).isEqualTo(LowWater.WHOLE);
        marks().looked(ORDERS, Map.of(3, NOW.minusSeconds(100)), NOW);
        assertThat(marks().of(3)).isEqualTo(NOW.minusSeconds(102));
        marks().looked(ORDERS, Map.of(), NOW);
        assertThat(marks().of(3)).isEqualTo(NOW.minusSeconds(2));
        assertThat(marks().of(LowWater.UNSORTED)).isEqualTo(NOW.minusSeconds(60));
    }

    @Test
    void aBacklogIsGoneThroughFromRowToRowAndLookedAtEveryTenthTime() {
        assertThat(marks().hasMore(ORDERS)).isFalse();
        marks().looked(ORDERS, Map.of(3, NOW.minusSeconds(100)), NOW);
        marks().full(3, NOW.minusSeconds(90));
        for (int i = 0; i < 9; i++) {
            assertThat(marks().hasMore(ORDERS)).isTrue();
            assertThat(marks().of(3)).isEqualTo(NOW.minusSeconds(90));
        }
        assertThat(marks().hasMore(ORDERS)).isFalse();
        assertThat(marks().of(3)).as("what was committed late is found").isEqualTo(NOW.minusSeconds(102));
    }

    @Test
    void anEmptiedLaneIsLookedAtAgain() {
        marks().full(3, NOW);
        marks().emptied(3);
        assertThat(marks().hasMore(ORDERS)).isFalse();
    }

    @Test
    void aWholeScanAReconnectAndAFailureForgetTheMarks() {
        for (Runnable ends : List.<Runnable>of(
                () -> lowWater.of(Scan.DUE, 1, true), () -> lowWater.of(Scan.DUE, 2, false), () -> marks().forget())) {
            lowWater.of(Scan.DUE, 1, false).looked(ORDERS, Map.of(3, NOW), NOW);
            marks().full(3, NOW.plus(Duration.ofSeconds(1)));
            ends.run();
            assertThat(marks().of(3)).isEqualTo(LowWater.WHOLE);
            assertThat(marks().hasMore(ORDERS)).isFalse();
        }
    }

    @Test
    void eachScanHasItsOwn() {
        marks().full(3, NOW);
        assertThat(lowWater.of(Scan.EXPIRED, 1, false).of(3)).isEqualTo(LowWater.WHOLE);
    }
}
