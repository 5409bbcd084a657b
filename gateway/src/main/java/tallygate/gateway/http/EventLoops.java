package tallygate.gateway.http;

/**
 * The threads of a listener.
 *
 * @param threads one event loop each
 * @param backlog connections the kernel holds until they are accepted
 */
public record EventLoops(Transport transport, int threads, int backlog) {
    public static final int BACKLOG = 1_024;

    public EventLoops {
        Bounds.require("threads", threads, 1, 256);
        Bounds.require("backlog", backlog, 1, 65_535);
    }
}
