package tallygate.gateway.task;

import tallygate.callback.Outcome;
import tallygate.callback.handler.Handler;

/** A handler that ends its task itself, in the transaction of what it writes: it needs the lease for that. */
public interface LeasedHandler extends Handler {
    /**
     * As {@link Handler#handle}.
     *
     * @return Done when the task's end is committed; then its completion finds it made
     * @throws InterruptedException when the node stops or the lease is lost
     */
    Outcome handle(LeasedTask task) throws InterruptedException;
}
