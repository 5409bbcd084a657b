package tallygate.callback.saga;

import java.time.Duration;
import java.util.Optional;
import tallygate.signature.Header;

/**
 * One call of a saga's step to its participant.
 *
 * @param request which request it is
 * @param operation what to run: a path, a routing key or a local step's name
 * @param status where to ask about it: a path with {@code {requestId}} or a URL; empty: nowhere
 * @param input what the step gets, as JSON
 * @param timeout for the whole answer
 * @param trace what the participant goes on with, as a {@code traceparent}; nothing where no traces are kept
 */
public record StepCall(
        Request request, String operation, String status, String input, Duration timeout, Optional<Header> trace) {
    /**
     * What every call says of itself.
     *
     * @param requestId the same on every try and node
     * @param compensates the forward request that this one undoes; empty for a forward one
     * @param mark place of this send among all sends of the saga: a participant can tell order by it
     * @param attempt number of this send of the request, from 1
     */
    public record Request(
            String sagaId,
            String sagaType,
            int version,
            String step,
            String requestId,
            String compensates,
            int mark,
            int attempt,
            String bizId) {
        public boolean isCompensation() {
            return !compensates.isEmpty();
        }
    }
}
