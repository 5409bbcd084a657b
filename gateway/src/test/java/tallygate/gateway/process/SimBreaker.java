package tallygate.gateway.process;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the breaker of a history owes the receiver of one route, worked out without it: when the first two calls of a node failed
 * within the window, no call begins for most of the time that the breaker is open. Later it is not judged: that would be a second
 * breaker.
 */
final class SimBreaker {
    private static final int FAILURES = 2;
    private static final long WITHIN = Duration.ofMillis(3_900).toNanos();
    private static final long SILENCE = Duration.ofMillis(350).toNanos();

    private final Deque<Long> failures = new ArrayDeque<>();
    private boolean isJudged = true;
    private long silentUntil;

    /** A call was given up: what the breaker made of it is not known here. */
    void gaveUp() {
        isJudged = false;
    }

    void ended(Signal signal, long nanos) {
        if (!isJudged) {
            return;
        }
        switch (signal) {
            case NONE -> {}
            case ANSWERS -> isJudged = false;
            case OVERLOADED, REFUSES_ALL -> failures.add(nanos);
        }
        if (failures.size() == FAILURES) {
            isJudged = false;
            silentUntil = nanos - failures.getFirst() <= WITHIN ? nanos + SILENCE : 0;
        }
    }

    boolean mayBegin(long nanos) {
        return nanos >= silentUntil;
    }
}
