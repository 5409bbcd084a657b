package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.callback.participant.sample.Mode;
import tallygate.callback.participant.sample.SampleOrder;
import tallygate.callback.provider.read.JsonValue;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.Started;
import tallygate.gateway.task.Actor;

/** The article's order flow, four services over schemas of their own, through everything that can go wrong with one step. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SagaFlowTest {
    private static final Duration SOON = Duration.ofSeconds(40);

    private TestDatabases.TestDatabase database = TestDatabases.embedded();
    private MySqlStores stores = database.open();
    private SampleOrder sample = start(database);
    private Sagas sagas = new Sagas(
            stores,
            new Surroundings(
                    Clock.systemUTC(), System::nanoTime, new Random(1), new SimpleMeterRegistry(), new LoggedAlerts()));
    private int orders;

    private static SampleOrder start(TestDatabases.TestDatabase database) {
        String url = database.settings().url();
        try {
            SampleOrder sample = SampleOrder.listen();
            sample.open(
                    url.substring(0, url.lastIndexOf('/') + 1),
                    database.settings().username(),
                    database.settings().password(),
                    url.substring(url.lastIndexOf('/') + 1) + "_");
            return sample;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    void open() {
        String yaml =
                "mode: development\nroutes: { r: { handler: { kind: saga, saga: order-create } } }\n" + sample.yaml();
        Loading loading = GatewayConfig.parse(yaml, Path.of("."), Map.of());
        assertThat(loading).as("%s", loading).isInstanceOf(Loading.Loaded.class);
        sagas.open(((Loading.Loaded) loading).config(), 77);
    }

    @AfterAll
    void close() throws InterruptedException {
        sample.close();
        sagas.drain(Duration.ofSeconds(5));
        stores.close();
    }

    @BeforeEach
    void healthy() {
        for (String name : new String[] {"order", "stock", "coupon", "payment"}) {
            sample.behave(name, Mode.OK, Mode.OK);
        }
    }

    private SagaId begin() {
        String order = "o-" + ++orders;
        Started started = sagas.begin("order-create", order, order, new JsonValue.Nothing());
        assertThat(started).isInstanceOf(Started.Fresh.class);
        return ((Started.Fresh) started).saga().id();
    }

    private long status(SagaId saga) {
        return number("SELECT status FROM saga_instance WHERE saga_id = '" + saga + "'");
    }

    private long number(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private String books() throws IOException {
        return sample.books("order") + sample.books("stock") + sample.books("coupon") + sample.books("payment");
    }

    private void ends(SagaId saga, int status) {
        await().atMost(SOON).until(() -> status(saga) == status);
    }

    @Test
    void aHealthyFlowIsCompletedAndStartedOnlyOnce() throws IOException {
        SagaId saga = begin();
        ends(saga, 2);
        assertThat(sagas.begin("order-create", "o-" + orders, "o-" + orders, new JsonValue.Nothing()))
                .isInstanceOf(Started.Known.class);
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE saga_id = '" + saga + "' AND action_status = 1"))
                .isEqualTo(4);
    }

    @Test
    void aRefusedPaymentUndoesAllBeforeItInReverse() throws IOException {
        String before = books();
        sample.behave("payment", Mode.REFUSE, Mode.OK);
        SagaId saga = begin();
        ends(saga, 4);
        assertThat(sample.books("payment")).isEqualTo(before.substring(before.indexOf("{\"charged")));
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE saga_id = '" + saga + "' AND action_status = 3"))
                .isEqualTo(3);
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE request_id = '" + saga + ":c:s4'"))
                .isZero();
        assertThat(number("SELECT (SELECT mark FROM saga_log WHERE request_id = '" + saga
                        + ":c:s1') > (SELECT mark FROM saga_log WHERE request_id = '" + saga + ":c:s3')"))
                .isEqualTo(1);
    }

    @Test
    @Tag("O-135")
    void anAnswerThatIsLostIsAskedForAndNotPaidTwice() throws IOException {
        String before = sample.books("payment");
        sample.behave("payment", Mode.LOSE, Mode.OK);
        SagaId saga = begin();
        ends(saga, 2);
        assertThat(charged(sample.books("payment")) - charged(before)).isEqualTo(100);
    }

    @Test
    @Tag("F-40")
    void aStepThatHangsIsCompensatedThoughItNeverRan() throws IOException {
        long before = charged(sample.books("payment"));
        sample.behave("payment", Mode.HANG, Mode.OK);
        SagaId saga = begin();
        ends(saga, 4);
        assertThat(charged(sample.books("payment"))).isEqualTo(before);
        assertThat(number("SELECT action_status FROM saga_log WHERE request_id = '" + saga + ":c:s4'"))
                .isEqualTo(3);
    }

    @Test
    void aRepeatedRequestWorksOnce() throws IOException {
        long before = charged(sample.books("payment"));
        sample.behave("payment", Mode.TWICE, Mode.OK);
        ends(begin(), 2);
        assertThat(charged(sample.books("payment")) - before).isEqualTo(100);
    }

    @Test
    @Tag("O-134")
    @Tag("F-39")
    void aCompensationThatFailsForEverEndsInTheDeadLetterAndStopsNoOther() {
        sample.behave("coupon", Mode.OK, Mode.FAIL);
        sample.behave("payment", Mode.REFUSE, Mode.OK);
        SagaId saga = begin();
        ends(saga, 5);
        assertThat(number("SELECT COUNT(*) FROM compensation_dead_letter WHERE saga_id = '" + saga
                        + "' AND step_name = 'coupon' AND tries = 4"))
                .isEqualTo(1);
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE saga_id = '" + saga + "' AND action_status = 3"))
                .isEqualTo(2);
        healthy();
        ends(begin(), 2);
    }

    @Test
    void aDeadLetterIsRetriedByAPersonAndTheSagaEndsCompensated() {
        SagaId saga = dead();
        sample.behave("coupon", Mode.OK, Mode.OK);
        SagaDesk desk = stores.sagaDesk();
        assertThat(desk.find(saga).orElseThrow().isFinal()).isFalse();
        assertThat(desk.retry(saga + ":c:s3", new Actor("ann", "test"), "the coupon service is mended"))
                .isEqualTo(SagaDesk.Decided.MADE);
        ends(saga, 4);
        assertThat(desk.find(saga).orElseThrow().isFinal()).isTrue();
        assertThat(number(
                        "SELECT COUNT(*) FROM compensation_dead_letter WHERE status = 0 AND saga_id = '" + saga + "'"))
                .isZero();
        assertThat(number("SELECT COUNT(*) FROM audit_log WHERE action = 'saga-retry' AND object_id = '" + saga + "'"))
                .isEqualTo(1);
        assertThat(desk.timeline(saga)).extracting(SagaDesk.Line::what).contains("sent", "call", "turn", "saga-retry");
    }

    @Test
    void aStuckSagaIsSettledByTwoPeopleNotByOne() {
        SagaId saga = dead();
        SagaDesk desk = stores.sagaDesk();
        Actor ann = new Actor("ann", "test");
        assertThat(desk.settle(saga, ann, "restored by hand")).isEqualTo(SagaDesk.Decided.ASKED);
        assertThat(desk.settle(saga, ann, "again")).isEqualTo(SagaDesk.Decided.SAME_PERSON);
        assertThat(status(saga)).isEqualTo(5);
        assertThat(desk.settle(saga, new Actor("bob", "test"), "seen")).isEqualTo(SagaDesk.Decided.MADE);
        assertThat(status(saga)).isEqualTo(4);
    }

    @Test
    void aSkippedCompensationIsToldInTheAuditLog() {
        SagaId saga = dead();
        assertThat(stores.sagaDesk().skip(saga + ":c:s3", new Actor("ann", "test"), "done in the back office"))
                .isEqualTo(SagaDesk.Decided.MADE);
        ends(saga, 4);
        assertThat(stores.sagaDesk().skip(saga + ":c:s3", new Actor("ann", "test"), "twice"))
                .isEqualTo(SagaDesk.Decided.STALE);
        assertThat(number("SELECT COUNT(*) FROM audit_log WHERE action = 'saga-skip' AND object_id = '" + saga + "'"))
                .isEqualTo(1);
    }

    private SagaId dead() {
        sample.behave("coupon", Mode.OK, Mode.FAIL);
        sample.behave("payment", Mode.REFUSE, Mode.OK);
        SagaId saga = begin();
        ends(saga, 5);
        return saga;
    }

    private static long charged(String books) {
        return Long.parseLong(books.replaceAll("\\D*(-?\\d+)\\D*", "$1"));
    }
}
