package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskStatus;

/** No deed without its audit row: where the row cannot be written, nothing is done. */
class AuditRightsTest {
    private static final Actor LIN = new Actor("lin", "127.0.0.1");

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    /** A user who may do all the gateway needs, but write the audit log. */
    private DatabaseSettings mute() throws SQLException {
        String url = database.settings().url();
        String name = url.substring(url.lastIndexOf('/') + 1).replaceAll("\\?.*", "");
        try (Connection root = database.connectAsRoot();
                Statement statement = root.createStatement()) {
            statement.execute("CREATE OR REPLACE USER 'mute'@'%' IDENTIFIED BY 'mute'");
            statement.execute("GRANT SELECT, UPDATE, DELETE ON `" + name + "`.* TO 'mute'@'%'");
            List<String> tables = new ArrayList<>();
            try (ResultSet row = statement.executeQuery("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")) {
                while (row.next()) {
                    tables.add(row.getString(1));
                }
            }
            tables.remove("audit_log");
            for (String table : tables) {
                statement.execute("GRANT INSERT ON `" + name + "`.`" + table + "` TO 'mute'@'%'");
            }
        }
        DatabaseSettings own = database.settings();
        return new DatabaseSettings(own.url(), "mute", "mute", own.timeouts(), own.poolSize());
    }

    @Test
    @Tag("T-34")
    void whereTheAuditRowCannotBeWrittenNothingIsChanged() throws SQLException {
        TaskIds ids = new TaskIds(1, 0, Clock.systemUTC());
        TaskId task = ids.next();
        try (MySqlStores stores = database.open();
                MySqlStores mute = MySqlStores.open(mute(), System::nanoTime)) {
            stores.shopIntake(ids::next)
                    .insert(List.of(Samples.due(task, "evt-audit").task()), 0, Duration.ofSeconds(30));
            StateChange cancel = new StateChange(task, TaskStatus.PENDING, TaskStatus.COMPENSATED, LIN, "a test");
            assertThatThrownBy(() -> mute.admin().change(cancel)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> mute.desk().readPayload(task, LIN, "raw")).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> mute.approvals().askToReopen(task.toString(), "2.1.0", LIN, "a test"))
                    .isInstanceOf(StoreException.class);
            assertThat(stores.admin().find(task).orElseThrow().status()).isEqualTo(TaskStatus.PENDING);
            assertThat(stores.approvals().list(10)).isEmpty();
            assertThat(stores.admin().change(cancel)).isInstanceOf(Changed.Made.class);
        }
    }
}
