package tallygate.callback.handler;

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

    @Override
    default void close() {}
}
