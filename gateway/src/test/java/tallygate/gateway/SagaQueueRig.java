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

/** A broker, a database, nodes that carry sagas on, and consumers with schemas and guards of their own. */
abstract class SagaQueueRig {
    static final Duration SOON = Duration.ofSeconds(60);
    static final List<String> STEPS = List.of("order", "stock", "coupon");

    static Optional<RabbitServer> server = Optional.empty();

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final MySqlStores stores = database.open();
    final List<Sagas> nodes = new ArrayList<>();
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

    void node(long number, String resultWithin) {
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

    String queue(String step) {
        return prefix + step;
    }

    void consume(String... steps) throws Exception {
        for (String step : steps) {
            Connection connection = server.orElseThrow().connect();
            consumers.add(connection);
            Channel channel = connection.openChannel().orElseThrow();
            SampleConsumer.listen(channel, queue(step), step, schema(step));
        }
    }

    SampleDatabase schema(String step) {
        String url = database.settings().url();
        int cut = url.lastIndexOf('/') + 1;
        return new SampleDatabase(
                url.substring(0, cut),
                database.settings().username(),
                database.settings().password(),
                url.substring(cut) + "_" + step);
    }

    SagaId begin() {
        String order = "o-" + ++orders;
        Started started = nodes.getFirst().begin("order-create", order, order, new JsonValue.Nothing());
        assertThat(started).isInstanceOf(Started.Fresh.class);
        return ((Started.Fresh) started).saga().id();
    }

    void begin(int count) {
        for (int i = 0; i < count; i++) {
            begin();
        }
    }

    long number(String sql) {
        try (java.sql.Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long inStatus(int status) {
        return number("SELECT COUNT(*) FROM saga_instance WHERE status = " + status);
    }

    static void until(BooleanSupplier condition) {
        await().atMost(SOON).until(condition::getAsBoolean);
    }

    long frozen() {
        return number("SELECT frozen FROM " + schema("stock").schema() + ".stock");
    }

    GetResponse taken(Channel channel, String step) throws IOException {
        GetResponse[] found = new GetResponse[1];
        await().atMost(SOON).until(() -> {
            found[0] = channel.basicGet(queue(step), true);
            return found[0] != null;
        });
        return found[0];
    }

    Channel channel() throws Exception {
        Connection connection = server.orElseThrow().connect();
        consumers.add(connection);
        return connection.openChannel().orElseThrow();
    }

    static void tell(Channel channel, GetResponse task, String outcome) throws IOException {
        AMQP.BasicProperties of = task.getProps();
        tell(channel, task, of.getHeaders().get("tallygate-result-token").toString(), outcome);
    }

    static void tell(Channel channel, GetResponse task, String token, String outcome) throws IOException {
        AMQP.BasicProperties of = task.getProps();
        String result = "{\"requestId\":\"" + of.getCorrelationId() + "\",\"resultToken\":\"" + token
                + "\",\"result\":\"" + outcome + "\"}";
        channel.basicPublish("", of.getReplyTo(), null, result.getBytes(StandardCharsets.UTF_8));
    }
}
