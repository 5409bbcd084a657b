package tallygate.callback.saga;

import java.time.Duration;

/** One party of sagas. Calls come at least once; the participant's own guard keeps the effect to once. */
public interface Participant extends AutoCloseable {
    /**
     * Runs a step or undoes it. On a virtual thread; may block up to the call's timeout.
     *
     * @throws InterruptedException when the node stops; what was sent may have arrived
     */
    Reply send(StepCall call) throws InterruptedException;

    /**
     * Asks what became of a request.
     *
     * @throws InterruptedException when the node stops
     */
    Reply ask(StepCall call) throws InterruptedException;

    /**
     * The longest time that one call can take: a saga's lease must hold so long.
     *
     * @param ceiling of the step's timeout
     */
    default Duration longestCall(Duration ceiling) {
        return ceiling;
    }

    @Override
    default void close() {}
}
