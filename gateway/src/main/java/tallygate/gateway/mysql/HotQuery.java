package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * A statement that runs all the time or on tables that grow all the time, and the index that it must go along.
 *
 * @param name for people
 * @param table the one that grows
 * @param index of that table
 * @param values for its parameters, of the kinds that it is given when it runs
 */
record HotQuery(String name, String table, String index, String sql, List<Object> values) {
    private static final String LONG_AGO = "2020-01-01 00:00:00.000";
    private static final String FAR = "9999-12-31 00:00:00.000";
    private static final long LAST_ID = Long.MAX_VALUE;
    private static final String TASKS = "async_task";
    private static final byte[] KEY = "a".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER_KEY = "b".getBytes(StandardCharsets.UTF_8);

    /** All of them. */
    static List<HotQuery> all() {
        return List.of(
                task("lanes with due tasks", "k_due", WorkSql.READY.exactly(2), 0, 1, LONG_AGO, 0, 2, LONG_AGO),
                task("claim", "k_due", WorkSql.CLAIM, 0, 1, LONG_AGO, 200),
                task("ended leases", "k_due", WorkSql.CLAIM, 1, 1, LONG_AGO, 200),
                task("lease", "PRIMARY", WorkSql.LEASE.exactly(2), 0, 1, 30_000_000, 0, 1, 2),
                task("lease one", "PRIMARY", WorkSql.LEASE.exactly(1), 0, 1, 30_000_000, 0, 1),
                task("complete", "PRIMARY", WorkSql.DONE.exactly(2), 1, 1, 2, 1),
                task("complete one", "PRIMARY", WorkSql.DONE.exactly(1), 1, 1),
                task("renew", "PRIMARY", WorkSql.RENEW.exactly(2), 30_000_000, 1, 1, 2, 1),
                task("renew one", "PRIMARY", WorkSql.RENEW.exactly(1), 30_000_000, 1, 1),
                task("release", "PRIMARY", IntakeSql.RELEASE.exactly(2), 1, 1, 2),
                task("release one", "PRIMARY", IntakeSql.RELEASE.exactly(1), 1, 1),
                task("let settle", "PRIMARY", OrderSql.LET_SETTLE.exactly(2), 100_000, 1, 2),
                task("park for its turn", "PRIMARY", OrderSql.PARK.exactly(2), 100_000, 1, 2),
                task("own ids", "PRIMARY", IntakeSql.BY_ID.exactly(2), 1, 2),
                task("duplicates", "uk_event", IntakeSql.BY_KEY.exactly(2), KEY, KEY, OTHER_KEY),
                task("effects", "uk_effect", IntakeSql.BY_EFFECT, KEY),
                task("older tasks of the key", "k_biz", OrderSql.STANDING.exactly(2), 1, 1, 2),
                task("window of retention", "PRIMARY", RetentionSql.WINDOW, 1, 1_000_000, 500),
                task("emptying payloads", "PRIMARY", RetentionSql.EMPTY, 1, 2, 1_000_000),
                task("deleting rows", "PRIMARY", RetentionSql.DELETE, 1, 2, 1_000_000),
                task("depth of a lane", "k_due", AdminSql.BEYOND, 0, 1, 1_000),
                task("list by state", "k_due", byStatus(), 3, 1, FAR, FAR, LAST_ID, LONG_AGO, 51),
                task("list by state and time", "k_due", inSpan(), 3, 1, FAR, FAR, LAST_ID, LONG_AGO, 1, 9, 51),
                task("list by arrival", "PRIMARY", AdminSql.tasks(DeskSql.BY_ARRIVAL.formatted("")), 9, 1, 51),
                task("tasks of an order", "k_biz", AdminSql.tasks(DeskSql.BY_BIZ), KEY),
                task("tasks of a transaction", "k_txn", AdminSql.tasks(DeskSql.BY_TXN), KEY),
                new HotQuery("due questions", "task_probe", "k_due", ProbeSql.DUE, List.of("a", 50)),
                new HotQuery("due sagas", "saga_instance", "k_kind_due", SagaSql.CLAIM, List.of("a", 1, 1, 50)),
                statement("statement rows of a movement", "k_txn", StatementSql.SAME_MOVEMENT.exactly(2)),
                statement("refunds of a payment", "k_original", StatementSql.REFUNDED.exactly(2)),
                statement("payments of an order", "k_order", StatementSql.PAYMENTS.exactly(2)));
    }

    private static HotQuery task(String name, String index, String sql, Object... values) {
        return new HotQuery(name, TASKS, index, sql, List.of(values));
    }

    private static HotQuery statement(String name, String index, String sql) {
        return new HotQuery(name, "statement_row", index, sql, List.of(KEY, KEY, OTHER_KEY));
    }

    private static String byStatus() {
        return AdminSql.tasks(DeskSql.BY_STATUS.formatted(""));
    }

    private static String inSpan() {
        return AdminSql.tasks(DeskSql.BY_STATUS.formatted(DeskSql.IN_SPAN));
    }

    Params explain(Session session) throws SQLException {
        return bound(session, "EXPLAIN " + sql);
    }

    /** @param text the statement, or one around it with the same parameters */
    Params bound(Session session, String text) throws SQLException {
        Params params = session.prepare(text);
        for (Object value : values) {
            switch (value) {
                case Integer number -> params.add(number);
                case Long number -> params.add(number);
                case byte[] bytes -> params.add(bytes);
                default -> params.add(value.toString());
            }
        }
        return params;
    }
}
