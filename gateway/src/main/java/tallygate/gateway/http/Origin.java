package tallygate.gateway.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.signature.Header;

/**
 * Where a request came from and what its sender called us. Forwarding headers count only when the peer is a trusted
 * proxy: then the client is the right-most address that is no trusted proxy. Whatever stands left of it was written by
 * strangers.
 *
 * @param address of the client, as text
 * @param authority empty when nobody said one
 */
record Origin(String address, String scheme, String authority) {

    static Origin of(Peer peer, RequestHead head, Proxies proxies) {
        Origin direct = new Origin(peer.text(), peer.scheme(), head.host());
        if (!peer.isTrusted()) {
            return direct;
        }
        List<String> addresses = new ArrayList<>();
        List<String> schemes = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        var forwarded = new ArrayList<Forwarded>();
        for (Header header : head.headers()) {
            switch (Ascii.lower(header.name())) {
                case "x-forwarded-for" -> addAll(addresses, header.value());
                case "x-forwarded-proto" -> addAll(schemes, header.value());
                case "x-forwarded-host" -> addAll(hosts, header.value());
                case "forwarded" -> forwarded.addAll(Forwarded.parse(header.value()));
                default -> {}
            }
        }
        if (forwarded.isEmpty()) {
            Hop client = client(peer, addresses, proxies);
            return direct.with(client, at(schemes, client.hops()), at(hosts, client.hops()));
        }
        Hop client = client(peer, forwarded.stream().map(Forwarded::address).toList(), proxies);
        if (!addresses.isEmpty() && !client(peer, addresses, proxies).equals(client)) {
            // One of the two was passed through from a stranger, and nothing says which.
            return direct;
        }
        return direct.with(
                client,
                at(forwarded.stream().map(Forwarded::scheme).toList(), client.hops()),
                at(forwarded.stream().map(Forwarded::host).toList(), client.hops()));
    }

    /** @param hops entries that trusted proxies wrote, the client's own being the last of them */
    private record Hop(String address, int hops) {}

    private static Hop client(Peer peer, List<String> addresses, Proxies proxies) {
        String client = peer.text();
        int hops = 0;
        for (int i = addresses.size() - 1; i >= 0; i--) {
            Optional<InetAddress> address = Forwarded.address(addresses.get(i));
            if (address.isEmpty()) {
                break;
            }
            hops++;
            client = Peer.of(address.get(), false, Proxies.NONE).text();
            if (!proxies.trusts(address.get())) {
                break;
            }
        }
        return new Hop(client, hops);
    }

    /** The entry of the outermost trusted proxy; proxies that keep only one entry have overwritten it. */
    private static String at(List<String> values, int hops) {
        return values.isEmpty() ? "" : values.get(Math.max(0, values.size() - Math.max(1, hops)));
    }

    private Origin with(Hop client, String forwardedScheme, String forwardedHost) {
        String lower = Ascii.lower(forwardedScheme);
        boolean knowsScheme = lower.equals("http") || lower.equals("https");
        return new Origin(
                client.address(),
                knowsScheme ? lower : scheme,
                Authority.isValid(forwardedHost) ? forwardedHost : authority);
    }

    private static void addAll(List<String> values, String list) {
        for (String value : list.split(",", -1)) {
            values.add(value.strip());
        }
    }
}
