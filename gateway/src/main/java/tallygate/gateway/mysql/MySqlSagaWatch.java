package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaWatch;

/** Duties of which one node has charge, and sagas that nobody takes. */
final class MySqlSagaWatch implements SagaWatch {
    private static final DateTimeFormatter TEXT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private static final String OVERDUE = """
        SELECT saga_type, version, COUNT(*),
               TIMESTAMPDIFF(MICROSECOND, MIN(next_retry_time), UTC_TIMESTAMP(3))
          FROM saga_instance
         WHERE status = ? AND held = 0 AND next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND
         GROUP BY saga_type, version
        """;

    /** Free from the beginning. */
    private static final String KNOW = """
        INSERT INTO duty (name, lease_until) VALUES (?, '2020-01-01') ON DUPLICATE KEY UPDATE name = duty.name
        """;

    private static final String HOLD = """
        UPDATE duty
           SET lease_owner = ?, lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE name = ? AND (lease_owner = ? OR lease_until <= UTC_TIMESTAMP(3))
        """;

    private static final String TAKE = """
        UPDATE duty
           SET lease_until = ?
         WHERE name = ? AND lease_until < ?
        """;

    private final Transactor transactor;

    MySqlSagaWatch(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public List<Overdue> overdue(Duration since) {
        return transactor.run("sagas that nobody takes", Transactor.Mode.READ, session -> {
            List<Overdue> overdue = new ArrayList<>();
            for (int status : new int[] {0, 1, 3}) {
                try (ResultSet rows = session.prepare(OVERDUE)
                        .add(status)
                        .add(since.toMillis() * 1000)
                        .query()) {
                    while (rows.next()) {
                        overdue.add(new Overdue(
                                new NewSaga.Kind(rows.getString(1), rows.getInt(2)),
                                rows.getLong(3),
                                Duration.ofMillis(rows.getLong(4) / 1000)));
                    }
                }
            }
            return overdue;
        });
    }

    @Override
    public boolean holds(String duty, long owner, Duration lease) {
        return transactor.run("take a duty", Transactor.Mode.WHOLE, session -> {
            session.prepare(KNOW).add(duty).update();
            return session.prepare(HOLD)
                            .add(owner)
                            .add(lease.toMillis() * 1000)
                            .add(duty)
                            .add(owner)
                            .update()
                    == 1;
        });
    }

    @Override
    public boolean takes(String duty, Instant moment) {
        String text = TEXT.format(moment);
        return transactor.run("take a turn", Transactor.Mode.WHOLE, session -> {
            session.prepare(KNOW).add(duty).update();
            return session.prepare(TAKE).add(text).add(duty).add(text).update() == 1;
        });
    }
}
