package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.handler.DoneWhen;
import tallygate.callback.handler.Handler;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.Handlers;
import tallygate.callback.handler.KafkaConfig;
import tallygate.callback.handler.LateResults;
import tallygate.signature.RawRequest;

/** What the Kafka handler makes of a real broker and its consumers. */
class KafkaTest {
    private static KafkaBroker broker;

    private final BlockingQueue<Long> late = new LinkedBlockingQueue<>();

    @BeforeAll
    static void start(@TempDir(cleanup = CleanupMode.NEVER) Path folder) throws Exception {
        broker = new KafkaBroker(folder);
        broker.create("plain", "told", "told.results", "late", "late.results");
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    private Handler handler(String topic, DoneWhen doneWhen) {
        LateResults book = (task, _, _) -> {
            late.add(task);
            return LateResults.Taken.APPLIED;
        };
        return Handlers.of(
                new KafkaConfig(broker.servers(), topic, Map.of(), doneWhen, Duration.ofSeconds(10)),
                new HandlerTools(InstantSource.system(), System::nanoTime, new Random(1), book));
    }

    private static DoneWhen result(Duration longest) {
        return new DoneWhen.Result(longest, Duration.ofMinutes(10));
    }

    private static Delivery delivery(long task) {
        byte[] content = "{}".getBytes(StandardCharsets.UTF_8);
        return new Delivery(
                task,
                "shop",
                "shop-stripe",
                "stripe",
                "orders",
                "payment",
                "order-7",
                "evt_" + task,
                "paid",
                "shop:paid:" + task,
                OptionalLong.of(1099),
                "USD",
                1,
                1,
                Instant.parse("2026-11-30T10:00:00Z"),
                "shop:paid:" + task,
                "",
                new RawRequest("POST", "https", "pay.example", "/callbacks/shop", List.of(), content, "192.0.2.1"),
                content);
    }

    private static KafkaConsumer<String, String> consumer(String topic) {
        var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers",
                        broker.servers(),
                        "group.id",
                        "shop",
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        "false"),
                new StringDeserializer(),
                new StringDeserializer());
        consumer.subscribe(List.of(topic));
        return consumer;
    }

    private static ConsumerRecord<String, String> next(KafkaConsumer<String, String> consumer) {
        for (int i = 0; i < 60; i++) {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                return record;
            }
        }
        throw new AssertionError("nothing came within a minute");
    }

    private static String done(String task, ConsumerRecord<String, String> message) {
        String token = new String(
                message.headers().lastHeader("tallygate-result-token").value(), StandardCharsets.UTF_8);
        return "{\"taskId\":\"" + task + "\",\"resultToken\":\"" + token + "\",\"result\":\"done\"}";
    }

    private static void tell(String topic, String json) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.servers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, json)).get();
        }
    }

    @Test
    void aTaskIsAMessageKeyedByItsBusinessId() throws Exception {
        try (Handler handler = handler("plain", new DoneWhen.Published());
                KafkaConsumer<String, String> consumer = consumer("plain")) {
            assertThat(handler.handle(delivery(1))).isInstanceOf(Outcome.Done.class);
            ConsumerRecord<String, String> message = next(consumer);
            assertThat(message.key()).isEqualTo("order-7");
            assertThat(message.value()).contains("\"taskId\":\"1\"");
            assertThat(new String(
                            message.headers().lastHeader("Idempotency-Key").value(), StandardCharsets.UTF_8))
                    .isEqualTo("shop:paid:1");
        }
    }

    @Test
    void theTaskIsDoneWhenItsConsumerSaysSo() throws Exception {
        try (Handler handler = handler("told", result(Duration.ofSeconds(60)))) {
            Thread consumer = Thread.ofPlatform().start(() -> {
                try (KafkaConsumer<String, String> shop = consumer("told")) {
                    tell("told.results", done("2", next(shop)));
                    shop.commitSync();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(handler.handle(delivery(2))).isInstanceOf(Outcome.Done.class);
            consumer.join();
        }
    }

    @Test
    void aLateResultGoesToTheStore() throws Exception {
        try (Handler handler = handler("late", result(Duration.ofMillis(20)))) {
            assertThat(handler.handle(delivery(3))).isInstanceOf(Outcome.Unknown.class);
            tell("late.results", "{\"taskId\":\"3\",\"result\":\"done\"}");
            try (KafkaConsumer<String, String> shop = consumer("late")) {
                tell("late.results", done("3", next(shop)));
            }
            assertThat(late.poll(60, TimeUnit.SECONDS)).isEqualTo(3L);
        }
    }

    @Test
    void aTopicThatIsNotThereHasNothing() throws Exception {
        try (Handler handler = handler("nowhere", new DoneWhen.Published())) {
            assertThat(handler.handle(delivery(4))).isInstanceOfAny(Outcome.Misconfigured.class, Outcome.Retry.class);
        }
    }
}
