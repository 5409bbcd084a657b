package tallygate.loadtest.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrafficTest {
    @Test
    void closedTrafficDealsEachMessageOnceAndThenIsOver() {
        var traffic = new ClosedTraffic(new Cursor(2, false), 1_000);
        assertThat(traffic.nextDue(10)).isEqualTo(10);
        assertThat(traffic.take(10)).isZero();
        assertThat(traffic.take(10)).isEqualTo(1);
        assertThat(traffic.isOver(10)).isTrue();
        assertThat(traffic.nextDue(10)).isEqualTo(Traffic.NOTHING);
        assertThat(traffic.take(10)).isNegative();
    }

    @Test
    void closedTrafficEndsWithItsTime() {
        var traffic = new ClosedTraffic(new Cursor(100, false), 1_000);
        assertThat(traffic.isOver(999)).isFalse();
        assertThat(traffic.isOver(1_000)).isTrue();
    }

    @Test
    void aRepeatingCursorGoesRoundAndIsNeverUsedUp() {
        var cursor = new Cursor(3, true);
        int[] dealt = new int[7];
        for (int i = 0; i < dealt.length; i++) {
            dealt[i] = cursor.take();
        }
        assertThat(dealt).containsExactly(0, 1, 2, 0, 1, 2, 0);
        assertThat(cursor.isUsedUp()).isFalse();
    }

    @Test
    void openTrafficIsDueAtItsOwnTimesWhateverIsAnswered() {
        var traffic = new OpenTraffic(
                Schedule.even(1000, Duration.ofMillis(3)), new Cursor(10, false), 5_000_000, 1_000_000_000);
        assertThat(traffic.nextDue(0)).isEqualTo(5_000_000);
        traffic.take(5_000_000);
        assertThat(traffic.nextDue(5_000_000)).isEqualTo(6_000_000);
        traffic.take(20_000_000);
        assertThat(traffic.nextDue(20_000_000))
                .as("overdue, and still due at its time")
                .isEqualTo(7_000_000);
        assertThat(traffic.unsent()).isEqualTo(1);
        traffic.take(20_000_000);
        assertThat(traffic.isOver(20_000_000)).isTrue();
        assertThat(traffic.unsent()).isZero();
    }

    @Test
    void openTrafficGivesUpOnWhatFoundNoConnection() {
        var traffic = new OpenTraffic(Schedule.even(1000, Duration.ofMillis(4)), new Cursor(10, false), 0, 1_000_000);
        traffic.take(0);
        assertThat(traffic.isOver(3_999_999)).isFalse();
        assertThat(traffic.isOver(4_000_000)).isTrue();
        assertThat(traffic.unsent()).isEqualTo(3);
    }

    @Test
    void independentArrivalsHaveTheRateAndTheSpreadOfAPoissonProcess() {
        Schedule schedule = Schedule.poisson(2_000, Duration.ofSeconds(50), 42);
        double gapNanos = 500_000;
        double squares = 0;
        for (int i = 1; i < schedule.size(); i++) {
            double gap = schedule.offset(i) - schedule.offset(i - 1);
            assertThat(gap).isNotNegative();
            squares += (gap - gapNanos) * (gap - gapNanos);
        }
        assertThat(schedule.size()).isEqualTo(100_000);
        assertThat(schedule.offset(99_999) / 1e9).isBetween(49.0, 51.0);
        assertThat(Math.sqrt(squares / schedule.size()) / gapNanos)
                .as("standard deviation of gaps, in gaps")
                .isBetween(0.97, 1.03);
    }

    @Test
    void aRateThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Schedule.even(0, Duration.ofSeconds(1))).hasMessageContaining("above 0");
        assertThatThrownBy(() -> Schedule.poisson(Double.NaN, Duration.ofSeconds(1), 1))
                .hasMessageContaining("NaN");
    }
}
