package tallygate.gateway.http;

import java.time.Duration;

/**
 * How many connections there may be and how long one lives.
 *
 * @param total open at once
 * @param perAddress open at once from one client address (IPv6: one /64); trusted proxies are exempt
 * @param handshakes TLS handshakes under way at once
 * @param requests answered on one connection before it is closed, so that a load balancer can spread anew
 * @param age after which a connection is closed with its next answer
 */
public record ConnectionLimits(int total, int perAddress, int handshakes, int requests, Duration age) {
    public ConnectionLimits {
        Bounds.require("total", total, 1, 1_000_000);
        Bounds.require("perAddress", perAddress, 1, 1_000_000);
        Bounds.require("handshakes", handshakes, 1, 1_000_000);
        Bounds.require("requests", requests, 1, Integer.MAX_VALUE);
        Bounds.requirePositive("age", age);
    }

    public static ConnectionLimits defaults() {
        return new ConnectionLimits(10_000, 2_000, 512, 1_000, Duration.ofMinutes(5));
    }
}
