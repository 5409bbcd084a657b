package tallygate.gateway.process;

import java.time.Duration;
import tallygate.callback.handler.OutcomeProbe;

/**
 * How the tasks of a route are asked about once more.
 *
 * @param after how long after a success
 * @param batch questions of one call, 1..256
 * @param asksMax a task that is not answered for is given up after so many
 * @param isReopening true: a success that was none is tried again, once, with the same idempotency key; after that, or false: it
 *     opens a discrepancy
 */
public record ProbeRule(OutcomeProbe probe, Duration after, int batch, int asksMax, boolean isReopening) {
    public ProbeRule {
        if (!after.isPositive() || batch < 1 || batch > 256 || asksMax < 1) {
            throw new IllegalArgumentException(
                    "a probe's after, batch and asks were " + after + ", " + batch + ", " + asksMax);
        }
    }
}
