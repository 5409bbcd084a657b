package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tallygate.gateway.task.StoreException;

/** Routes as small numbers, agreed upon by all nodes through table {@code lane}; a number never changes. */
final class Lanes {
    private static final String FIND = "SELECT lane FROM lane WHERE route = ?";
    private static final String ALL = "SELECT lane, route FROM lane ORDER BY lane";
    private static final String NEXT = "SELECT COALESCE(MAX(lane), 0) + 1 FROM lane";
    private static final String ADD =
            "INSERT INTO lane (lane, route) VALUES (?, ?) ON DUPLICATE KEY UPDATE lane = lane";
    private static final int TRIES_MAX = 10;
    private static final int STRANGERS_MAX = 10_000;
    /** No node claims from it. */
    static final int OTHER = Short.MAX_VALUE;

    private final Transactor transactor;
    private final Map<String, Integer> known = new ConcurrentHashMap<>();

    Lanes(Transactor transactor) {
        this.transactor = transactor;
    }

    /** The route's number, a new one for a new route. */
    int of(String route) {
        Integer lane = known.get(route);
        if (lane != null) {
            return lane;
        }
        for (int i = 0; i < TRIES_MAX; i++) {
            int found = transactor.run("lane", Transactor.Mode.READ, session -> findOrAdd(session, route));
            if (found > 0) {
                known.put(route, found);
                return found;
            }
        }
        throw new StoreException(
                StoreException.Kind.TRANSIENT, "lane: other nodes took " + TRIES_MAX + " numbers first");
    }

    /** @return 0 when another node took the number first */
    private static int findOrAdd(Session session, String route) throws SQLException {
        int found = find(session, route);
        if (found == 0) {
            session.prepare(ADD).add(next(session)).add(route).update();
            found = find(session, route);
        }
        return found;
    }

    private static int next(Session session) throws SQLException {
        try (ResultSet rows = session.prepare(NEXT).query()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static int find(Session session, String route) throws SQLException {
        try (ResultSet rows = session.prepare(FIND).add(route).query()) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    /** A lane and its route. */
    record Lane(int number, String route) {}

    /** For routes that no configuration named: a shop's mistakes can use up neither the numbers nor the memory. */
    int ofStranger(String route) {
        Integer lane = known.get(route);
        if (lane != null) {
            return lane;
        }
        boolean isRoom = transactor.run("lane", Transactor.Mode.READ, session -> next(session) <= STRANGERS_MAX);
        return isRoom ? of(route) : OTHER;
    }

    /** All lanes that any node has made, lane 0 (not sorted in) not among them. */
    static List<Lane> all(Session session) throws SQLException {
        List<Lane> lanes = new ArrayList<>();
        try (ResultSet rows = session.prepare(ALL).query()) {
            while (rows.next()) {
                lanes.add(new Lane(rows.getInt(1), rows.getString(2)));
            }
        }
        return lanes;
    }
}
