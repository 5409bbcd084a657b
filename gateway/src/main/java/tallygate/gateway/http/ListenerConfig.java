package tallygate.gateway.http;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Everything one listener is told.
 *
 * @param name for logs, threads and the metric label {@code listener}
 * @param bind port 0 takes a free one
 * @param tls plain HTTP when absent
 */
public record ListenerConfig(
        String name,
        InetSocketAddress bind,
        EventLoops loops,
        RequestLimits requests,
        ConnectionLimits connections,
        Deadlines deadlines,
        Optional<TlsFiles> tls,
        Proxies proxies,
        DrainTimes drain) {

    /** Plain HTTP with all the defaults. */
    public static ListenerConfig plain(String name, InetSocketAddress bind, int loops) {
        return new ListenerConfig(
                name,
                bind,
                new EventLoops(Transport.AUTO, loops, EventLoops.BACKLOG),
                RequestLimits.defaults(),
                ConnectionLimits.defaults(),
                Deadlines.defaults(),
                Optional.empty(),
                Proxies.NONE,
                DrainTimes.defaults());
    }
}
