package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tallygate.gateway.saga.Direction;
import tallygate.gateway.saga.MeasuredTimeouts;

/** The change log of steps' timeouts; the newest line of a series is in force. */
final class MySqlTimeoutChanges implements MeasuredTimeouts.Changes {
    private static final String KEEP = """
        INSERT INTO saga_timeout (saga_type, step_name, direction, p99_millis, samples, before_millis, timeout_millis)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """;

    private static final String IN_FORCE = """
        SELECT t.saga_type, t.step_name, t.direction, t.timeout_millis
          FROM saga_timeout t
          JOIN (SELECT MAX(id) AS id FROM saga_timeout GROUP BY saga_type, step_name, direction) newest
            ON newest.id = t.id
        """;

    private final Transactor transactor;

    MySqlTimeoutChanges(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public void keep(MeasuredTimeouts.Change change) {
        transactor.run(
                "keep timeout",
                Transactor.Mode.WHOLE,
                session -> session.prepare(KEEP)
                        .add(change.series().saga())
                        .add(change.series().step())
                        .add(change.series().direction().ordinal())
                        .add(change.p99().toMillis())
                        .add(change.samples())
                        .add(change.before().toMillis())
                        .add(change.after().toMillis())
                        .update());
    }

    @Override
    public Map<MeasuredTimeouts.Series, Duration> inForce() {
        return transactor.run("read timeouts", Transactor.Mode.READ, session -> {
            Map<MeasuredTimeouts.Series, Duration> inForce = new HashMap<>();
            try (ResultSet rows = session.prepare(IN_FORCE).query()) {
                while (rows.next()) {
                    Direction direction = rows.getInt(3) == 0 ? Direction.FORWARD : Direction.COMPENSATION;
                    inForce.put(
                            new MeasuredTimeouts.Series(rows.getString(1), rows.getString(2), direction),
                            Duration.ofMillis(rows.getLong(4)));
                }
            }
            return inForce;
        });
    }
}
