package tallygate.gateway.mysql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskRow;

/**
 * Letting tasks run that a leaked key may have signed: one, or a selection under one approval. Each is bound to the version in which
 * it was seen.
 */
final class Releases {
    static final String ONE = "task-release";
    static final String SOME = "tasks-release";

    /** So many numbers stand in the sentence for people; all of them beside it. */
    private static final int NAMED_MAX = 10;

    private static final String LET_RUN = """
        UPDATE async_task
           SET wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND CONCAT(status, '.', lease_epoch, '.', retry_count) = ? AND status = 0 AND wait_reason = 5
        """;
    private static final String BEFORE = "on hold";
    private static final String AFTER = "due at once";

    private final Session session;

    Releases(Session session) {
        this.session = session;
    }

    static Approval.What what(List<TaskRow> seen) {
        return seen.size() == 1
                ? new Approval.What(ONE, "task", seen.getFirst().id().toString())
                : new Approval.What(SOME, "tasks", Integer.toString(seen.size()));
    }

    /** Of one its version, of several a line each: its number and its version. */
    static String detail(List<TaskRow> seen) {
        return seen.size() == 1
                ? Deeds.version(seen.getFirst())
                : seen.stream()
                        .map(task -> task.id() + " " + Deeds.version(task))
                        .collect(Collectors.joining("\n"));
    }

    static String effect(List<TaskRow> seen) {
        String endpoints =
                seen.stream().map(TaskRow::endpoint).distinct().sorted().collect(Collectors.joining(", "));
        if (seen.size() == 1) {
            return "Task " + seen.getFirst().id() + " is released: it is due at once, although it came over endpoint "
                    + endpoints + " while a key was used that is revoked since.";
        }
        String named =
                seen.stream().limit(NAMED_MAX).map(task -> task.id().toString()).collect(Collectors.joining(", "));
        return Texts.cut(
                seen.size() + " tasks are released: they are due at once, although they came over endpoint " + endpoints
                        + " while a key was used that is revoked since: " + named
                        + (seen.size() > NAMED_MAX ? " and so on." : "."),
                1000);
    }

    /** The numbers in the detail of a selection. */
    static List<String> tasks(String detail) {
        return detail.lines().map(line -> line.substring(0, line.indexOf(' '))).toList();
    }

    Optional<Deeds.Change> one(long task, String version) throws SQLException {
        return letRun(task, version) ? Optional.of(new Deeds.Change(BEFORE, AFTER)) : Optional.empty();
    }

    private boolean letRun(long task, String version) throws SQLException {
        return session.prepare(LET_RUN).add(task).add(version).update() == 1;
    }

    /** @return empty when none of them is as it was seen: nothing was done */
    Optional<Deeds.Change> some(long approval, String detail, Deeds.Agreed agreed) throws SQLException {
        List<String> overtaken = new ArrayList<>();
        for (String line : detail.lines().toList()) {
            String[] task = line.split(" ", 2);
            if (letRun(Long.parseLong(task[0]), task[1])) {
                note(approval, task[0], agreed);
            } else {
                overtaken.add(task[0]);
            }
        }
        long released = detail.lines().count() - overtaken.size();
        return released == 0
                ? Optional.empty()
                : Optional.of(new Deeds.Change(
                        BEFORE,
                        released + " " + AFTER
                                + (overtaken.isEmpty() ? "" : ", " + overtaken.size() + " had changed meanwhile")));
    }

    private void note(long approval, String task, Deeds.Agreed agreed) throws SQLException {
        Actor actor = agreed.by();
        String after = "approval " + approval + " asked by " + agreed.askedBy() + ": " + AFTER;
        AuditSql.write(session, actor, new AuditSql.Entry(ONE, "task", task, BEFORE, after, agreed.reason()));
    }
}
