package tallygate.gateway.admin.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All routes of the listener; literal ones before those with names. */
public final class Routes {
    private final List<Route> all;

    /** @throws IllegalArgumentException when two have the same method and pattern */
    public Routes(List<Route> routes) {
        List<Route> sorted = new ArrayList<>(routes);
        sorted.sort(Comparator.comparingInt((Route route) -> route.names().size()));
        Set<String> seen = new TreeSet<>();
        for (Route route : sorted) {
            String shape = route.method() + " " + route.pattern().replaceAll("\\{[^}]*}", "{}");
            if (!seen.add(shape)) {
                throw new IllegalArgumentException("two routes are " + shape);
            }
        }
        this.all = List.copyOf(sorted);
    }

    public List<Route> all() {
        return all;
    }

    /** What a request's method and path come to. */
    sealed interface Match {
        record Found(Route route, Map<String, String> path) implements Match {
            public Found {
                path = Map.copyOf(path);
            }
        }

        /** The path is there, for these methods. */
        record OtherMethod(Set<String> allowed) implements Match {
            public OtherMethod {
                allowed = Set.copyOf(allowed);
            }
        }

        record Nothing() implements Match {}
    }

    /** HEAD is answered by what answers GET. */
    Match match(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        Set<String> allowed = new TreeSet<>();
        for (Route route : all) {
            Optional<Map<String, String>> values = route.fit(path);
            if (values.isPresent() && route.method().equals(asked)) {
                return new Match.Found(route, values.get());
            }
            if (values.isPresent()) {
                allowed.add(route.method());
            }
        }
        return allowed.isEmpty() ? new Match.Nothing() : new Match.OtherMethod(allowed);
    }
}
