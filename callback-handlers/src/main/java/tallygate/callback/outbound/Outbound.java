package tallygate.callback.outbound;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Sends one request out of this process. {@link GuardedOutbound} is the real one; a lambda is the double of tests.
 */
@FunctionalInterface
public interface Outbound {
    /**
     * Blocks until the answer is whole or the request's time is over. A redirect is an answer like any other: nothing follows it.
     *
     * @throws InterruptedException when the thread was interrupted; what was sent may have arrived
     */
    OutboundAnswer send(OutboundRequest request) throws InterruptedException;

    /**
     * The same, with the body of a 2xx answer written to a stream as it comes: the answer then has none. A body above the limit,
     * or one that ends early, is no answer; what was written of it is not to be used. The request's own limit bounds other bodies.
     *
     * @throws IOException when the stream refuses what is written
     * @throws InterruptedException when the thread was interrupted
     */
    default OutboundAnswer download(OutboundRequest request, OutputStream into, long bytesMax)
            throws IOException, InterruptedException {
        OutboundAnswer answer = send(request);
        if (answer instanceof OutboundAnswer.Answered whole && whole.isSuccess()) {
            into.write(whole.body());
            return new OutboundAnswer.Answered(whole.status(), whole.headers(), new byte[0]);
        }
        return answer;
    }
}
