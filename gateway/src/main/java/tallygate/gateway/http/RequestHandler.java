package tallygate.gateway.http;

import java.util.List;
import java.util.Set;
import tallygate.signature.RawRequest;

/** Answers the requests of one listener. Called on an event loop: it must not block. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * An exception thrown here is logged and answered with 500.
     *
     * @param reply to be used exactly once, from any thread; a reply after the listener's answer deadline is dropped
     */
    void handle(RawRequest request, Reply reply);

    /**
     * The methods this handler has an answer for; the listener refuses any other with 405 before it reads a body. TRACE
     * and CONNECT are refused even when named here.
     */
    default Set<String> methods() {
        return Set.of("GET", "HEAD", "POST", "PUT", "OPTIONS");
    }

    /**
     * What a body to this target may have, where that is less than the listener allows; the listener refuses a larger one
     * with 413 before it reads it. Called on an event loop for each head.
     *
     * @param target path and query as they came
     */
    default int bodyBytesMax(String target) {
        return Integer.MAX_VALUE;
    }

    /** Sends the answer of one request. */
    @FunctionalInterface
    interface Reply {
        /** @throws IllegalStateException when this request was answered before by the same handler */
        void send(HttpReply answer);

        /** Names in the certificate that the client showed, in lower case: DNS names and URIs, else its common name. */
        default List<String> clientNames() {
            return List.of();
        }
    }
}
