package tallygate.gateway.saga;

import java.time.Duration;
import tallygate.gateway.task.Lease;

/** A saga store for one test, and what surrounds it. */
public interface SagaRig {
    SagaStore sagas();

    /** Lets so much time go by for everything stored. */
    void pass(Duration time);

    /** A task that is held under the returned lease. */
    Lease heldTask();

    /** True when the task of this lease is in state 2. */
    boolean isTaskEnded(Lease task);
}
