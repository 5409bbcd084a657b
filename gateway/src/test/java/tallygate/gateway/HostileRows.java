package tallygate.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts markup, a turned reading direction, emoji and length into every column that holds text of others. */
final class HostileRows {
    static final Map<String, Object> HARMLESS = Map.of("run", false, "made", 0, "turned", false, "wide", 0);

    private static final String EVIL = ConsoleScene.EVIL + "<b class=evil>\u2067&#x3c;";
    private static final int LONG = 65_536;
    /** What is a code, a key of ours or a password: no stranger writes it. */
    private static final Set<String> OURS = Set.of(
            "user_account.name",
            "user_account.role",
            "user_account.language",
            "user_account.theme",
            "user_account.zone",
            "task_attempt.outcome",
            "saga_instance.saga_id",
            "saga_log.saga_id",
            "saga_log.request_id",
            "compensation_dead_letter.saga_id",
            "compensation_dead_letter.request_id",
            "compensation_dead_letter.step_name",
            "rejected_callback.reason",
            "access_token.permissions",
            "approval.action",
            "approval.object_type",
            "approval.object_id");

    private final DeskRig rig;
    private final List<String> spoilt = new ArrayList<>();

    HostileRows(DeskRig rig) {
        this.rig = rig;
    }

    /** Tables and columns that were filled. */
    List<String> spoilt() {
        return spoilt;
    }

    void spoil() {
        for (String table : List.of(
                "async_task",
                "task_attempt",
                "audit_log",
                "rejected_callback",
                "callback_conflict",
                "discrepancy",
                "saga_instance",
                "saga_log",
                "compensation_dead_letter",
                "bulk_job",
                "approval",
                "access_token",
                "user_session",
                "node",
                "statement_file",
                "completeness_certificate")) {
            rig.column(
                            "SELECT CONCAT(column_name, ' ', data_type, ' ', COALESCE(character_maximum_length, 0))"
                                + " FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?"
                                + " AND data_type IN ('varchar', 'varbinary', 'text', 'mediumtext', 'blob',"
                                + " 'mediumblob', 'longblob', 'longtext')",
                            table)
                    .forEach(line -> spoil(table, line.split(" ")));
        }
    }

    private void spoil(String table, String... column) {
        String name = table + "." + column[0];
        boolean isBinary = column[1].endsWith("blob") || column[1].equals("varbinary");
        if (OURS.contains(name) || isBinary && name.matches(".*(digest|hash|sha256|request|token|key).*")) {
            return;
        }
        long room = Math.min(LONG, Long.parseLong(column[2]) / 4);
        String text = EVIL.repeat((int) Math.max(1, room / EVIL.length()));
        String fitting = text.substring(0, (int) Math.min(room, text.length()));
        // One row each keeps what is unique unique.
        String id = rig.column(
                                "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                                        + " AND table_name = ? AND column_name = 'id'",
                                table)
                        .isEmpty()
                ? "1"
                : "id";
        rig.change("UPDATE IGNORE " + table + " SET " + column[0] + " = ? ORDER BY " + id + " DESC LIMIT 3", fitting);
        spoilt.add(name);
    }
}
