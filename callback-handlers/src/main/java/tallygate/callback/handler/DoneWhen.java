package tallygate.callback.handler;

import java.time.Duration;

/** When a task that was given to a broker is done. */
public sealed interface DoneWhen {
    /**
     * When its consumer says so in the result queue. A confirmation of the broker is not the effect.
     *
     * @param longest how long a try waits for the result at its place
     * @param within how long the result may take; after it the task is published again, with the same idempotency key
     */
    record Result(Duration longest, Duration within) implements DoneWhen {
        public Result {
            if (longest.isNegative() || within.compareTo(longest) < 0) {
                throw new IllegalArgumentException(
                        "a result's wait must be 0 to its limit " + within + ", was " + longest);
            }
        }
    }

    /** When the broker has taken it: for consumers that are trusted to lose nothing. */
    record Published() implements DoneWhen {}
}
