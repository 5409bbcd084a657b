package tallygate.gateway.task;

/**
 * What one node has under way for one route's receiver, as it said with its last heartbeat.
 *
 * @param running handler calls that run
 * @param waiting leased tasks that wait for a worker of the node
 * @param limit calls that may be under way now: it follows the receiver; 0 while the breaker keeps all back
 * @param isTripped the breaker is open, or lets trial calls through only
 */
public record LaneReading(String route, int running, int waiting, int limit, boolean isTripped) {
    /** What the node's circuit breaker lets through. */
    public enum Breaker {
        CLOSED,
        OPEN,
        TRIALS
    }

    public Breaker breaker() {
        return !isTripped ? Breaker.CLOSED : limit == 0 ? Breaker.OPEN : Breaker.TRIALS;
    }
}
