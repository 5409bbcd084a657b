package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/**
 * The latest failed tasks with the few columns that make a cause: whole rows of ten thousand would take most of a second. The
 * limit is shared out among the lanes; what one does not use goes to those behind it.
 */
final class FailedRows {
    private static final String OF_LANE = """
        SELECT t.id, t.route, COALESCE(t.last_error, ''), t.amount_minor, t.currency, t.updated_at
          FROM (SELECT id FROM async_task WHERE status = 3 AND lane = ? ORDER BY next_retry_time DESC, id DESC LIMIT ?) f
          JOIN async_task t ON t.id = f.id
        """;

    private FailedRows() {}

    private record Lane(int number, int failed) {}

    static DeskStore.Failures read(Session session, int limit) throws SQLException {
        List<Lane> lanes = lanes(session, limit);
        List<DeskStore.Failure> found = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            int share = (limit - found.size()) / (lanes.size() - i);
            Params params = session.prepare(OF_LANE).add(lanes.get(i).number()).add(share);
            try (ResultSet row = params.query()) {
                while (row.next()) {
                    found.add(new DeskStore.Failure(
                            new TaskId(row.getLong(1)),
                            row.getString(2),
                            row.getString(3),
                            LeasedRows.amount(row, 4),
                            row.getString(5),
                            Params.instant(row, 6)));
                }
            }
        }
        boolean isCut = lanes.stream().mapToInt(Lane::failed).sum() > found.size();
        return new DeskStore.Failures(found, isCut);
    }

    /** Those with failed tasks, fewest first: what they leave of their share is the others'. */
    private static List<Lane> lanes(Session session, int limit) throws SQLException {
        List<Integer> numbers = new ArrayList<>(List.of(0, Lanes.OTHER));
        Lanes.all(session).forEach(lane -> numbers.add(lane.number()));
        List<Lane> lanes = new ArrayList<>();
        for (int number : numbers) {
            int failed = MySqlAdminStore.depth(session, TaskStatus.FAILED, number, limit);
            if (failed > 0) {
                lanes.add(new Lane(number, failed));
            }
        }
        lanes.sort(Comparator.comparingInt(Lane::failed));
        return lanes;
    }
}
