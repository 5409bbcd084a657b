package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.Pauses;
import tallygate.gateway.saga.SagaDesk.Decided;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.Step;
import tallygate.gateway.saga.TimeoutRule;
import tallygate.gateway.task.Actor;

/** A person may not turn a saga back where the engine would not. */
class TurnByHandTest {
    private static final String SAGA = "0123456789abcdef0123456789abcdef";

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    private static Step step(int seq, boolean isPivot, Optional<String> compensation) {
        return new Step(
                seq,
                "step" + seq,
                seq,
                isPivot,
                new Step.Ways("shop", "/do" + seq, compensation, Optional.empty()),
                new Step.Rules(new Pauses(List.of()), new Pauses(List.of()), TimeoutRule.STANDARD),
                new Step.Mapping(Map.of(), Map.of()));
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Status of the pivot's request: 0 sent, 1 done, 2 failed, 5 unknown; empty: it was not sent. */
    @ParameterizedTest
    @CsvSource({
        ",     0, 0, /undo2, MADE",
        ",     0, 0, ,       MADE",
        "0,    1, 1, ,       MADE",
        "0,    1, 0, ,       STALE",
        "0,    1, 0, /undo2, MADE",
        "1,    1, 0, ,       STALE",
        "1,    1, 0, /undo2, STALE",
        "2,    1, 0, ,       MADE",
        "5,    2, 1, ,       STALE"
    })
    void onlyBeforeThePivotOrWhileItCanBeUndone(
            Integer pivot, int tries, int misses, String compensation, Decided expected) throws SQLException {
        try (MySqlStores stores = database.open()) {
            stores.definitions()
                    .keep(new Definition(
                            "order",
                            1,
                            Duration.ofHours(1),
                            Definition.Lock.NONE,
                            List.of(
                                    step(1, false, Optional.of("/undo1")),
                                    step(2, true, Optional.ofNullable(compensation)))));
            sql("INSERT INTO saga_instance (saga_id, saga_type, version, status, payload) VALUES ('" + SAGA
                    + "', 'order', 1, 1, '{}')");
            sql("INSERT INTO saga_log (request_id, saga_id, step_seq, step_name, action_status, tries, mark) VALUES ('"
                    + SAGA + ":s1', '" + SAGA + "', 1, 'step1', 1, 1, 1)");
            if (pivot != null) {
                sql("INSERT INTO saga_log (request_id, saga_id, step_seq, step_name, action_status, tries, misses,"
                        + " mark) VALUES ('" + SAGA + ":s2', '" + SAGA + "', 2, 'step2', " + pivot + ", " + tries
                        + ", "
                        + misses + ", 2)");
            }
            var id = new SagaId(SAGA);
            assertThat(stores.sagaDesk().compensate(id, new Actor("ann", "test"), "wrong order"))
                    .isEqualTo(expected);
            assertThat(stores.sagaDesk().find(id).orElseThrow().status().name())
                    .isEqualTo(expected == Decided.MADE ? "COMPENSATING" : "RUNNING");
        }
    }
}
