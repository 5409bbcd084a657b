package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import tallygate.brokers.RabbitServer;
import tallygate.callback.participant.sample.SampleConsumer;
import tallygate.callback.participant.sample.SampleDatabase;
import tallygate.callback.provider.read.JsonValue;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.Started;

/** Sagas whose steps go by message, over a real RabbitMQ and consumers with schemas and guards of their own. */
class SagaQueueTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final List<String> STEPS = List.of("order", "stock", "coupon");

    private static Optional<RabbitServer> server = Optional.empty();

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final MySqlStores stores = database.open();
    private final List<Sagas> nodes = new ArrayList<>();
    private final List<Connection> consumers = new ArrayList<>();
    private String prefix;
    private int orders;

    @BeforeAll
    static void startServer(@TempDir Path folder) throws IOException {
        server = RabbitServer.start(folder);
    }

    @AfterAll
    static void stopServer() {
        server.ifPresent(RabbitServer::close);
    }

    @BeforeEach
    void needsTheServer(TestInfo test) {
        assumeTrue(server.isPresent(), "no RabbitMQ here: Debian's rabbitmq-server is not installed");
        prefix = "q" + test.getTestMethod().orElseThrow().getName().hashCode() + ".";
    }

    @AfterEach
    void stop() throws Exception {
        for (Sagas node : nodes) {
            node.drain(Duration.ofSeconds(2));
        }
        for (Connection each : consumers) {
            each.abort();
        }
        stores.close();
    }

    private void node(long number, String resultWithin) {
        StringBuilder yaml = new StringBuilder("mode: development\nsagas:\n  participants:\n");
        for (String step : STEPS) {
            yaml.append("    %s: { kind: amqp, broker: \"%s\", queue: \"%s\", retry-delay: 300ms, result-within: %s }\n"
                    .formatted(step, server.orElseThrow().uri(), queue(step), resultWithin));
        }
        yaml.append("  definitions:\n    order-create:\n      steps:\n");
        for (String step : STEPS) {
            yaml.append(("        - { name: %s, participant: %s, action: do, compensation: undo, timeout: 1s,"
                            + " retry: [500ms, 1s, 2s, 4s, 4s, 4s], retry-compensation: [500ms, 1s, 2s] }\n")
                    .formatted(step, step));
        }
        Loading loading = GatewayConfig.parse(yaml.toString(), Path.of("."), Map.of());
        assertThat(loading).as("%s", loading).isInstanceOf(Loading.Loaded.class);
        Sagas node = new Sagas(
                stores,
                new Surroundings(
                        Clock.systemUTC(),
                        System::nanoTime,
                        new Random(number),
                        new SimpleMeterRegistry(),
                        new LoggedAlerts()));
        node.open(((Loading.Loaded) loading).config(), number);
        nodes.add(node);
    }

    private String queue(String step) {
        return prefix + step;
    }

    private void consume(String... steps) throws Exception {
        for (String step : steps) {
            Connection connection = server.orElseThrow().connect();
            consumers.add(connection);
            Channel channel = connection.openChannel().orElseThrow();
            SampleConsumer.listen(channel, queue(step), step, schema(step));
        }
    }

    private SampleDatabase schema(String step) {
        String url = database.settings().url();
        int cut = url.lastIndexOf('/') + 1;
        return new SampleDatabase(
                url.substring(0, cut),
                database.settings().username(),
                database.settings().password(),
                url.substring(cut) + "_" + step);
    }

    private SagaId begin() {
        String order = "o-" + ++orders;
        Started started = nodes.getFirst().begin("order-create", order, order, new JsonValue.Nothing());
        assertThat(started).isInstanceOf(Started.Fresh.class);
        return ((Started.Fresh) started).saga().id();
    }

    private void begin(int count) {
        for (int i = 0; i < count; i++) {
            begin();
        }
    }

    private long number(String sql) {
        try (java.sql.Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private long inStatus(int status) {
        return number("SELECT COUNT(*) FROM saga_instance WHERE status = " + status);
    }

    private static void until(BooleanSupplier condition) {
        await().atMost(SOON).until(condition::getAsBoolean);
    }

    private long frozen() {
        return number("SELECT frozen FROM " + schema("stock").schema() + ".stock");
    }

    private GetResponse taken(Channel channel, String step) throws IOException {
        GetResponse[] found = new GetResponse[1];
        await().atMost(SOON).until(() -> {
            found[0] = channel.basicGet(queue(step), true);
            return found[0] != null;
        });
        return found[0];
    }

    private Channel channel() throws Exception {
        Connection connection = server.orElseThrow().connect();
        consumers.add(connection);
        return connection.openChannel().orElseThrow();
    }

    private static void tell(Channel channel, GetResponse task, String outcome) throws IOException {
        AMQP.BasicProperties of = task.getProps();
        String result = "{\"requestId\":\"" + of.getCorrelationId() + "\",\"sequence\":"
                + of.getHeaders().get("Tallygate-Sequence") + ",\"result\":\"" + outcome + "\"}";
        channel.basicPublish("", of.getReplyTo(), null, result.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void stepsGoOutAsMessagesAndTheirResultsBringTheSagaToItsEnd() throws Exception {
        node(1, "2s");
        consume("order", "stock");
        SagaId saga = begin();
        Channel coupon = channel();
        GetResponse task = taken(coupon, "coupon");
        assertThat(task.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(task.getProps().getCorrelationId()).isEqualTo(saga + ":s3");
        assertThat(task.getProps().getType()).isEqualTo("do");
        assertThat(task.getProps().getHeaders().get("Idempotency-Key")).hasToString(saga + ":s3");
        assertThat(task.getProps().getHeaders().get("Tallygate-Saga")).hasToString(saga.value());
        assertThat(task.getProps().getHeaders().get("Tallygate-Sequence")).isEqualTo(3);
        tell(coupon, task, "done");
        until(() -> inStatus(2) == 1);
        assertThat(frozen()).isEqualTo(1);
    }

    @Test
    void aRefusalByMessageUndoesTheOthersInReverse() throws Exception {
        node(1, "2s");
        consume("order", "stock");
        SagaId saga = begin();
        Channel coupon = channel();
        tell(coupon, taken(coupon, "coupon"), "failed");
        until(() -> inStatus(4) == 1);
        assertThat(frozen()).isZero();
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE request_id = '" + saga + ":c:s3'"))
                .isZero();
    }

    @Test
    void slowParticipantsHoldNoThreadAndNoRoom() throws Exception {
        node(1, "1m");
        begin(150);
        until(() -> number("SELECT COUNT(*) FROM saga_instance WHERE status = 1 AND lease_owner = 0") == 150
                && nodes.getFirst().inHand() == 0);
        consume(STEPS.toArray(String[]::new));
        until(() -> inStatus(2) == 150);
        assertThat(frozen()).isEqualTo(150);
    }

    @Test
    void aBrokerThatIsKilledInTheMiddleLosesNothing() throws Exception {
        node(1, "2s");
        consume(STEPS.toArray(String[]::new));
        begin(40);
        until(() -> inStatus(2) >= 5);
        server.orElseThrow().kill();
        begin(20);
        server.orElseThrow().restart();
        consume(STEPS.toArray(String[]::new));
        until(() -> inStatus(2) == 60);
        assertThat(frozen()).isEqualTo(60);
        assertThat(number("SELECT COUNT(*) FROM " + schema("order").schema() + ".orders"))
                .isEqualTo(60);
    }

    @Test
    void messagesThatTheBrokerHasLostAreSentAgainFromTheRows() throws Exception {
        node(1, "2s");
        begin(5);
        until(() -> number("SELECT COUNT(*) FROM saga_log WHERE tries >= 1") == 5);
        Channel channel = channel();
        until(() -> purged(channel) == 5);
        consume(STEPS.toArray(String[]::new));
        until(() -> inStatus(2) == 5);
        assertThat(number("SELECT COUNT(*) FROM saga_log WHERE step_seq = 1 AND tries > 1"))
                .isEqualTo(5);
    }

    private int purged = 0;

    private int purged(Channel channel) {
        try {
            purged += channel.queuePurge(queue("order")).getMessageCount();
            return purged;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void repeatedLateAndForeignResultsChangeNothing() throws Exception {
        node(1, "2s");
        consume("order", "stock");
        SagaId saga = begin();
        Channel coupon = channel();
        GetResponse task = taken(coupon, "coupon");
        tell(coupon, task, "done");
        tell(coupon, task, "done");
        tell(coupon, task, "failed");
        until(() -> inStatus(2) == 1);
        tell(coupon, task, "failed");
        String results = queue("coupon") + ".results";
        for (String bad : List.of("", "[]", "{\"requestId\":\"sgnone:s1\",\"result\":\"done\"}", "{\"result\":1}")) {
            coupon.basicPublish("", results, null, bad.getBytes(StandardCharsets.UTF_8));
        }
        await().atMost(SOON).until(() -> coupon.messageCount(results) == 0);
        assertThat(inStatus(2)).isEqualTo(1);
        assertThat(number("SELECT action_status FROM saga_log WHERE request_id = '" + saga + ":s3'"))
                .isEqualTo(1);
    }

    @Test
    void aResultAfterItsTimeIsTakenAndTheTaskThatWasSentAgainIsDoneOnce() throws Exception {
        node(1, "2s");
        consume("order", "coupon");
        begin();
        Channel stock = channel();
        GetResponse first = taken(stock, "stock");
        GetResponse again = taken(stock, "stock");
        assertThat(again.getProps().getCorrelationId())
                .isEqualTo(first.getProps().getCorrelationId());
        assertThat(mark(again)).isGreaterThan(mark(first));
        tell(stock, first, "done");
        until(() -> inStatus(2) == 1);
    }

    private static int mark(GetResponse task) {
        return (Integer) task.getProps().getHeaders().get("Tallygate-Sequence");
    }

    @Test
    void theResultOfAStepThatAnotherNodeSentIsTakenByTheOneThatHearsIt() throws Exception {
        node(1, "2s");
        consume("order", "coupon");
        begin();
        Channel stock = channel();
        GetResponse task = taken(stock, "stock");
        nodes.getFirst().drain(Duration.ofSeconds(5));
        node(2, "2s");
        tell(stock, task, "done");
        until(() -> inStatus(2) == 1);
    }
}
