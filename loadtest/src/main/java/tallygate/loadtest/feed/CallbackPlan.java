package tallygate.loadtest.feed;

/**
 * What a stream of callbacks is made of. The same plan always gives the same stream.
 *
 * @param duplicates share of callbacks that repeat an earlier event, 0..1
 * @param forged share of callbacks that were changed after signing, 0..1
 * @param bodyBytes exact size of each body, 512..1,000,000
 */
public record CallbackPlan(long seed, int count, double duplicates, double forged, int bodyBytes) {
    /** The size that all figures of this project are given for. */
    public static final int BODY_BYTES = 1024;

    public CallbackPlan {
        if (count < 1) {
            throw new IllegalArgumentException("a stream needs at least one callback, got " + count);
        }
        if (!(duplicates >= 0 && forged >= 0 && duplicates + forged <= 1)) {
            throw new IllegalArgumentException(
                    "shares of duplicates and forged must lie in 0..1 together, got " + duplicates + " and " + forged);
        }
        if (bodyBytes < 512 || bodyBytes > 1_000_000) {
            throw new IllegalArgumentException("a body has 512..1000000 bytes, got " + bodyBytes);
        }
    }

    /** Only new, genuine events of the usual size. */
    public static CallbackPlan fresh(long seed, int count) {
        return new CallbackPlan(seed, count, 0, 0, BODY_BYTES);
    }
}
