package tallygate.gateway.saga;

import java.util.List;

/**
 * What is to be written now, and what is to be called after that.
 *
 * @param after the saga as it is once the transition is committed
 * @param calls none of them may go out before
 */
record Plan(Transition transition, Snapshot after, List<Call> calls) {
    /** Nothing new is known: it need not be written. */
    boolean isEmpty() {
        return transition.from() == transition.to()
                && transition.writes().isEmpty()
                && transition.told().dead().isEmpty()
                && calls.isEmpty()
                && transition.ending() instanceof Transition.Ending.Keep;
    }
}
