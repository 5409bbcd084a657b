package tallygate.gateway.task;

import java.time.Duration;

/**
 * Tasks of one route and business key run one after the other, the oldest row first.
 *
 * @param settle a task may run only when its row is so old. Must be above the answer deadline: then every older row that was
 *     ever acknowledged is committed by that time, and none can turn up behind its back
 * @param isFailureBlocking true: a failed task holds back the younger ones of its key until a person has settled it
 */
public record Ordering(Duration settle, boolean isFailureBlocking) {
    public Ordering {
        if (settle.isNegative()) {
            throw new IllegalArgumentException("settle must not be below 0, was " + settle);
        }
    }
}
