package tallygate.loadtest.scale;

import java.util.ArrayList;
import java.util.List;

/** Finds what an installation carries, and what holds it back. */
public final class ScaleModel {
    /** What is exhausted first. */
    public enum Limit {
        /** More nodes, or more processors for them. */
        NODES("processors of the gateways"),
        /** More nodes: each brings a writer; or a nearer database. */
        WRITERS("round trips and log syncs of each node's one writer"),
        /** A bigger server, then databases of their own for some accounts. */
        DATABASE("processors of the database"),
        /** A faster disk. */
        LOG("log syncs of the database");

        public final String text;

        Limit(String text) {
            this.text = text;
        }
    }

    /**
     * What an installation carries.
     *
     * @param perSecond callbacks a second, worked off, with 99 of 100 acknowledged within {@link #PATIENCE_MICROS}
     * @param p50Micros at half of that rate: what a provider sees on a good day
     */
    public record Capacity(
            int nodes, long perSecond, long p50Micros, Limit limit, double databaseBusy, double writersBusy) {}

    /** A second callback of the same event comes rarely before. */
    static final long PATIENCE_MICROS = 500_000;

    private static final double SECONDS = 2;
    private static final int EVENTS_MAX = 100_000;
    private static final long SEED = 20_200_101;
    /** The search ends when the answer is known to this share. */
    private static final double EXACT = 0.02;

    private ScaleModel() {}

    public static Capacity of(Installation given) {
        double low = 0;
        double high = given.nodes() * given.nodeCores() * 1e6 / given.gatewayMicros() * 1.05;
        while (high - low > EXACT * high) {
            double middle = (low + high) / 2;
            if (carries(given, middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        ScaleRun.Busy busy = run(given, high).busy();
        return new Capacity(
                given.nodes(),
                Math.round(low),
                run(given, low / 2).p50Micros(),
                limit(busy),
                rounded(busy.database()),
                rounded(busy.writers()));
    }

    /** The same installation with 1, 2, 4 … nodes, up to as many as it has. */
    public static List<Capacity> doubling(Installation given) {
        var capacities = new ArrayList<Capacity>();
        for (int nodes = 1; nodes <= given.nodes(); nodes *= 2) {
            capacities.add(of(given.withNodes(nodes)));
        }
        return List.copyOf(capacities);
    }

    private static boolean carries(Installation given, double perSecond) {
        ScaleRun.Outcome outcome = run(given, perSecond);
        return outcome.donePerSecond() >= 0.97 * perSecond && outcome.p99Micros() <= PATIENCE_MICROS;
    }

    private static ScaleRun.Outcome run(Installation given, double perSecond) {
        return new ScaleRun(given, perSecond, Math.min(SECONDS, EVENTS_MAX / Math.max(1, perSecond)), SEED).run();
    }

    private static Limit limit(ScaleRun.Busy busy) {
        if (busy.database() > 0.93) {
            return Limit.DATABASE;
        }
        if (busy.nodes() > 0.93) {
            return Limit.NODES;
        }
        return busy.log() > busy.writers() ? Limit.LOG : Limit.WRITERS;
    }

    private static double rounded(double share) {
        return Math.round(100 * share) / 100.0;
    }
}
