package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.Entry;
import tallygate.gateway.saga.MeasuredTimeouts;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.Pauses;
import tallygate.gateway.saga.SagaDesk.Decided;
import tallygate.gateway.saga.SagaUpkeep;
import tallygate.gateway.saga.Snapshot;
import tallygate.gateway.saga.Step;
import tallygate.gateway.saga.StepStatus;
import tallygate.gateway.saga.TimeoutRule;
import tallygate.gateway.task.Actor;

/** What one node looks after for all, definitions that were changed under open sagas, and a person's retry. */
class SagaWatchTest {
    private static final String SAGA = "sg0123456789abcdef0123456789abcdef";
    private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final MySqlStores stores = database.open();
    private final List<String> told = new ArrayList<>();
    private Instant now = NOON;

    @AfterEach
    void close() {
        stores.close();
    }

    private void sql(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private void saga(String kind, int version, int status, int dueSecondsAgo) {
        sql("INSERT INTO saga_instance (saga_id, saga_type, version, status, payload, next_retry_time) VALUES ('" + SAGA
                + "', '" + kind + "', " + version + ", " + status + ", '{}', UTC_TIMESTAMP(3) - INTERVAL "
                + dueSecondsAgo + " SECOND)");
    }

    private SagaUpkeep node(long owner, NewSaga.Kind... known) {
        Alerts alerts = new Alerts() {
            @Override
            public void raise(Alert alert) {
                told.add(owner + " " + alert.kind() + " " + alert.subject());
            }

            @Override
            public void resolve(String kind, String subject) {
                told.add(owner + " resolved " + kind + " " + subject);
            }
        };
        InstantSource clock = () -> now;
        return new SagaUpkeep(
                new SagaUpkeep.Looks(stores.sagaDesk(), stores.sagaWatch(), owner, () -> Set.of(known)),
                new MeasuredTimeouts(stores.timeoutChanges(), alerts),
                alerts,
                clock,
                List.of(LocalTime.of(13, 0)));
    }

    @Test
    void sagasOfAKindThatNoNodeKnowsAreToldByOneNodeAndTakenBack() {
        saga("order", 7, 1, 90);
        SagaUpkeep one = node(1, new NewSaga.Kind("order", 6));
        SagaUpkeep two = node(2);
        one.round();
        two.round();
        assertThat(told).containsExactly("1 saga-unknown-kind order version 7");
        sql("UPDATE saga_instance SET status = 2");
        one.round();
        assertThat(told).contains("1 resolved saga-unknown-kind order version 7");
    }

    @Test
    void aKindThatIsKnownOrNotYetDueIsNotTold() {
        saga("order", 7, 3, 30);
        node(1).round();
        sql("UPDATE saga_instance SET next_retry_time = UTC_TIMESTAMP(3) - INTERVAL 90 SECOND");
        node(1, new NewSaga.Kind("order", 7)).round();
        sql("UPDATE saga_instance SET held = 1");
        node(1).round();
        assertThat(told).noneMatch(line -> line.contains("saga-unknown-kind"));
    }

    @Test
    @Tag("F-39")
    void thePatrolIsMadeOnceByAllNodesTogetherAndAgainTheNextDay() {
        sql("INSERT INTO compensation_dead_letter (saga_id, step_seq, step_name, request_id, tries, last_error)"
                + " VALUES ('"
                + SAGA + "', 1, 'stock', '" + SAGA + ":c:s1', 4, 'HTTP 500')");
        List<SagaUpkeep> nodes = List.of(node(1), node(2), node(3));
        now = NOON.plus(Duration.ofMinutes(61));
        nodes.forEach(SagaUpkeep::round);
        nodes.forEach(SagaUpkeep::round);
        assertThat(told.stream().filter(line -> line.matches("\\d saga-patrol sagas")))
                .hasSize(1);
        assertThat(told.stream().filter(line -> line.contains("saga-dead-letter")))
                .allMatch(line -> line.startsWith("1 "));
        now = now.plus(Duration.ofDays(1));
        nodes.reversed().forEach(SagaUpkeep::round);
        assertThat(told.stream().filter(line -> line.matches("\\d saga-patrol sagas")))
                .hasSize(2);
    }

    @Test
    void theDutyPassesOnWhenItsNodeIsGone() {
        assertThat(stores.sagaWatch().holds("d", 1, Duration.ofMinutes(1))).isTrue();
        assertThat(stores.sagaWatch().holds("d", 2, Duration.ofMinutes(1))).isFalse();
        assertThat(stores.sagaWatch().holds("d", 1, Duration.ofMinutes(1))).isTrue();
        sql("UPDATE duty SET lease_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND");
        assertThat(stores.sagaWatch().holds("d", 2, Duration.ofMinutes(1))).isTrue();
    }

    private static Definition order(String action) {
        Step step = new Step(
                1,
                "stock",
                1,
                false,
                new Step.Ways("stock", action, Optional.of("/undo"), Optional.empty()),
                new Step.Rules(new Pauses(List.of()), new Pauses(List.of()), TimeoutRule.STANDARD),
                new Step.Mapping(Map.of(), Map.of()));
        return new Definition("order", 1, Duration.ofHours(1), Definition.Lock.NONE, List.of(step));
    }

    @Test
    void aChangedDefinitionIsRefusedWhileSagasOfItAreOpenAndTakenWhenNoneIs() {
        assertThat(stores.definitions().keep(order("/freeze"))).isTrue();
        saga("order", 1, 5, 0);
        assertThat(stores.definitions().openUnderOther(order("/freeze"))).isZero();
        assertThat(stores.definitions().openUnderOther(order("/reserve"))).isEqualTo(1);
        assertThat(stores.definitions().keep(order("/reserve"))).isFalse();
        sql("UPDATE saga_instance SET status = 4");
        assertThat(stores.definitions().openUnderOther(order("/reserve"))).isZero();
        assertThat(stores.definitions().keep(order("/reserve"))).isTrue();
        assertThat(stores.definitions().all().get(new NewSaga.Kind("order", 1))).isEqualTo(order("/reserve"));
    }

    @Test
    void aPersonsRetryIsATryEvenWhereTheDefinitionAllowsNone() {
        stores.definitions().keep(order("/freeze"));
        saga("order", 1, 5, 0);
        sql("INSERT INTO saga_log (request_id, saga_id, step_seq, step_name, action_status, tries, mark) VALUES ('"
                + SAGA
                + ":s1', '" + SAGA + "', 1, 'stock', 1, 1, 1), ('" + SAGA + ":c:s1', '" + SAGA
                + "', 1, 'stock', 4, 1, 2)");
        assertThat(stores.sagaDesk().retry(SAGA + ":c:s1", new Actor("ann", "test"), "mended"))
                .isEqualTo(Decided.MADE);
        Snapshot saga = stores.sagas()
                .claim(Set.of(new NewSaga.Kind("order", 1)), 10, 9, Duration.ofSeconds(30))
                .getFirst();
        Entry retried = saga.entries().get(SAGA + ":c:s1");
        assertThat(retried.tries()).isZero();
        assertThat(retried.misses()).isEqualTo(-1);
        assertThat(retried.status()).isEqualTo(StepStatus.UNKNOWN);
    }
}
