package tallygate.callback;

import java.time.Duration;
import java.util.Optional;

/** What one try of a handler came to. */
public sealed interface Outcome {
    /** The effect is applied (or had been applied before). */
    record Done(String detail) implements Outcome {}

    /**
     * Refused for now: nothing was applied, and this try counts.
     *
     * @param notBefore what the receiver asked for (Retry-After)
     */
    record Retry(String error, Optional<Duration> notBefore) implements Outcome {}

    /**
     * The receiver does not know us, or does not know the path: a fault of deployment that hits every task of the route.
     * Tried again like {@link Retry}; the route raises an alarm.
     */
    record Misconfigured(String error) implements Outcome {}

    /**
     * No answer, or one that proves nothing: the effect may or may not be there. Tried again, with the same key.
     *
     * @param notBefore how long an answer may still come by another way; zero: as the route's policy says
     */
    record Unknown(String error, Duration notBefore) implements Outcome {
        public Unknown(String error) {
            this(error, Duration.ZERO);
        }
    }

    /**
     * Too early (the order is not there yet) or accepted and to be asked later: waits without using a try.
     *
     * @param delay what the receiver asked for; zero: as the route's policy says
     * @param statusUrl where the result of an accepted call is asked next time; empty: the task is sent again
     */
    record Park(String reason, Duration delay, String statusUrl) implements Outcome {
        public Park(String reason, Duration delay) {
            this(reason, delay, "");
        }
    }

    /** Trying again cannot help. */
    record Permanent(String error) implements Outcome {}
}
