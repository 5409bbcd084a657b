package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.desk.SagaLook;

/** Sagas and open dead letters, along their primary keys. */
final class MySqlSagaLook implements SagaLook {
    private static final String SAGAS = """
        SELECT id, saga_id, saga_type, biz_id, status, current_step, COALESCE(last_error, ''), updated_at
          FROM saga_instance
         WHERE id < ?
         ORDER BY id DESC
         LIMIT ?
        """;
    private static final String LETTERS = """
        SELECT id, saga_id, step_name, tries, last_error, owner, created_at
          FROM compensation_dead_letter
         WHERE status = 0
         ORDER BY id DESC
         LIMIT ?
        """;

    private final Transactor transactor;

    MySqlSagaLook(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public List<SagaLine> sagas(long before, int limit) {
        return transactor.run("list sagas", Transactor.Mode.READ, session -> {
            List<SagaLine> found = new ArrayList<>();
            try (ResultSet row = session.prepare(SAGAS).add(before).add(limit).query()) {
                while (row.next()) {
                    found.add(new SagaLine(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            new String(row.getBytes(4), StandardCharsets.UTF_8),
                            row.getInt(5),
                            row.getInt(6),
                            row.getString(7),
                            Params.instant(row, 8)));
                }
            }
            return found;
        });
    }

    @Override
    public List<LetterLine> letters(int limit) {
        return transactor.run("list dead letters", Transactor.Mode.READ, session -> {
            List<LetterLine> found = new ArrayList<>();
            try (ResultSet row = session.prepare(LETTERS).add(limit).query()) {
                while (row.next()) {
                    found.add(new LetterLine(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getInt(4),
                            row.getString(5),
                            row.getString(6),
                            Params.instant(row, 7)));
                }
            }
            return found;
        });
    }
}
