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
 * @param rates how many are judged
 */
public record RefusalLimits(int queueRows, long queueBytes, Duration keepFor, Caps caps, Alarm alarm, Rates rates) {
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

    /**
     * Callbacks a second that are judged and turn out not to be genuine.
     *
     * @param perSource of one address (IPv6: one /64) at one endpoint
     * @param perEndpoint of all sources at one endpoint together
     */
    public record Rates(int perSource, int perEndpoint) {
        public Rates {
            if (perSource < 1 || perEndpoint < 1) {
                throw new IllegalArgumentException(
                        "somebody must be judged: " + perSource + " of a source, " + perEndpoint + " of an endpoint");
            }
        }

        public static Rates standard() {
            return new Rates(20, 500);
        }
    }

    public static RefusalLimits standard() {
        return of(new Alarm(10, Duration.ofMinutes(5)), Rates.standard());
    }

    /** The standard bounds with an alarm and rates of one's own. */
    public static RefusalLimits of(Alarm alarm, Rates rates) {
        return new RefusalLimits(1_024, 16L << 20, Duration.ofDays(35), new Caps(20, 1_000), alarm, rates);
    }
}
