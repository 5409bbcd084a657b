package tallygate.config;

import java.time.Duration;
import java.util.List;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * How many connections there may be, and how long one is used.
 *
 * @param connectionsPerAddressMax open from one client address (IPv6: one /64); trusted proxies are exempt
 * @param handshakesMax TLS handshakes under way
 * @param requestsPerConnectionMax answered before the connection is closed
 */
public record ConnectionLimits(
        int connectionsMax,
        int connectionsPerAddressMax,
        int handshakesMax,
        int requestsPerConnectionMax,
        Duration connectionAgeMax) {
    private static final Key<Integer> CONNECTIONS = Key.of(
                    "connections-max", Kinds.integer(1, 1_000_000), "Connections open at the same time.", "同时打开的连接数上限。")
            .or("10000");
    private static final Key<Integer> CONNECTIONS_PER_ADDRESS = Key.of(
                    "connections-per-address-max",
                    Kinds.integer(1, 1_000_000),
                    "Connections open at the same time from one client address (IPv6: one /64); trusted proxies are"
                            + " exempt.",
                    "同一客户端地址（IPv6 为同一 /64）同时打开的连接数上限；受信任的代理不受此限。")
            .or("2000");
    private static final Key<Integer> HANDSHAKES = Key.of(
                    "handshakes-max",
                    Kinds.integer(1, 1_000_000),
                    "TLS handshakes under way at the same time.",
                    "同时进行的 TLS 握手数上限。")
            .or("512");
    private static final Key<Integer> REQUESTS_PER_CONNECTION = Key.of(
                    "requests-per-connection-max",
                    Kinds.integer(1, 1_000_000_000),
                    "Requests answered on one connection before it is closed, so that a load balancer can spread anew.",
                    "一个连接上应答多少个请求后关闭，便于负载均衡重新分配。")
            .or("1000");
    private static final Key<Duration> CONNECTION_AGE = Key.of(
                    "connection-age-max",
                    Kinds.duration("1s", "1d"),
                    "A connection that is older is closed with its next answer.",
                    "连接存活超过此时长后，在下一次应答后关闭。")
            .or("5m");

    static final List<Key<?>> KEYS =
            List.of(CONNECTIONS, CONNECTIONS_PER_ADDRESS, HANDSHAKES, REQUESTS_PER_CONNECTION, CONNECTION_AGE);

    public ConnectionLimits {
        if (connectionsMax < 1 || connectionsPerAddressMax < 1 || handshakesMax < 1 || requestsPerConnectionMax < 1) {
            throw new IllegalArgumentException("limits of connections are above zero");
        }
        if (!connectionAgeMax.isPositive()) {
            throw new IllegalArgumentException("a connection's age is above zero, got " + connectionAgeMax);
        }
    }

    /** The defaults. */
    public static ConnectionLimits standard() {
        return LimitsConfig.standard().connections();
    }

    static ConnectionLimits from(Section section) {
        return new ConnectionLimits(
                section.value(CONNECTIONS),
                section.value(CONNECTIONS_PER_ADDRESS),
                section.value(HANDSHAKES),
                section.value(REQUESTS_PER_CONNECTION),
                section.value(CONNECTION_AGE));
    }
}
