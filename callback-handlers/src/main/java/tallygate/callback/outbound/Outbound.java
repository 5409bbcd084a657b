package tallygate.callback.outbound;

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
}
