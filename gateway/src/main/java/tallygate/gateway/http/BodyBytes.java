package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The bytes of one body, counted against the limit for all bodies. A body of known length ends up in an array of just
 * that size; memory is taken as bytes arrive, so that announcing a large body costs the sender's bandwidth, not ours.
 */
final class BodyBytes {
    private static final int FIRST_BYTES = 8 << 10;
    private static final byte[] NOTHING = {};

    private final int max;
    private final Budget budget;
    private final long budgetMax;
    private byte[] bytes = NOTHING;
    private int size;

    /** @param max bytes there can be at most */
    BodyBytes(int max, Budget budget, long budgetMax) {
        this.max = max;
        this.budget = budget;
        this.budgetMax = budgetMax;
    }

    int size() {
        return size;
    }

    /** False when all bodies together are too large; then nothing was taken. */
    boolean append(ByteBuf from, int count) {
        if (count > bytes.length - size && !grow(size + count)) {
            return false;
        }
        from.readBytes(bytes, size, count);
        size += count;
        return true;
    }

    /** The bytes in an array of their size. They stay counted until {@link #release} or until the caller gives that size back. */
    byte[] exact() {
        if (bytes.length > size) {
            budget.give(bytes.length - size);
            bytes = Arrays.copyOf(bytes, size);
        }
        return bytes;
    }

    void release() {
        budget.give(bytes.length);
        bytes = NOTHING;
        size = 0;
    }

    private boolean grow(int needed) {
        int capacity = Math.min(max, Math.max(FIRST_BYTES, Math.max(needed, 2 * bytes.length)));
        if (!budget.take(capacity - bytes.length, budgetMax)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, capacity);
        return true;
    }
}
