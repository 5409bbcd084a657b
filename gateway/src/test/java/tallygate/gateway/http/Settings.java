package tallygate.gateway.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** The settings of a listener under test, to be changed one by one. */
final class Settings {
    Transport transport = Transport.AUTO;
    int port = 0;
    int threads = 1;
    RequestLimits requests = RequestLimits.defaults();
    ConnectionLimits connections = ConnectionLimits.defaults();
    Deadlines deadlines = Deadlines.defaults();
    Optional<TlsFiles> tls = Optional.empty();
    Proxies proxies = Proxies.NONE;
    DrainTimes drain = new DrainTimes(Duration.ZERO, Duration.ofSeconds(10));

    ListenerConfig config() {
        return new ListenerConfig(
                "test",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                new EventLoops(transport, threads, EventLoops.BACKLOG),
                requests,
                connections,
                deadlines,
                tls,
                proxies,
                drain);
    }
}
