package tallygate.gateway.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.ArrivalStore;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.WorkStore;

/** The real stores on a real database. Time goes by in it by moving everything stored into the past. */
final class RealRig implements StoreRig, AutoCloseable {
    private static final List<String> TABLES = List.of(
            "async_task",
            "task_probe",
            "callback_conflict",
            "task_attempt",
            "rejected_callback",
            "rejected_tally",
            "audit_log",
            "discrepancy",
            "statement_file",
            "statement_row",
            "fund_row",
            "statement_pool",
            "completeness_certificate",
            "event_gap_mark",
            "provider_question",
            "told_order",
            "node");

    private final TestDatabases.TestDatabase database;
    private final MySqlStores stores;
    private final TaskIds ids = new TaskIds(1, 0, Clock.systemUTC());
    private final IntakeStore intake;
    private final WorkStore work;

    RealRig(TestDatabases.TestDatabase database) {
        this.database = database;
        this.stores = database.open();
        this.intake = stores.intake("writer", new TaskIds(2, 0, Clock.systemUTC())::next);
        this.work = stores.work();
    }

    TestDatabases.TestDatabase database() {
        return database;
    }

    MySqlStores stores() {
        return stores;
    }

    void empty() {
        for (String table : TABLES) {
            execute("DELETE FROM " + table);
        }
        execute("UPDATE lane SET paused_at = NULL, ordered = 0");
    }

    void execute(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long number(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public IntakeStore intake() {
        return intake;
    }

    @Override
    public WorkStore work() {
        return work;
    }

    @Override
    public AdminStore admin() {
        return stores.admin();
    }

    @Override
    public ArrivalStore arrivals() {
        return stores.arrivals();
    }

    @Override
    public ProbeStore probes() {
        return stores.probes();
    }

    @Override
    public IntakeStore shopIntake() {
        return stores.shopIntake(ids::next);
    }

    @Override
    public LaneStore lanes() {
        return stores.lanes();
    }

    @Override
    public RejectedStore rejected() {
        return stores.rejected();
    }

    @Override
    public NodeStore nodes() {
        return stores.nodes();
    }

    @Override
    public TaskIds ids() {
        return ids;
    }

    @Override
    public void pass(Duration time) {
        String back = " - INTERVAL " + time.toMillis() * 1000 + " MICROSECOND";
        execute("UPDATE async_task SET next_retry_time = next_retry_time" + back + ", created_at = created_at" + back
                + ", updated_at = updated_at" + back);
        execute("UPDATE node SET lease_until = lease_until" + back + ", heartbeat_at = heartbeat_at" + back);
    }

    @Override
    public int conflicts() {
        return (int) number("SELECT COUNT(*) FROM callback_conflict");
    }

    @Override
    public void close() {
        stores.close();
    }
}
