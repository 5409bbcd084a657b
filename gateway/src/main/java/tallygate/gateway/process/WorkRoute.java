package tallygate.gateway.process;

import java.time.Duration;
import tallygate.callback.handler.Handler;

/**
 * Where the tasks of one route go, and how many of them this node works on.
 *
 * @param name as stored in the task rows
 * @param version which handler this is, beside those that other nodes have for the route; at most 64 characters, may be empty
 */
public record WorkRoute(
        String name, String version, Handler handler, RetryPolicy policy, Limits limits, RouteRules rules) {
    private static final int VERSION_CHARS_MAX = 64;

    /** Of a handler whose version has no name. */
    public WorkRoute(String name, Handler handler, RetryPolicy policy, Limits limits, RouteRules rules) {
        this(name, "", handler, policy, limits, rules);
    }

    /** With {@link RouteRules#DEFAULT}. */
    public WorkRoute(String name, Handler handler, RetryPolicy policy, Limits limits) {
        this(name, handler, policy, limits, RouteRules.DEFAULT);
    }

    public WorkRoute {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a route needs a name");
        }
        if (version.length() > VERSION_CHARS_MAX) {
            throw new IllegalArgumentException("a version has at most 64 characters, has " + version.length());
        }
    }

    /**
     * The room of a route on one node. Routes do not share it: a hung receiver fills its own room and no other.
     *
     * @param concurrency calls at the same time, 1..10,000
     * @param waiting leased tasks that wait for a call to end, 0..10,000: so that claims can be large
     * @param runMax after this a call is interrupted and its slot used again, should the handler's own timeouts not work
     */
    public record Limits(int concurrency, int waiting, Duration runMax) {
        /** 64 calls, 192 waiting, a minute. */
        public static final Limits DEFAULT = new Limits(64, 192, Duration.ofMinutes(1));

        private static final int BOUND = 10_000;

        public Limits {
            if (concurrency < 1 || concurrency > BOUND) {
                throw new IllegalArgumentException("concurrency must be 1.." + BOUND + ", was " + concurrency);
            }
            if (waiting < 0 || waiting > BOUND) {
                throw new IllegalArgumentException("waiting must be 0.." + BOUND + ", was " + waiting);
            }
            if (runMax.isNegative() || runMax.isZero()) {
                throw new IllegalArgumentException("runMax must be above 0, was " + runMax);
            }
        }
    }
}
