package tallygate.gateway.mysql;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tallygate.gateway.task.WorkStore;

/**
 * How far one claimer's scans have come, lane by lane: what they took is still in the index until purge has come by, which an
 * open snapshot of somebody's report can put off for hours, and must not be stepped over again by each claim.
 */
final class LowWater {
    /** A commit may become visible so long after the due time it wrote; what is later still is found by a whole scan. */
    private static final Duration LATE_COMMIT = Duration.ofSeconds(2);

    /** A shop inserts in a transaction of its own, which may take a while. */
    private static final Duration LONG_TRANSACTION = Duration.ofSeconds(60);

    /** As many claims of a backlog go on from the last row taken; the next one looks at what was committed late. */
    private static final int STRIDES_MAX = 9;

    static final Instant WHOLE = Instant.parse("1970-01-02T00:00:00Z");
    /** The lane of tasks that a shop inserted by itself and nobody has sorted in. */
    static final int UNSORTED = 0;

    private final Map<WorkStore.Scan, Marks> byScan = new EnumMap<>(WorkStore.Scan.class);
    private long generation;

    /**
     * The marks of a scan.
     *
     * @param connection its generation: after a reconnect nothing is known of what was committed meanwhile
     * @param whole without marks
     */
    Marks of(WorkStore.Scan scan, long connection, boolean whole) {
        if (generation != connection) {
            generation = connection;
            byScan.clear();
        }
        Marks marks = byScan.computeIfAbsent(scan, _ -> new Marks());
        if (whole) {
            marks.forget();
        }
        return marks;
    }

    /** Those of one kind of scan. */
    static final class Marks {
        private final Map<Integer, Instant> lowest = new HashMap<>();
        /** Lanes of which the last scan was full: the due time of the last row that it took. */
        private final Map<Integer, Instant> reached = new HashMap<>();

        private int strides;

        /** Nothing that is due and visible stands before this. */
        Instant of(int lane) {
            Instant end = reached.get(lane);
            return end != null ? end : lowest.getOrDefault(lane, WHOLE);
        }

        /** All of these had more than was taken, so that they need not be looked at first. */
        boolean hasMore(List<Lanes.Lane> lanes) {
            if (strides < STRIDES_MAX && lanes.stream().allMatch(lane -> reached.containsKey(lane.number()))) {
                strides++;
                return true;
            }
            strides = 0;
            lanes.forEach(lane -> reached.remove(lane.number()));
            return false;
        }

        /** @param first the first due time of those lanes that have something */
        void looked(List<Lanes.Lane> lanes, Map<Integer, Instant> first, Instant now) {
            lowest.put(UNSORTED, now.minus(LONG_TRANSACTION));
            for (Lanes.Lane lane : lanes) {
                lowest.put(lane.number(), first.getOrDefault(lane.number(), now).minus(LATE_COMMIT));
            }
        }

        void full(int lane, Instant lastDue) {
            reached.put(lane, lastDue);
        }

        void emptied(int lane) {
            reached.remove(lane);
        }

        /** A transaction was rolled back, or it is not known whether. */
        void forget() {
            lowest.clear();
            reached.clear();
            strides = 0;
        }
    }
}
