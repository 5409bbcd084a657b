package tallygate.callback.saga;

import java.time.Duration;

/** What a call to a participant, or a question about one, came to. */
public sealed interface Reply {
    /** @param response its result as JSON, empty for none */
    record Done(String response) implements Reply {}

    /** The participant refuses for good and has done nothing: in a saga a 409 is one. */
    record Failed(String reason, String response) implements Reply {}

    /** Nothing was done this time: no connection, 429, 503, or a path that is not deployed. */
    record Later(String error, Duration notBefore) implements Reply {}

    /** No answer, or one that proves nothing. */
    record Unknown(String error) implements Reply {}

    /**
     * Taken, not done yet: the result comes by message, or is to be asked for.
     *
     * @param statusUrl empty when the participant named none
     */
    record Accepted(String statusUrl, Duration notBefore) implements Reply {}

    /** Only to a question: the participant has never seen the request. It may still be under way to it. */
    record NotSeen() implements Reply {}
}
