package tallygate.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {
    @Test
    void percentilesAreThoseOfTheRecordedValues() {
        var histogram = new Histogram(1, 1_000_000, 3);
        for (int i = 1; i <= 1_000; i++) {
            histogram.recordValue(i);
        }
        LatencySummary summary = LatencySummary.of(histogram);
        assertThat(summary.count()).isEqualTo(1_000);
        assertThat(summary.p50()).isEqualTo(500);
        assertThat(summary.p90()).isEqualTo(900);
        assertThat(summary.p99()).isEqualTo(990);
        assertThat(summary.p999()).isEqualTo(999);
        assertThat(summary.max()).isEqualTo(1_000);
        assertThat(summary.mean()).isBetween(500L, 501L);
    }

    @Test
    void nothingRecordedIsAllZero() {
        assertThat(LatencySummary.of(new Histogram(1, 1_000, 3))).isEqualTo(new LatencySummary(0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void aResultIsPrintedAsOneLineOfJson() {
        assertThat(Json.line(new LatencySummary(1, 2, 3, 4, 5, 6, 7)))
                .isEqualTo("{\"count\":1,\"mean\":2,\"p50\":3,\"p90\":4,\"p99\":5,\"p999\":6,\"max\":7}");
    }
}
