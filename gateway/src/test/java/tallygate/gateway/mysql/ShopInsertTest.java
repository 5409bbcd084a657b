package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.WorkStore;

/** The INSERT that docs give to shops, in the shop's own transaction on a connection that is not ours. */
class ShopInsertTest {
    /** As config/docs tells it; nothing else is asked of the shop. */
    private static final String INSERT =
            "INSERT INTO async_task (route, biz_type, biz_id, event_id, payload) VALUES (?, ?, ?, ?, ?)";

    @Test
    void aShopsTransactionMakesItsTaskOrNotOnTheServerThatComesWithIt() throws SQLException {
        insertsInItsOwnTransaction(TestDatabases.embedded());
    }

    @Test
    void aShopsTransactionMakesItsTaskOrNotOnDebiansServer() throws SQLException {
        Optional<TestDatabases.TestDatabase> database = TestDatabases.debian();
        assumeTrue(database.isPresent(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        insertsInItsOwnTransaction(database.get());
    }

    private static void insert(Connection shop, String order, String event) throws SQLException {
        try (PreparedStatement insert = shop.prepareStatement(INSERT)) {
            insert.setString(1, "orders");
            insert.setString(2, "sms");
            insert.setString(3, order);
            insert.setString(4, event);
            insert.setString(5, "{\"to\":\"+4912345\"}");
            insert.executeUpdate();
        }
    }

    private static void insertsInItsOwnTransaction(TestDatabases.TestDatabase database) throws SQLException {
        try (RealRig rig = new RealRig(database);
                Connection shop = database.connect();
                Statement statement = shop.createStatement()) {
            statement.execute("CREATE TABLE shop_order (id INT PRIMARY KEY, state VARCHAR(10))");
            shop.setAutoCommit(false);

            statement.execute("INSERT INTO shop_order VALUES (1, 'paid')");
            insert(shop, "1", "sms-1");
            assertThat(claim(rig)).as("not committed yet").isEmpty();
            shop.rollback();
            assertThat(rig.number("SELECT COUNT(*) FROM async_task"))
                    .as("order and task together, or neither")
                    .isZero();

            statement.execute("INSERT INTO shop_order VALUES (1, 'paid')");
            insert(shop, "1", "sms-1");
            insert(shop, "1", "sms-2");
            shop.commit();
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> insert(shop, "1", "sms-1")))
                    .as("the same event again")
                    .isInstanceOf(java.sql.SQLIntegrityConstraintViolationException.class);
            shop.rollback();

            List<LeasedTask> tasks = claim(rig);
            assertThat(tasks).extracting(LeasedTask::eventId).containsExactlyInAnyOrder("sms-1", "sms-2");
            LeasedTask task = tasks.getFirst();
            assertThat(task.source()).isEqualTo("shop");
            assertThat(task.route()).isEqualTo("orders");
            assertThat(task.age()).isLessThan(Duration.ofMinutes(1));
            assertThat(new String(task.content(), StandardCharsets.UTF_8)).isEqualTo("{\"to\":\"+4912345\"}");

            insert(shop, "7", "sms-7");
            insert(shop, "7", "sms-8");
            shop.commit();
            Ordering order = new Ordering(Duration.ofSeconds(4), true);
            rig.work().claimInOrder("orders", order, 200, 1, Duration.ofSeconds(30), true);
            rig.pass(Duration.ofSeconds(5));
            assertThat(rig.work().claimInOrder("orders", order, 200, 1, Duration.ofSeconds(30), true))
                    .as("one of two of one key")
                    .hasSize(1);
        }
    }

    private static List<LeasedTask> claim(RealRig rig) {
        return rig.claim(WorkStore.Scan.DUE, "orders");
    }
}
