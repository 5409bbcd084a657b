package tallygate.callback.participant.sample;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import tallygate.callback.provider.read.JsonValue;

/** Order, stock, coupon and payment, as the article has them. What is in process is never shown as a fact. */
enum OrderFlow implements Business {
    ORDER("/create", "/cancel", """
        CREATE TABLE IF NOT EXISTS orders (
          id VARCHAR(64) PRIMARY KEY,
          status VARCHAR(16) NOT NULL COMMENT 'confirming, cancelled; shown as in process until its saga has ended'
        )\
        """) {
        @Override
        public String run(Connection connection, String order, JsonValue input) throws SQLException {
            change(
                    connection,
                    "INSERT INTO orders VALUES (?, 'confirming') ON DUPLICATE KEY UPDATE status = 'confirming'",
                    order);
            return "{\"order\":\"confirming\"}";
        }

        @Override
        public void undo(Connection connection, String order, JsonValue input) throws SQLException {
            change(connection, "UPDATE orders SET status = 'cancelled' WHERE id = ?", order);
        }

        @Override
        public String books(Connection connection) throws SQLException {
            return "{\"open\":" + number(connection, "SELECT COUNT(*) FROM orders WHERE status = 'confirming'")
                    + ",\"cancelled\":" + number(connection, "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'")
                    + "}";
        }
    },
    STOCK(
            "/freeze",
            "/unfreeze",
            "CREATE TABLE IF NOT EXISTS stock (id INT PRIMARY KEY, available INT NOT NULL, frozen INT NOT NULL)",
            "INSERT INTO stock VALUES (1, 1000000, 0) ON DUPLICATE KEY UPDATE id = id") {
        @Override
        public String run(Connection connection, String order, JsonValue input) throws SQLException, RefusedException {
            int quantity = quantity(input);
            int changed = count(
                    connection,
                    "UPDATE stock SET available = available - ?, frozen = frozen + ? WHERE id = 1 AND available >= ?",
                    quantity);
            if (changed == 0) {
                throw new RefusedException("sold out");
            }
            return "{\"frozen\":" + quantity + "}";
        }

        @Override
        public void undo(Connection connection, String order, JsonValue input) throws SQLException {
            count(
                    connection,
                    "UPDATE stock SET available = available + ?, frozen = frozen - ? WHERE id = 1 AND frozen >= ?",
                    quantity(input));
        }

        @Override
        public String books(Connection connection) throws SQLException {
            return "{\"available\":" + number(connection, "SELECT available FROM stock WHERE id = 1") + ",\"frozen\":"
                    + number(connection, "SELECT frozen FROM stock WHERE id = 1") + "}";
        }
    },
    COUPON("/redeem", "/restore", """
        CREATE TABLE IF NOT EXISTS coupons (
          order_id VARCHAR(64) PRIMARY KEY,
          status VARCHAR(16) NOT NULL COMMENT 'used, unused'
        )\
        """) {
        @Override
        public String run(Connection connection, String order, JsonValue input) throws SQLException {
            change(connection, "INSERT INTO coupons VALUES (?, 'used') ON DUPLICATE KEY UPDATE status = 'used'", order);
            return "{\"coupon\":\"used\"}";
        }

        @Override
        public void undo(Connection connection, String order, JsonValue input) throws SQLException {
            change(connection, "UPDATE coupons SET status = 'unused' WHERE order_id = ?", order);
        }

        @Override
        public String books(Connection connection) throws SQLException {
            return "{\"used\":" + number(connection, "SELECT COUNT(*) FROM coupons WHERE status = 'used'") + "}";
        }
    },
    PAYMENT("/charge", "/refund", """
        CREATE TABLE IF NOT EXISTS payments (
          id BIGINT AUTO_INCREMENT PRIMARY KEY, order_id VARCHAR(64) NOT NULL, amount BIGINT NOT NULL
        )\
        """) {
        @Override
        public String run(Connection connection, String order, JsonValue input) throws SQLException {
            change(connection, "INSERT INTO payments (order_id, amount) VALUES (?, 100)", order);
            return "{\"charged\":100}";
        }

        @Override
        public void undo(Connection connection, String order, JsonValue input) throws SQLException {
            change(connection, "INSERT INTO payments (order_id, amount) VALUES (?, -100)", order);
        }

        @Override
        public String books(Connection connection) throws SQLException {
            return "{\"charged\":" + number(connection, "SELECT COALESCE(SUM(amount), 0) FROM payments") + "}";
        }
    };

    private final String action;
    private final String compensation;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
    private final List<String> tables;

    OrderFlow(String action, String compensation, String... tables) {
        this.action = action;
        this.compensation = compensation;
        this.tables = List.of(tables);
    }

    @Override
    public String action() {
        return action;
    }

    @Override
    public String compensation() {
        return compensation;
    }

    @Override
    public List<String> tables() {
        return tables;
    }

    private static int quantity(JsonValue input) {
        String text = input.scalarAt("/quantity");
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 1;
    }

    private static void change(Connection connection, String sql, String order) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, order);
            statement.executeUpdate();
        }
    }

    private static int count(Connection connection, String sql, int quantity) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, quantity);
            statement.setInt(2, quantity);
            statement.setInt(3, quantity);
            return statement.executeUpdate();
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
