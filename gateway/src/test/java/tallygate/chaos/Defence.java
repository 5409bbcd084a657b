package tallygate.chaos;

import java.io.IOException;
import java.nio.file.Path;
import tallygate.defences.Cut;

/**
 * What keeps a promise, and how it is taken away: a piece of the product's source is replaced, compiled, and loaded into a
 * packaged gateway by {@link PatchAgent}. Nothing in the product knows of it.
 */
enum Defence {
    ACKNOWLEDGE_ONLY_AFTER_COMMIT(
            "I1",
            "ingest/WriterCore",
            "            failed(batch, e);\n            return;",
            "            committed = batch.tasks().stream()"
                    + ".<Insertion>map(task -> new Insertion.Fresh(task.id())).toList();"),
    EPOCH_IN_EACH_COMPLETION(
            "I3",
            "mysql/WorkSql",
            "         WHERE status = 1 AND (id, lease_epoch) IN ((…), (0, 0))\n"
                    + "        \"\"\", \"(?, ?)\");\n\n"
                    + "    /** All",
            "         WHERE status = 1 AND (id, 0 * lease_epoch) IN ((…), (0, 0))\n"
                    + "        \"\"\", \"(?, 0 * ?)\");\n\n"
                    + "    /** All"),
    UNIQUE_KEY("I1", "", "", ""),
    THE_SAME_KEY_ON_EACH_TRY(
            "I3",
            "process/IdempotencyKey",
            "return of(task.source(), task.effectKey(), task.eventId());",
            "return of(task.source(), task.effectKey(), task.eventId()) + \"-\" + System.nanoTime();"),
    AUDIT_IN_THE_SAME_TRANSACTION(
            "I4",
            "mysql/MySqlAdminStore",
            "        AuditSql.write(session, actor, new AuditSql.Entry(action, \"task\", id.toString(), before.line(),"
                    + " line, reason));",
            "        try { AuditSql.write(session, actor, new AuditSql.Entry(action, \"task\", id.toString(),"
                    + " before.line(), line, reason)); } catch (SQLException e) { assert e != null; }");

    private final String invariant;
    private final String type;
    private final String from;
    private final String to;

    Defence(String invariant, String type, String from, String to) {
        this.invariant = invariant;
        this.type = type;
        this.from = from;
        this.to = to;
    }

    /** The one that the checker must say is broken without it. */
    String invariant() {
        return invariant;
    }

    /** The option of a JVM without this defence; empty when it is taken away in the database. */
    String without(Path folder) throws IOException {
        return type.isEmpty()
                ? ""
                : AgentJar.option(folder, PatchAgent.class, "$1")
                        + Cut.of("gateway:gateway/" + type, from, to).compiled(folder);
    }
}
