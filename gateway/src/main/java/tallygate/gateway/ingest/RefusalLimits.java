package tallygate.gateway.ingest;

import java.time.Duration;
import tallygate.gateway.task.RejectedStore.Caps;

/**
 * The bounds of the record of refused requests. What is over a bound is counted and not kept; nobody waits for it.
 *
 * @param queueRows refused requests that wait to be recorded
 * @param queueBytes their bodies
 * @param keepFor at least so long, and longer where a provider sends again for longer
 * @param alarm when an endpoint is taken to refuse everything
 */
public record RefusalLimits(int queueRows, long queueBytes, Duration keepFor, Caps caps, Alarm alarm) {
    /**
     * When an endpoint is taken to refuse everything: both must hold.
     *
     * @param inARow refused callbacks with no genuine one between them
     * @param over from the first of them
     */
    public record Alarm(int inARow, Duration over) {
        public Alarm {
            if (inARow < 1 || over.isNegative()) {
                throw new IllegalArgumentException(
                        "an alarm needs a callback and a time, has " + inARow + " over " + over);
            }
        }
    }

    public static RefusalLimits standard() {
        return alarmed(new Alarm(10, Duration.ofMinutes(5)));
    }

    /** The standard bounds with an alarm of one's own. */
    public static RefusalLimits alarmed(Alarm alarm) {
        return new RefusalLimits(1_024, 16L << 20, Duration.ofDays(35), new Caps(20, 1_000), alarm);
    }
}
