package tallygate.gateway.http;

import java.net.InetAddress;
import java.util.List;

/**
 * What is believed of the proxies in front.
 *
 * @param protocol whether connections begin with a PROXY protocol header
 * @param trusted only a peer in one of these is believed, in PROXY headers and in X-Forwarded-* and Forwarded alike
 */
public record Proxies(ProxyProtocol protocol, List<AddressRange> trusted) {
    public static final Proxies NONE = new Proxies(ProxyProtocol.OFF, List.of());

    public Proxies {
        trusted = List.copyOf(trusted);
        if (protocol != ProxyProtocol.OFF && trusted.isEmpty()) {
            throw new IllegalArgumentException(
                    "the PROXY protocol needs trusted proxies: without any, nobody may send a header");
        }
    }

    boolean trusts(InetAddress address) {
        for (AddressRange range : trusted) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
