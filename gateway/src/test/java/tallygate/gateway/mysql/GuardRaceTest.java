package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.participant.Guard;
import tallygate.callback.participant.Guarded;

/** The participants' guard on real databases: forward and compensation race for one step, in both orders, thousands of times. */
class GuardRaceTest {
    private static final int ROUNDS = Integer.getInteger("guard.rounds", 1_500);

    private final Guard guard = new Guard();

    @Test
    void racesOnTheServerThatComesWithTheGatewayLeaveNothingBehind() throws Exception {
        race(TestDatabases.embedded());
    }

    @Test
    void racesOnDebiansMariaDbLeaveNothingBehind() throws Exception {
        var debian = TestDatabases.debian();
        assumeTrue(debian.isPresent(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        race(debian.orElseThrow());
    }

    @Test
    @Tag("O-132")
    @Tag("O-133")
    void everyOrderOfTwoRequestsIsJudgedAsItMust() throws SQLException {
        var database = TestDatabases.embedded();
        try (Connection connection = database.connect()) {
            prepare(connection);
            assertThat(forward(connection, "a")).isInstanceOf(Guarded.Go.class);
            assertThat(forward(connection, "a")).isInstanceOf(Guarded.DoneBefore.class);
            assertThat(undo(connection, "a")).isInstanceOf(Guarded.Go.class);
            assertThat(undo(connection, "a")).isInstanceOf(Guarded.DoneBefore.class);
            assertThat(forward(connection, "a")).isInstanceOf(Guarded.Refused.class);
            assertThat(undo(connection, "b")).isInstanceOf(Guarded.Empty.class);
            assertThat(forward(connection, "b")).isInstanceOf(Guarded.Refused.class);
            guard.refuse(connection, "s:c", "sold out");
            connection.commit();
            assertThat(forward(connection, "c")).isEqualTo(new Guarded.Refused("sold out"));
            assertThat(undo(connection, "c")).isInstanceOf(Guarded.Empty.class);
            assertThat(stock(connection)).isZero();
        }
    }

    @Test
    @Tag("O-139")
    void anOutsideEffectThatWasBegunIsNeverTakenForOneThatDidNotRun() throws SQLException {
        var database = TestDatabases.embedded();
        try (Connection connection = database.connect()) {
            prepare(connection);
            assertThat(guard.begin(connection, "s:o")).isInstanceOf(Guarded.Go.class);
            connection.commit();
            // The outside call is made, and the participant dies before it can write that down.
            assertThat(guard.compensate(connection, "s:o", "c:o")).isInstanceOf(Guarded.Begun.class);
            connection.commit();
            assertThat(guard.finish(connection, "s:o", "{}")).isInstanceOf(Guarded.Refused.class);
        }
    }

    @Test
    @Tag("O-140")
    void marksOfEveryStateAreCleanedWhenTheyAreOldAndNotBefore() throws SQLException {
        var database = TestDatabases.embedded();
        try (Connection connection = database.connect()) {
            prepare(connection);
            forward(connection, "old-done");
            undo(connection, "old-compensated");
            connection.createStatement().execute("UPDATE saga_guard SET created_at = created_at - INTERVAL 40 DAY");
            undo(connection, "young");
            assertThat(guard.clean(connection, 30, 100)).isEqualTo(2);
            connection.commit();
            assertThat(forward(connection, "young")).isInstanceOf(Guarded.Refused.class);
        }
    }

    private void race(TestDatabases.TestDatabase database) throws Exception {
        try (Connection one = database.connect();
                Connection two = database.connect();
                Connection three = database.connect();
                ExecutorService threads = Executors.newFixedThreadPool(3)) {
            prepare(one);
            two.setAutoCommit(false);
            three.setAutoCommit(false);
            CyclicBarrier start = new CyclicBarrier(3);
            for (int round = 0; round < ROUNDS; round++) {
                String id = "r" + round;
                boolean undoFirst = round % 2 == 1;
                List<Future<Guarded>> results = List.of(
                        threads.submit(late(start, undoFirst, () -> forward(one, id))),
                        threads.submit(late(start, !undoFirst, () -> undo(two, id))),
                        threads.submit(late(start, false, () -> round(id, three))));
                for (Future<Guarded> result : results) {
                    result.get();
                }
            }
            assertThat(stock(one)).as("what %d races left behind", ROUNDS).isZero();
        }
    }

    /** A second copy of either request. */
    private Guarded round(String id, Connection connection) throws SQLException {
        return id.hashCode() % 2 == 0 ? forward(connection, id) : undo(connection, id);
    }

    private static Callable<Guarded> late(CyclicBarrier start, boolean yields, Callable<Guarded> work) {
        return () -> {
            start.await();
            if (yields) {
                Thread.onSpinWait();
            }
            return work.call();
        };
    }

    private static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(Guard.TABLE);
            statement.execute("CREATE TABLE stock (id INT PRIMARY KEY, frozen INT NOT NULL)");
            statement.execute("INSERT INTO stock VALUES (1, 0)");
        }
        connection.setAutoCommit(false);
    }

    private Guarded forward(Connection connection, String id) throws SQLException {
        Guarded said = guard.forward(connection, "s:" + id);
        if (said instanceof Guarded.Go) {
            add(connection, 1);
        }
        connection.commit();
        return said;
    }

    private Guarded undo(Connection connection, String id) throws SQLException {
        Guarded said = guard.compensate(connection, "s:" + id, "c:" + id);
        if (said instanceof Guarded.Go) {
            add(connection, -1);
        }
        connection.commit();
        return said;
    }

    private static void add(Connection connection, int amount) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE stock SET frozen = frozen + " + amount + " WHERE id = 1");
        }
    }

    private static int stock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT frozen FROM stock WHERE id = 1")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
