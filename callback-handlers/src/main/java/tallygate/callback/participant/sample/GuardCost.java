package tallygate.callback.participant.sample;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.LongSupplier;
import tallygate.callback.participant.Guard;

/** What the guard adds to a participant's transaction: the same work with and without it, by turns on one connection. */
public final class GuardCost {
    private static final String TABLE =
            "CREATE TABLE IF NOT EXISTS saga_guard_cost (id INT PRIMARY KEY, n BIGINT NOT NULL)";
    private static final String ROW = "INSERT INTO saga_guard_cost VALUES (1, 0) ON DUPLICATE KEY UPDATE id = 1";
    private static final String WORK = "UPDATE saga_guard_cost SET n = n + 1 WHERE id = 1";

    private final SampleDatabase database;
    private final LongSupplier nanos;

    public GuardCost(SampleDatabase database, LongSupplier nanos) {
        this.database = database;
        this.nanos = nanos;
    }

    /**
     * @param run makes request ids unlike those of other runs
     * @return microseconds of time, median with the guard less median without it
     * @throws IOException when the schema cannot be written
     */
    public double micros(String run, int rounds) throws IOException {
        try {
            return measured(run, rounds);
        } catch (SQLException e) {
            throw new IOException("the guard's cost cannot be measured in " + database, e);
        }
    }

    private double measured(String run, int rounds) throws SQLException {
        database.make(Guard.TABLE, TABLE, ROW);
        Guard guard = new Guard();
        long[] plain = new long[rounds];
        long[] guarded = new long[rounds];
        try (Connection connection = database.open();
                PreparedStatement work = connection.prepareStatement(WORK)) {
            for (int round = 0; round < rounds; round++) {
                long began = nanos.getAsLong();
                work.executeUpdate();
                connection.commit();
                plain[round] = nanos.getAsLong() - began;
                began = nanos.getAsLong();
                guard.forward(connection, run + ":s" + round);
                work.executeUpdate();
                connection.commit();
                guarded[round] = nanos.getAsLong() - began;
            }
        }
        Arrays.sort(plain);
        Arrays.sort(guarded);
        return (guarded[rounds / 2] - plain[rounds / 2]) / 1_000.0;
    }
}
