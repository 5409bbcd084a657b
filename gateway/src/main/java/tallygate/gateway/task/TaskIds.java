package tallygate.gateway.task;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes task ids: time-ordered, unique as long as the node number is leased, never backwards when the clock jumps back.
 * For any number of threads, without locks.
 */
public final class TaskIds {
    /** 2020-01-01T00:00Z in milliseconds since 1970. */
    public static final long EPOCH_MILLIS = 1_577_836_800_000L;

    /** The highest node number that may be leased; the next one belongs to ids that the database makes by itself. */
    public static final int NODE_MAX = 1022;

    private static final int NODE_BITS = 10;
    private static final int SEQUENCE_BITS = 12;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

    private final long node;
    private final InstantSource clock;
    /** Milliseconds since 2020 and sequence, side by side: a sequence that overflows borrows from the next millisecond. */
    private final AtomicLong last;

    /**
     * @param node the leased number, 0..1022
     * @param floorMillis no id of this generator is from before this many milliseconds since 2020: what the number's
     *     former holder may have used ({@link NodeLease#idFloorMillis()})
     */
    public TaskIds(int node, long floorMillis, InstantSource clock) {
        if (node < 0 || node > NODE_MAX) {
            throw new IllegalArgumentException("node number must be 0.." + NODE_MAX + ", was " + node);
        }
        this.node = node;
        this.clock = clock;
        this.last = new AtomicLong(Math.max(0, floorMillis) << SEQUENCE_BITS);
    }

    public TaskId next() {
        long now = (clock.millis() - EPOCH_MILLIS) << SEQUENCE_BITS;
        long own = last.updateAndGet(previous -> Math.max(previous + 1, now));
        long millis = own >>> SEQUENCE_BITS;
        return new TaskId(millis << (NODE_BITS + SEQUENCE_BITS) | node << SEQUENCE_BITS | (own & SEQUENCE_MASK));
    }

    /** Milliseconds since 2020 of the last id made. */
    public long highWaterMillis() {
        return last.get() >>> SEQUENCE_BITS;
    }

    /** No id that was made at that moment or later is smaller. A moment outside the years that ids reach is taken for their ends. */
    public static long firstOf(Instant at) {
        Instant first = Instant.ofEpochMilli(EPOCH_MILLIS);
        Instant last = first.plusMillis(Long.MAX_VALUE >>> (NODE_BITS + SEQUENCE_BITS));
        Instant within = at.isBefore(first) ? first : at.isAfter(last) ? last : at;
        return (within.toEpochMilli() - EPOCH_MILLIS) << (NODE_BITS + SEQUENCE_BITS);
    }

    /** When the id was made, by its maker's clock. */
    public static Instant instantOf(TaskId id) {
        return Instant.ofEpochMilli((id.value() >>> (NODE_BITS + SEQUENCE_BITS)) + EPOCH_MILLIS);
    }

    public static int nodeOf(TaskId id) {
        return (int) (id.value() >>> SEQUENCE_BITS) & ((1 << NODE_BITS) - 1);
    }
}
