package tallygate.gateway.process;

/**
 * How many calls a receiver gets at the same time: one more for each round of calls that went well, a third less for a round
 * that did not. Begins at the most, so that a healthy receiver never notices. Guarded by the lock of {@link Holdings}.
 */
final class CallLimit {
    private static final double CUT = 0.7;

    private final int least;
    private final int most;
    private double limit;
    /** Below it the limit doubles in a round, above it grows by one. */
    private double doublesUpTo;

    private long cutNanos = Long.MIN_VALUE;

    CallLimit(int least, int most) {
        this.least = Math.min(least, most);
        this.most = most;
        this.limit = most;
        this.doublesUpTo = most;
    }

    int now() {
        return (int) limit;
    }

    /** @param running calls under way when this one ended, itself among them: a limit that is not used does not grow */
    void wentWell(int running) {
        if (running >= limit / 2) {
            limit = Math.min(most, limit + (limit < doublesUpTo ? 1 : 1 / limit));
        }
    }

    /** Calls of one round that go wrong together cut it once. */
    void wentWrong(long startedNanos, long nowNanos) {
        if (cutNanos == Long.MIN_VALUE || startedNanos - cutNanos >= 0) {
            limit = Math.max(least, limit * CUT);
            doublesUpTo = limit;
            cutNanos = nowNanos;
        }
    }

    /** After an outage: from the least, quickly to half of what it was. */
    void beginAgain() {
        doublesUpTo = Math.max(least, most / 2.0);
        limit = least;
    }
}
