package tallygate.callback.outbound;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hosts inside the operator's own network that URLs from outside may name, with http or https.
 *
 * @param hosts {@code host:port}, compared exactly and without regard to case
 */
public record InsideHosts(Set<String> hosts) {
    public static final InsideHosts NONE = new InsideHosts(Set.of());

    public InsideHosts {
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        for (String host : hosts) {
            if (!host.matches("[^/@\\s]+:[0-9]{1,5}")) {
                throw new IllegalArgumentException("an inside host is written host:port, was '" + host + "'");
            }
        }
    }

    boolean holds(HttpTarget target) {
        return hosts.contains((target.host() + ":" + target.port()).toLowerCase(Locale.ROOT));
    }
}
