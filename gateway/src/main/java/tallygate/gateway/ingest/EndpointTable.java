package tallygate.gateway.ingest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All endpoints of a configuration, checked against each other. Immutable: a reload is another table. */
public record EndpointTable(List<Endpoint> endpoints) {
    static final String PREFIX = "/callbacks/";

    public EndpointTable {
        endpoints = List.copyOf(endpoints);
        Set<String> names = new HashSet<>();
        Set<String> paths = new HashSet<>();
        for (Endpoint endpoint : endpoints) {
            if (!names.add(endpoint.name())) {
                throw new IllegalArgumentException("two endpoints are called " + endpoint.name());
            }
            for (String alias : endpoint.aliases()) {
                if (!paths.add(alias)) {
                    throw new IllegalArgumentException("two endpoints have the path " + alias);
                }
                if (alias.startsWith(PREFIX)) {
                    throw new IllegalArgumentException("endpoint " + endpoint.name() + ": path " + alias
                            + " lies below " + PREFIX + ", which belongs to endpoint names");
                }
            }
        }
    }
}
