package tallygate.callback.handler;

import java.util.Map;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;

/** Does the business work of one task. Called at least once for each task, so it must be idempotent on the delivery's key. */
public interface Handler extends AutoCloseable {
    /**
     * Runs on a virtual thread and may block, but not longer than its own timeout.
     *
     * @throws InterruptedException when the node stops or the lease is lost; the try then counts as unknown
     */
    Outcome handle(Delivery delivery) throws InterruptedException;

    /**
     * What can be read off the other side, for metrics: {@code ready}, {@code consumers} and the like, by name. Asked every few
     * seconds, may do I/O, never throws; what cannot be read is left out.
     */
    default Map<String, Double> readings() {
        return Map.of();
    }

    @Override
    default void close() {}
}
