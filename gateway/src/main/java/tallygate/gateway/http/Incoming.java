package tallygate.gateway.http;

import java.util.Optional;

/** What the reader hands on: one at a time, the next only after the answer. */
sealed interface Incoming {
    /** @param body counted in the budget of all bodies with its length */
    record Request(RequestHead head, byte[] body) implements Incoming {}

    /**
     * @param head absent when it could not be read
     * @param closes where the next request begins is not known
     */
    record Refused(Refusal refusal, Optional<RequestHead> head, boolean closes) implements Incoming {}
}
