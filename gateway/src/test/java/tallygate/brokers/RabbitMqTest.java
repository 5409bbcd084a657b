package tallygate.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.Outcome;
import tallygate.callback.handler.AmqpConfig;
import tallygate.callback.handler.DoneWhen;
import tallygate.callback.handler.Handler;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.Handlers;

/** What the handler makes of each thing a real RabbitMQ and its consumers can do. */
class RabbitMqTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static Optional<RabbitServer> server = Optional.empty();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final LateBook late = new LateBook();
    private String queue;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = RabbitServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.ifPresent(RabbitServer::close);
    }

    @BeforeEach
    void needsTheServer(TestInfo test) {
        assumeTrue(server.isPresent(), "no RabbitMQ here: Debian's rabbitmq-server is not installed");
        queue = test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Handler handler(DoneWhen doneWhen) {
        return handler(server.orElseThrow().uri(), doneWhen, true);
    }

    private Handler handler(URI uri, DoneWhen doneWhen, boolean isDeclared) {
        var queues = new AmqpConfig.Queues("x." + queue, queue, Duration.ofMillis(300), isDeclared);
        var config = new AmqpConfig(
                uri, Optional.of(server.orElseThrow().management()), queues, doneWhen, Duration.ofSeconds(5));
        Handler handler =
                Handlers.of(config, new HandlerTools(InstantSource.system(), System::nanoTime, new Random(1), late));
        open.add(handler);
        return handler;
    }

    private static DoneWhen result(Duration longest) {
        return new DoneWhen.Result(longest, Duration.ofMinutes(10));
    }

    private Channel channel() throws Exception {
        Connection connection = server.orElseThrow().connect();
        open.add(connection);
        return connection.openChannel().orElseThrow();
    }

    private void consumer(Channel channel, String result) throws IOException {
        DeliverCallback work = (_, message) -> {
            ConsumerSide.tell(channel, message.getProperties(), result);
            channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
        };
        channel.basicConsume(queue, false, work, _ -> {});
    }

    private Channel emptyQueue() throws Exception {
        handler(new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 1));
        Channel channel = channel();
        channel.queuePurge(queue);
        return channel;
    }

    @Test
    void aConfirmedMessageIsDurablePersistentAndCarriesItsKey() throws Exception {
        Outcome outcome = handler(new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 3));
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        GetResponse message = channel().basicGet(queue, true);
        assertThat(message.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(message.getProps().getHeaders().get("Idempotency-Key")).hasToString("shop:paid:1");
        assertThat(message.getProps().getHeaders().get("tallygate-attempt")).isEqualTo(3);
        assertThat(message.getProps().getReplyTo()).isNull();
        assertThat(new String(message.getBody(), StandardCharsets.UTF_8)).contains("\"taskId\":\"1\"", "evt_1");
    }

    @Test
    void theTaskIsDoneWhenItsConsumerSaysSo() throws Exception {
        Handler handler = handler(result(SOON));
        Channel channel = emptyQueue();
        consumer(channel, "\"result\":\"done\"");
        assertThat(handler.handle(BrokerDeliveries.of(2, 1))).isInstanceOf(Outcome.Done.class);
    }

    @Test
    void aConsumersRefusalIsARetryAndItsVerdictIsPermanent() throws Exception {
        Handler handler = handler(result(SOON));
        Channel channel = emptyQueue();
        consumer(channel, "\"result\":\"retry\",\"error\":\"stock is locked\",\"retryAfterSeconds\":7");
        assertThat(handler.handle(BrokerDeliveries.of(2, 1)))
                .isEqualTo(new Outcome.Retry("stock is locked", Optional.of(Duration.ofSeconds(7))));
    }

    @Test
    void withoutAResultTheOutcomeIsUnknownUntilItsTimeIsOver() throws Exception {
        Outcome outcome = handler(result(Duration.ofMillis(50))).handle(BrokerDeliveries.of(1, 1));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.notBefore()).isEqualTo(Duration.ofMinutes(10)));
    }

    @Test
    void aLateResultGoesToTheStoreAndStaysInTheQueueWhileTheStoreIsAway() throws Exception {
        Handler handler = handler(result(Duration.ofMillis(50)));
        assertThat(handler.handle(BrokerDeliveries.of(41, 1))).isInstanceOf(Outcome.Unknown.class);
        late.isAway = true;
        Channel channel = channel();
        GetResponse message = channel.basicGet(queue, true);
        ConsumerSide.tell(channel, message.getProps(), "\"result\":\"done\"");
        ConsumerSide.tell(channel, message.getProps(), "\"result\":\"done\"");
        late.isAway = false;
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(late.settled.get(41L)).isInstanceOf(Outcome.Done.class));
        await().atMost(SOON).until(() -> channel.messageCount(queue + ".results") == 0);
    }

    @Test
    void whatIsNoResultIsDroppedAndCountedAndDoesNotStopTheOthers() throws Exception {
        Handler handler = handler(result(Duration.ofMillis(50)));
        handler.handle(BrokerDeliveries.of(1, 1));
        Channel channel = channel();
        AMQP.BasicProperties first = channel.basicGet(queue, true).getProps();
        for (String bad :
                List.of("", "[]", "{\"taskId\":\"x\"}", "{\"taskId\":\"5\",\"result\":\"maybe\"}", "\u0000")) {
            ConsumerSide.say(channel, queue + ".results", bad);
        }
        ConsumerSide.say(channel, queue + ".results", "{\"taskId\":\"77\",\"result\":\"done\"}");
        ConsumerSide.tell(channel, first, "\"result\":\"done\"");
        await().atMost(SOON).until(() -> late.settled.containsKey(1L));
        assertThat(late.settled).as("without its token").containsOnlyKeys(1L);
        assertThat(handler.readings().get("unreadable.results")).isEqualTo(5);
    }

    @Test
    void aRejectedMessageComesBackAfterTheDelayWithItsRoundsCounted() throws Exception {
        handler(new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 1));
        Channel channel = channel();
        List<Delivery> seen = new CopyOnWriteArrayList<>();
        DeliverCallback reject = (_, message) -> {
            seen.add(message);
            if (seen.size() < 3) {
                channel.basicReject(message.getEnvelope().getDeliveryTag(), false);
            } else {
                channel.basicPublish("", queue + ".manual", message.getProperties(), message.getBody());
                channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
            }
        };
        channel.basicConsume(queue, false, reject, _ -> {});
        await().atMost(SOON).until(() -> seen.size() == 3);
        assertThat(ConsumerSide.rounds(seen.get(2))).isEqualTo(2);
        await().atMost(SOON).until(() -> channel.messageCount(queue + ".manual") == 1);
        assertThat(channel.messageCount(queue + ".retry")).isZero();
    }

    @Test
    void anExchangeThatIsNotThereIsADeployFaultNotABlackHole() throws Exception {
        Outcome outcome = handler(server.orElseThrow().uri(), new DoneWhen.Published(), false)
                .handle(BrokerDeliveries.of(1, 1));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class,
                        fault -> assertThat(fault.error()).contains("no exchange 'x." + queue + "'"));
    }

    @Test
    void aMessageThatNoQueueTakesIsADeployFaultNotABlackHole() throws Exception {
        channel().exchangeDeclare("x." + queue, "direct", true);
        Outcome outcome = handler(server.orElseThrow().uri(), new DoneWhen.Published(), false)
                .handle(BrokerDeliveries.of(1, 1));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class,
                        fault -> assertThat(fault.error()).contains("NO_ROUTE"));
    }

    @Test
    void aQueueThatIsDeclaredOtherwiseIsADeployFaultThatNamesIt() throws Exception {
        channel().queueDeclare(queue, true, false, false, Map.of());
        Outcome outcome = handler(new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 1));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class,
                        fault -> assertThat(fault.error()).contains(queue));
    }

    @Test
    void aWrongPasswordIsADeployFaultThatDoesNotNameIt() throws Exception {
        URI wrong = URI.create(server.orElseThrow().uri().toString().replace("guest:guest", "guest:s3cret"));
        Outcome outcome = handler(wrong, new DoneWhen.Published(), true).handle(BrokerDeliveries.of(1, 1));
        assertThat(outcome).isInstanceOf(Outcome.Misconfigured.class).asString().doesNotContain("s3cret");
    }

    @Test
    void aBrokerThatIsNotThereHasNothingAndTheTaskIsTriedAgain() throws Exception {
        URI nobody = URI.create("amqp://guest:guest@127.0.0.1:" + RabbitServer.freePort() + "/%2F");
        assertThat(handler(nobody, new DoneWhen.Published(), true).handle(BrokerDeliveries.of(1, 1)))
                .isInstanceOf(Outcome.Retry.class);
    }

    @Test
    void depthsAndConsumersAreRead() throws Exception {
        Handler handler = handler(new DoneWhen.Published());
        handler.handle(BrokerDeliveries.of(1, 1));
        handler.handle(BrokerDeliveries.of(2, 1));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(handler.readings())
                        .containsEntry("ready", 2.0)
                        .containsEntry("consumers", 0.0)
                        .containsEntry("manual", 0.0));
    }

    @Test
    void whatConsumersHoldUnacknowledgedIsReadFromTheManagementApi() throws Exception {
        Handler handler = handler(new DoneWhen.Published());
        handler.handle(BrokerDeliveries.of(1, 1));
        channel().basicConsume(queue, false, (_, _) -> {}, _ -> {});
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(handler.readings())
                        .containsEntry("unacknowledged", 1.0)
                        .containsEntry("ready", 0.0)
                        .containsEntry("consumers", 1.0));
    }

    @Test
    void aBrokerKilledInTheMiddleIsFoundAgainAndKeepsWhatItConfirmed() throws Exception {
        Handler handler = handler(result(Duration.ofMillis(50)));
        assertThat(handler.handle(BrokerDeliveries.of(1, 1))).isInstanceOf(Outcome.Unknown.class);
        server.orElseThrow().kill();
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(handler.handle(BrokerDeliveries.of(2, 1))).isInstanceOf(Outcome.Retry.class));
        server.orElseThrow().restart();
        consumer(channel(), "\"result\":\"done\"");
        await().atMost(SOON).until(() -> late.settled.containsKey(1L));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(handler.handle(BrokerDeliveries.of(3, 1)))
                        .isInstanceOfAny(Outcome.Done.class, Outcome.Unknown.class));
    }
}
