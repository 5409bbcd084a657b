package tallygate.loadtest.drive;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What one loop saw: every answer of the whole run, and rate and latencies of the measured window. For one thread; after the
 * run, ledgers are added up.
 */
final class Ledger {
    private static final int STATUS_MAX = 599;
    private static final long LATENCY_MICROS_MAX = 600_000_000;

    private final long windowStart;
    private final long windowEnd;
    private final long[] statuses = new long[STATUS_MAX + 1];
    private final BitSet accepted = new BitSet();
    private final Histogram latency = new Histogram(1, LATENCY_MICROS_MAX, 3);
    private final Histogram refusalLatency = new Histogram(1, LATENCY_MICROS_MAX, 3);

    private long sent;
    private long acceptedInWindow;
    private long answeredInWindow;
    private long connectFailures;

    /** The window's ends are nanoseconds of the loop's clock; answers in [start, end) belong to it. */
    Ledger(long windowStart, long windowEnd) {
        this.windowStart = windowStart;
        this.windowEnd = windowEnd;
    }

    void sent() {
        sent++;
    }

    void connectFailed() {
        connectFailures++;
    }

    /** @param since when the message was due (open model) or sent (closed model) */
    void answered(int message, int status, long since, long now) {
        int known = status >= 0 && status <= STATUS_MAX ? status : 0;
        statuses[known]++;
        Books.Column column = Books.Column.of(known);
        if (column == Books.Column.ACCEPTED) {
            accepted.set(message);
        }
        if (now < windowStart || now >= windowEnd) {
            return;
        }
        answeredInWindow++;
        long micros = Math.clamp((now - since) / 1000, 1, LATENCY_MICROS_MAX);
        switch (column) {
            case ACCEPTED -> {
                acceptedInWindow++;
                latency.recordValue(micros);
            }
            case REFUSED, BUSY -> refusalLatency.recordValue(micros);
            case FAILED -> {}
        }
    }

    void add(Ledger other) {
        sent += other.sent;
        acceptedInWindow += other.acceptedInWindow;
        answeredInWindow += other.answeredInWindow;
        connectFailures += other.connectFailures;
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] += other.statuses[i];
        }
        accepted.or(other.accepted);
        latency.add(other.latency);
        refusalLatency.add(other.refusalLatency);
    }

    Books books() {
        return new Books(
                sent,
                sum(Books.Column.ACCEPTED),
                sum(Books.Column.REFUSED),
                sum(Books.Column.BUSY),
                sum(Books.Column.FAILED));
    }

    private long sum(Books.Column column) {
        return IntStream.range(0, statuses.length)
                .filter(status -> Books.Column.of(status) == column)
                .mapToLong(status -> statuses[status])
                .sum();
    }

    /** How often each status came; 0 stands for no answer. */
    Map<Integer, Long> statuses() {
        var counts = new TreeMap<Integer, Long>();
        for (int status = 0; status < statuses.length; status++) {
            if (statuses[status] > 0) {
                counts.put(status, statuses[status]);
            }
        }
        return counts;
    }

    /** Messages that were accepted at least once. */
    BitSet accepted() {
        return (BitSet) accepted.clone();
    }

    /** Latencies of accepted messages in the window, in microseconds. */
    Histogram latency() {
        return latency;
    }

    /** Latencies of refused and busy answers in the window, in microseconds. */
    Histogram refusalLatency() {
        return refusalLatency;
    }

    long acceptedInWindow() {
        return acceptedInWindow;
    }

    long answeredInWindow() {
        return answeredInWindow;
    }

    long connectFailures() {
        return connectFailures;
    }
}
