package tallygate.gateway.http;

import java.time.Duration;

/**
 * How a listener ends its work.
 *
 * @param delay during which it goes on accepting, so that a load balancer can notice; zero for none
 * @param finish for requests in flight, once it has stopped accepting
 */
public record DrainTimes(Duration delay, Duration finish) {
    public DrainTimes {
        if (!delay.isZero()) {
            Bounds.requirePositive("delay", delay);
        }
        Bounds.requirePositive("finish", finish);
    }

    public static DrainTimes defaults() {
        return new DrainTimes(Duration.ofSeconds(5), Duration.ofSeconds(10));
    }
}
