package tallygate.gateway.ingest;

import java.util.List;
import java.util.Set;
import tallygate.callback.provider.BoundProvider;

/**
 * One address that a provider calls.
 *
 * @param name the last part of {@code /callbacks/{name}}
 * @param account the scope of event ids: two endpoints may share one
 * @param provider the definition's name, for example {@code stripe}
 * @param route where its tasks go
 * @param bound the definition with this endpoint's keys
 * @param methods what this provider calls with; any other method gets a fixed answer and is not judged
 * @param aliases paths that were registered with the provider before, each exactly as registered
 * @param runsEveryEvent true where the route says {@code effects: every-event}: no effect key is claimed
 * @param bodyBytesMax of one callback; what the listener bounds for all is bounded there
 * @param clientNames of which the client's certificate must carry one, in lower case; empty: none is asked for
 */
public record Endpoint(
        String name,
        String account,
        String provider,
        String route,
        BoundProvider bound,
        Set<String> methods,
        List<String> aliases,
        IpAllowList allowed,
        boolean runsEveryEvent,
        int bodyBytesMax,
        Set<String> clientNames) {
    /** Without a bound of its own for bodies. */
    public Endpoint(
            String name,
            String account,
            String provider,
            String route,
            BoundProvider bound,
            Set<String> methods,
            List<String> aliases,
            IpAllowList allowed,
            boolean runsEveryEvent) {
        this(
                name,
                account,
                provider,
                route,
                bound,
                methods,
                aliases,
                allowed,
                runsEveryEvent,
                Integer.MAX_VALUE,
                Set.of());
    }

    public Endpoint {
        methods = Set.copyOf(methods);
        aliases = List.copyOf(aliases);
        clientNames = Set.copyOf(clientNames);
        if (name.isEmpty() || !name.chars().allMatch(Endpoint::isPlain)) {
            throw new IllegalArgumentException("endpoint name must be letters, digits, '-', '_' or '.', was " + name);
        }
        if (bodyBytesMax < 0) {
            throw new IllegalArgumentException("endpoint " + name + ": bodyBytesMax is negative, " + bodyBytesMax);
        }
        if (methods.isEmpty()) {
            throw new IllegalArgumentException("endpoint " + name + " needs a method");
        }
        for (String alias : aliases) {
            if (!CanonicalPath.is(alias)) {
                throw new IllegalArgumentException("endpoint " + name + ": path " + alias
                        + " must start with '/' and hold no '%', '//', '/.', '\\', ';' or '?'");
            }
        }
    }

    /** @param names in the certificate that the client showed */
    boolean admits(List<String> names) {
        return clientNames.isEmpty() || names.stream().anyMatch(clientNames::contains);
    }

    private static boolean isPlain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.';
    }
}
