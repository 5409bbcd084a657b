package tallygate.gateway.ingest;

import java.time.Duration;
import tallygate.gateway.task.RejectedStore.Caps;

/**
 * The bounds of the record of refused requests. What is over a bound is counted and not kept; nobody waits for it.
 *
 * @param queueRows refused requests that wait to be recorded
 * @param queueBytes their bodies
 * @param keepFor at least as long as any provider sends again
 */
public record RefusalLimits(int queueRows, long queueBytes, Duration keepFor, Caps caps) {
    public static RefusalLimits standard() {
        return new RefusalLimits(1_024, 16L << 20, Duration.ofDays(35), new Caps(20, 1_000));
    }
}
