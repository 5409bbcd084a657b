package tallygate.loadtest.measure;

import org.HdrHistogram.Histogram;

/** Percentiles of a run, in microseconds, exact to three digits; all zero when nothing was recorded. */
public record LatencySummary(long count, long mean, long p50, long p90, long p99, long p999, long max) {
    public static LatencySummary of(Histogram micros) {
        return new LatencySummary(
                micros.getTotalCount(),
                Math.round(micros.getMean()),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(90),
                micros.getValueAtPercentile(99),
                micros.getValueAtPercentile(99.9),
                micros.getMaxValue());
    }
}
