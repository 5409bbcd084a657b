package tallygate.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import tallygate.config.CallbacksConfig;
import tallygate.config.DrainConfig;
import tallygate.config.LimitsConfig;
import tallygate.config.ServerConfig;
import tallygate.config.TlsConfig;
import tallygate.config.value.BindAddress;
import tallygate.gateway.http.AddressRange;
import tallygate.gateway.http.ClientCertificates;
import tallygate.gateway.http.ConnectionLimits;
import tallygate.gateway.http.Deadlines;
import tallygate.gateway.http.DrainTimes;
import tallygate.gateway.http.EventLoops;
import tallygate.gateway.http.ListenerConfig;
import tallygate.gateway.http.Proxies;
import tallygate.gateway.http.ProxyProtocol;
import tallygate.gateway.http.RequestLimits;
import tallygate.gateway.http.TlsFiles;
import tallygate.gateway.http.Transport;

/** From the configuration's words to the listeners'. */
final class Listeners {
    private Listeners() {}

    static ListenerConfig callbacks(ServerConfig server) {
        CallbacksConfig callbacks = server.callbacks();
        LimitsConfig limits = callbacks.limits();
        return new ListenerConfig(
                "callbacks",
                address(callbacks.bind()),
                new EventLoops(Transport.AUTO, loops(), EventLoops.BACKLOG),
                requests(limits),
                connections(limits),
                deadlines(limits),
                callbacks.tls().map(Listeners::tls),
                proxies(callbacks),
                drain(server.drain()));
    }

    /** Half of the processors: the database's threads and the handlers need the others. */
    private static int loops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    static InetSocketAddress address(BindAddress bind) {
        return new InetSocketAddress(bind.host(), bind.port());
    }

    private static RequestLimits requests(LimitsConfig limits) {
        return new RequestLimits(
                Math.toIntExact(limits.sizes().lineBytesMax().bytes()),
                Math.toIntExact(limits.sizes().headerBytesMax().bytes()),
                limits.sizes().headerCountMax(),
                Math.toIntExact(limits.sizes().bodyBytesMax().bytes()),
                limits.sizes().bodyBytesInFlightMax().bytes(),
                limits.sizes().inFlightMax());
    }

    private static ConnectionLimits connections(LimitsConfig limits) {
        return new ConnectionLimits(
                limits.connections().connectionsMax(),
                limits.connections().connectionsPerAddressMax(),
                limits.connections().handshakesMax(),
                limits.connections().requestsPerConnectionMax(),
                limits.connections().connectionAgeMax());
    }

    private static Deadlines deadlines(LimitsConfig limits) {
        return new Deadlines(
                limits.deadlines().header(),
                limits.deadlines().body(),
                Math.toIntExact(limits.deadlines().bodyRateMin().bytes()),
                limits.deadlines().answer(),
                limits.deadlines().idle(),
                limits.deadlines().write(),
                Deadlines.defaults().linger());
    }

    static TlsFiles tls(TlsConfig tls) {
        return new TlsFiles(
                tls.certificate(),
                tls.key(),
                tls.clientCa(),
                switch (tls.clientAuth()) {
                    case NONE -> ClientCertificates.NONE;
                    case OPTIONAL -> ClientCertificates.OPTIONAL;
                    case REQUIRED -> ClientCertificates.REQUIRED;
                });
    }

    private static Proxies proxies(CallbacksConfig callbacks) {
        List<AddressRange> trusted = callbacks.trustedProxies().stream()
                .map(range -> AddressRange.parse(range.toString()))
                .toList();
        ProxyProtocol protocol = switch (callbacks.proxyProtocol()) {
            case OFF -> ProxyProtocol.OFF;
            case OPTIONAL -> ProxyProtocol.OPTIONAL;
            case REQUIRED -> ProxyProtocol.REQUIRED;
        };
        return new Proxies(protocol, trusted);
    }

    private static DrainTimes drain(DrainConfig drain) {
        return new DrainTimes(drain.delay(), drain.shutdownWait());
    }

    /** Whether an address can be reached from other machines: the management listener then deserves a warning. */
    static boolean isPublic(BindAddress bind) {
        InetAddress address = address(bind).getAddress();
        return address == null || !address.isLoopbackAddress();
    }
}
