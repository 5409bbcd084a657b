package tallygate.gateway.http;

import io.netty.util.NetUtil;
import java.net.InetAddress;

/**
 * Who is at the other end of a connection: the socket's peer, or the client a PROXY header named.
 *
 * @param text the address as it is stored and logged
 * @param isSecure TLS ends here, or the proxy says it ended there
 * @param isTrusted its forwarding headers are believed
 */
record Peer(InetAddress address, String text, boolean isSecure, boolean isTrusted) {
    static Peer of(InetAddress address, boolean secure, Proxies proxies) {
        return new Peer(address, NetUtil.toAddressString(address), secure, proxies.trusts(address));
    }

    String scheme() {
        return isSecure ? "https" : "http";
    }
}
