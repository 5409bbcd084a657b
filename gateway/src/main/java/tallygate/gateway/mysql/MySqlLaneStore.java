package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.LaneStore;

/** Lanes as all nodes share them; every change in one transaction with its audit row. */
final class MySqlLaneStore implements LaneStore {
    private final Transactor transactor;
    private final Lanes lanes;

    MySqlLaneStore(Transactor transactor, Lanes lanes) {
        this.transactor = transactor;
        this.lanes = lanes;
    }

    @Override
    public List<LaneRow> lanes() {
        return transactor.run("lanes", Transactor.Mode.READ, session -> {
            Map<Integer, Map<String, Pause>> versions = versions(session);
            List<LaneRow> all = new ArrayList<>();
            try (ResultSet rows = session.prepare(LaneSql.ALL).query()) {
                while (rows.next()) {
                    Optional<Pause> pause = rows.getString(3) == null
                            ? Optional.empty()
                            : Optional.of(new Pause(Params.instant(rows, 3), rows.getString(4), rows.getString(5)));
                    all.add(new LaneRow(
                            rows.getInt(1),
                            rows.getString(2),
                            pause,
                            rows.getBoolean(6),
                            versions.getOrDefault(rows.getInt(1), Map.of())));
                }
            }
            return all;
        });
    }

    private static Map<Integer, Map<String, Pause>> versions(Session session) throws SQLException {
        Map<Integer, Map<String, Pause>> all = new HashMap<>();
        try (ResultSet rows = session.prepare(LaneSql.VERSIONS).query()) {
            while (rows.next()) {
                all.computeIfAbsent(rows.getInt(1), _ -> new HashMap<>())
                        .put(
                                rows.getString(2),
                                new Pause(Params.instant(rows, 3), rows.getString(4), rows.getString(5)));
            }
        }
        return all;
    }

    @Override
    public boolean pause(String route, Actor actor, String why) {
        return change(
                route,
                actor,
                "lane-pause",
                why,
                (session, lane) -> session.prepare(LaneSql.PAUSE)
                        .add(actor.name())
                        .add(Texts.cut(why, 1000))
                        .add(lane)
                        .update());
    }

    @Override
    public boolean pauseVersion(String route, String version, Actor actor, String why) {
        return change(
                route,
                actor,
                "handler-pause",
                "version " + version + ": " + why,
                (session, lane) -> session.prepare(LaneSql.PAUSE_VERSION)
                        .add(lane)
                        .add(version)
                        .add(actor.name())
                        .add(Texts.cut(why, 1000))
                        .update());
    }

    @Override
    public boolean resume(String route, Actor actor, String why) {
        return change(
                route,
                actor,
                "lane-resume",
                why,
                (session, lane) -> Math.min(
                        1,
                        session.prepare(LaneSql.RESUME).add(lane).update()
                                + session.prepare(LaneSql.RESUME_VERSIONS)
                                        .add(lane)
                                        .update()));
    }

    @Override
    public boolean order(String route, boolean isOrdered, Actor actor, String why) {
        int flag = isOrdered ? 1 : 0;
        return change(
                route,
                actor,
                "lane-order",
                why,
                (session, lane) -> session.prepare(LaneSql.ORDER)
                        .add(flag)
                        .add(lane)
                        .add(flag)
                        .update());
    }

    @FunctionalInterface
    private interface Statement {
        int update(Session session, int lane) throws SQLException;
    }

    private boolean change(String route, Actor actor, String action, String why, Statement statement) {
        int lane = lanes.of(route);
        return transactor.run(action, Transactor.Mode.WHOLE, session -> {
            String before = look(session, lane);
            int changed = statement.update(session, lane);
            if (changed > 1) {
                throw new IllegalStateException(changed + " rows share lane " + lane + ", rolled back");
            }
            if (changed == 1) {
                AuditSql.write(
                        session, actor, new AuditSql.Entry(action, "lane", route, before, look(session, lane), why));
            }
            return changed == 1;
        });
    }

    private static String look(Session session, int lane) throws SQLException {
        try (ResultSet rows = session.prepare(LaneSql.LOOK).add(lane).query()) {
            return rows.next()
                    ? "paused=" + rows.getBoolean(1) + " ordered=" + rows.getBoolean(2) + " versions-paused="
                            + rows.getInt(3)
                    : "";
        }
    }
}
