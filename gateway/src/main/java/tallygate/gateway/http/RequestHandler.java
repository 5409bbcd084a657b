package tallygate.gateway.http;

import tallygate.signature.RawRequest;

/** Answers the requests of one listener. Called on an event loop: it must not block. */
@FunctionalInterface
public interface RequestHandler {
    /** @param reply to be used exactly once, from any thread; a reply after the listener's answer deadline is dropped */
    void handle(RawRequest request, Reply reply);

    /** Sends the answer of one request. */
    @FunctionalInterface
    interface Reply {
        void send(HttpReply answer);
    }
}
