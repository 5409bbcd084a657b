package tallygate.gateway.admin.console;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the pages tell of the configuration in force: never a secret.
 *
 * @param settings every effective value with its key, secrets hidden
 */
public record Facts(List<EndpointFact> endpoints, List<RouteFact> routes, List<Setting> settings) {
    public Facts {
        endpoints = List.copyOf(endpoints);
        routes = List.copyOf(routes);
        settings = List.copyOf(settings);
    }

    /** An address that a provider calls. */
    public record EndpointFact(
            String name, String provider, String account, String route, String path, List<KeyFact> keys) {
        public EndpointFact {
            keys = List.copyOf(keys);
        }
    }

    /** A key by its id, never its material. */
    public record KeyFact(String id, String slot, Optional<Instant> until) {}

    public record RouteFact(String name, String handler, int concurrency) {}

    /**
     * One effective value.
     *
     * @param value {@code ***} for a secret
     * @param origin {@code default}, a line of the file, or a variable's name
     */
    public record Setting(String key, String value, String origin) {
        public String line() {
            return key + " = " + value + "  (" + origin + ")";
        }

        boolean isDefault() {
            return origin.equals("default");
        }
    }

    /** Accounts whose event ids are looked through. */
    public Set<String> accounts() {
        Set<String> accounts = new java.util.TreeSet<>(Set.of("shop"));
        endpoints.forEach(endpoint -> accounts.add(endpoint.account()));
        return accounts;
    }
}
