package tallygate.loadtest.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ScaleModelTest {
    private static final Percentage NEAR = Percentage.withPercentage(10);

    private static Installation installation(int nodes, double gatewayMicros, int databaseCores, Duration sync) {
        return new Installation(
                nodes, 2, gatewayMicros, databaseCores, 28, 135, 45, sync, Duration.ofNanos(300_000), 256);
    }

    @Test
    void aGatewayBesideABigDatabaseIsLimitedByItsOwnProcessors() {
        ScaleModel.Capacity capacity = ScaleModel.of(installation(1, 400, 32, Duration.ofNanos(500_000)));

        assertThat(capacity.limit()).isEqualTo(ScaleModel.Limit.NODES);
        assertThat((double) capacity.perSecond()).isCloseTo(2e6 / 400, NEAR);
    }

    @Test
    void aSmallDatabaseIsTheLimitHoweverManyNodesThereAre() {
        List<ScaleModel.Capacity> capacities = ScaleModel.doubling(installation(4, 60, 1, Duration.ofNanos(100_000)));

        assertThat(capacities).extracting(ScaleModel.Capacity::nodes).containsExactly(1, 2, 4);
        assertThat(capacities).allSatisfy(c -> {
            assertThat(c.limit()).isEqualTo(ScaleModel.Limit.DATABASE);
            // a row, its completion, and its share of a commit of at most 256 rows
            assertThat((double) c.perSecond()).isCloseTo(1e6 / (28 + 45 + 135.0 / 256), Percentage.withPercentage(15));
        });
    }

    @Test
    void aSlowLogIsSharedByCommitsThatWaitForItTogether() {
        Installation slow = installation(1, 20, 16, Duration.ofMillis(20));
        ScaleModel.Capacity one = ScaleModel.of(slow);
        ScaleModel.Capacity two = ScaleModel.of(slow.withNodes(2));
        ScaleModel.Capacity four = ScaleModel.of(slow.withNodes(4));

        double cycle = 20_000 + 300 + 135 + 256 * 28;
        assertThat((double) one.perSecond()).isCloseTo(256 * 1e6 / cycle, NEAR);
        // two writers take turns at the log; from then on those who wait for it go together
        assertThat((double) two.perSecond()).isCloseTo(2 * 256 * 1e6 / 40_000, NEAR);
        assertThat((double) four.perSecond()).isCloseTo(2.0 * two.perSecond(), NEAR);
        assertThat(four.limit()).isEqualTo(ScaleModel.Limit.LOG);
    }

    @Test
    void theSameFiguresGiveTheSameAnswer() {
        Installation some = installation(2, 60, 2, Duration.ofNanos(500_000));

        assertThat(ScaleModel.of(some)).isEqualTo(ScaleModel.of(some));
    }

    @Test
    void aLoneCallbackTakesItsPathOnce() {
        var outcome = new ScaleRun(installation(1, 60, 4, Duration.ofNanos(500_000)), 1, 50, 7).run();

        assertThat(outcome.p50Micros()).isCloseTo(60 + 300 + 135 + 28 + 500, within(5L));
        assertThat(outcome.busy().database()).isLessThan(0.01);
    }

    @Test
    void impossibleInstallationsAreRefused() {
        assertThatThrownBy(() -> installation(0, 60, 1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 nodes");
        assertThatThrownBy(() -> installation(1, 0, 1, Duration.ZERO)).hasMessageContaining("above zero");
    }
}
