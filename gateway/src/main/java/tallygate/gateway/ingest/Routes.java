package tallygate.gateway.ingest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a raw request-target to the desk that answers it. Compares spellings as they came and never repairs one. */
final class Routes {
    private final Map<String, Desk> byName;
    private final Map<String, Desk> byPath;

    Routes(List<Desk> desks) {
        Map<String, Desk> names = new HashMap<>();
        Map<String, Desk> paths = new HashMap<>();
        for (Desk desk : desks) {
            names.put(desk.endpoint().name(), desk);
            desk.endpoint().aliases().forEach(alias -> paths.put(alias, desk));
        }
        for (Desk desk : desks) {
            desk.endpoint().aliases().forEach(alias -> paths.putIfAbsent(otherSlash(alias), desk));
        }
        byName = Map.copyOf(names);
        byPath = Map.copyOf(paths);
    }

    Optional<Desk> named(String endpoint) {
        return Optional.ofNullable(byName.get(endpoint));
    }

    /** @param target path and query; the query belongs to the provider and takes no part in routing */
    Optional<Desk> find(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.startsWith(EndpointTable.PREFIX)) {
            return Optional.ofNullable(byPath.get(path));
        }
        int from = EndpointTable.PREFIX.length();
        int slash = path.indexOf('/', from);
        Optional<Desk> desk =
                Optional.ofNullable(byName.get(slash < 0 ? path.substring(from) : path.substring(from, slash)));
        return slash < 0 || CanonicalPath.is(path) ? desk : Optional.empty();
    }

    /** The same path with its last slash added or taken away: senders differ, and a redirect would lose the body. */
    private static String otherSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path + "/";
    }
}
