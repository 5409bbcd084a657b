package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.NodeLease;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskIds;

/** Leases node numbers in table {@code node}. */
final class MySqlNodeStore implements NodeStore {
    private static final int TRIES_MAX = 20;

    private final Transactor transactor;

    MySqlNodeStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public NodeLease join(Introduction introduction, Duration term) {
        for (int i = 0; i < TRIES_MAX; i++) {
            Optional<NodeLease> taken =
                    transactor.run("join", Transactor.Mode.WHOLE, session -> tryJoin(session, introduction, term));
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        throw new StoreException(
                StoreException.Kind.TRANSIENT, "join: other nodes took " + TRIES_MAX + " numbers first, try again");
    }

    private static Optional<NodeLease> tryJoin(Session session, Introduction introduction, Duration term)
            throws SQLException {
        int node;
        long floor = 0;
        try (ResultSet free = session.prepare(NodeSql.FREE).query()) {
            node = free.next() ? free.getInt(1) : -1;
            floor = node < 0 ? 0 : free.getLong(3);
        }
        if (node < 0) {
            node = add(session);
        }
        int taken = session.prepare(NodeSql.TAKE)
                .add(Texts.cut(introduction.name(), 255))
                .add(Texts.cut(introduction.version(), 64))
                .add(Texts.cut(introduction.configDigest(), 64))
                .add(term.toMillis())
                .add(term.toMillis() * 1000)
                .add(node)
                .update();
        if (taken == 0) {
            return Optional.empty();
        }
        try (ResultSet rows = session.prepare(NodeSql.INCARNATION).add(node).query()) {
            rows.next();
            return Optional.of(new NodeLease(node, rows.getLong(1), floor));
        }
    }

    private static int add(Session session) throws SQLException {
        try (ResultSet rows = session.prepare(NodeSql.NEXT).query()) {
            rows.next();
            int node = rows.getInt(1);
            if (node > TaskIds.NODE_MAX) {
                throw new StoreException(
                        StoreException.Kind.UNAVAILABLE,
                        "join: all " + (TaskIds.NODE_MAX + 1) + " node numbers are leased; a dead node's number is free"
                                + " again when its lease ends");
            }
            session.prepare(NodeSql.ADD).add(node).update();
            return node;
        }
    }

    @Override
    public Beat beat(NodeLease lease, Pulse pulse, Duration term) {
        return transactor.run("heartbeat", Transactor.Mode.EACH, session -> {
            int beaten = session.prepare(NodeSql.BEAT)
                    .add(Texts.cut(pulse.configDigest(), 64))
                    .add(pulse.clockSkew().toMillis())
                    .add(LaneReadings.text(pulse.lanes()))
                    .add(pulse.idHighWaterMillis() + term.toMillis())
                    .add(term.toMillis() * 1000)
                    .add(lease.node())
                    .add(lease.incarnation())
                    .update();
            if (beaten == 0 && !isHeld(session, lease)) {
                return new Beat.Lost();
            }
            return new Beat.Held(now(session), server(session));
        });
    }

    private static Instant now(Session session) throws SQLException {
        try (ResultSet rows = session.prepare(NodeSql.NOW).query()) {
            rows.next();
            return Params.instant(rows, 1);
        }
    }

    private static String server(Session session) throws SQLException {
        StringBuilder names = new StringBuilder();
        try (ResultSet rows = session.prepare(NodeSql.SERVER).query()) {
            while (rows.next()) {
                names.append(rows.getString(1))
                        .append('=')
                        .append(rows.getString(2))
                        .append(' ');
            }
        }
        return names.toString().strip();
    }

    /** Two heartbeats within one millisecond change nothing. */
    private static boolean isHeld(Session session, NodeLease lease) throws SQLException {
        try (ResultSet rows = session.prepare(NodeSql.HELD)
                .add(lease.node())
                .add(lease.incarnation())
                .query()) {
            rows.next();
            return rows.getInt(1) == 1;
        }
    }

    @Override
    public void leave(NodeLease lease, long idHighWaterMillis) {
        transactor.run(
                "leave",
                Transactor.Mode.EACH,
                session -> session.prepare(NodeSql.LEAVE)
                        .add(idHighWaterMillis + 1)
                        .add(lease.node())
                        .add(lease.incarnation())
                        .update());
    }

    @Override
    public List<NodeRow> nodes() {
        return transactor.run("nodes", Transactor.Mode.READ, session -> {
            List<NodeRow> nodes = new ArrayList<>();
            try (ResultSet rows = session.prepare(NodeSql.LIST).query()) {
                while (rows.next()) {
                    nodes.add(new NodeRow(
                            rows.getInt(1),
                            rows.getLong(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getString(5),
                            Duration.ofMillis(rows.getLong(6)),
                            Params.instant(rows, 7),
                            Params.instant(rows, 8),
                            rows.getBoolean(9),
                            LaneReadings.of(rows.getString(10))));
                }
            }
            return nodes;
        });
    }
}
