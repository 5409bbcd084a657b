package tallygate.callback.outbound;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** Where a request goes, and who wrote that down: it decides which addresses the URL may lead to. */
public sealed interface Destination {
    URI url();

    /** The operator wrote this URL into the configuration: http, private and loopback addresses are theirs to name. */
    record Configured(URI url) implements Destination {
        @Override
        public String toString() {
            return shown(url);
        }
    }

    /**
     * The URL came from outside, by a callback, a participant or the API: https to a public address, or to a host that the
     * operator listed.
     */
    record Foreign(URI url) implements Destination {
        @Override
        public String toString() {
            return shown(url);
        }
    }

    /**
     * One of these hosts and no other: https, port 443, a public address. For the servers of providers.
     *
     * @param hosts names in lower case, compared exactly
     */
    record Listed(URI url, Set<String> hosts) implements Destination {
        public Listed {
            hosts = Set.copyOf(hosts);
            for (String host : hosts) {
                if (host.isEmpty() || !host.equals(host.toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("a listed host is a name in lower case, was '" + host + "'");
                }
            }
        }

        @Override
        public String toString() {
            return shown(url);
        }
    }

    /** Without path and query, which hold keys where a service has its keys in URLs. */
    private static String shown(URI url) {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }
}
