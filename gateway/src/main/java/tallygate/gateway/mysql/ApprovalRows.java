package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.desk.Approval;

/** Requests for a second person, as people see them. */
final class ApprovalRows {
    private static final String SELECT = """
        SELECT id, action, object_type, object_id, effect, requested_by, reason, requested_at, status, expires_at,
               decided_by, decided_at, note, IF(object_type = 'tasks', detail, '')
          FROM approval
        """;

    static final String BY_ID = SELECT + " WHERE id = ?";
    static final String NEWEST = SELECT + " ORDER BY id DESC LIMIT ?";

    private ApprovalRows() {}

    static List<Approval> read(Params query) throws SQLException {
        List<Approval> found = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                String decidedBy = row.getString(11);
                found.add(new Approval(
                        row.getLong(1),
                        new Approval.What(row.getString(2), row.getString(3), row.getString(4)),
                        row.getString(5),
                        Releases.tasks(row.getString(14)),
                        new Approval.Asked(row.getString(6), row.getString(7), Params.instant(row, 8)),
                        Approval.State.values()[row.getInt(9)],
                        Params.instant(row, 10),
                        IdentityRows.instant(row, 12).map(at -> new Approval.Decided(decidedBy, at)),
                        row.getString(13)));
            }
        }
        return found;
    }
}
