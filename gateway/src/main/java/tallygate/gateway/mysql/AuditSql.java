package tallygate.gateway.mysql;

import java.sql.SQLException;
import tallygate.gateway.task.Actor;

/** Statements on {@code audit_log}, and the one way to write it: inside the transaction of the change. */
final class AuditSql {
    static final String WRITE = """
        INSERT INTO audit_log (actor, origin, action, object_type, object_id, before_state, after_state, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """;

    static final String LIST = """
        SELECT id, at, actor, origin, action, object_type, object_id, before_state, after_state, reason,
               row_hash IS NOT NULL
          FROM audit_log
         WHERE id < ?
         ORDER BY id DESC
         LIMIT ?
        """;

    private AuditSql() {}

    /** What was done to what. */
    record Entry(String action, String objectType, String objectId, String before, String after, String reason) {}

    static void write(Session session, Actor actor, Entry entry) throws SQLException {
        session.prepare(WRITE)
                .add(actor.name())
                .add(actor.origin())
                .add(Texts.cut(entry.action(), 64))
                .add(Texts.cut(entry.objectType(), 64))
                .add(Texts.cut(entry.objectId(), 255))
                .add(entry.before())
                .add(entry.after())
                .add(Texts.cut(entry.reason(), 1000))
                .update();
    }
}
