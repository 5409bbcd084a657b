package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DeliverCallback;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import tallygate.brokers.RabbitServer;
import tallygate.brokers.RedisServer;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** Signed callbacks go through the packaged gateway and a real broker to a consumer, and its word ends their tasks. */
class BrokersIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int CALLBACKS = 60;

    @TempDir
    private Path folder;

    private final TestDatabase database = TestDatabases.embedded();
    private final Rows rows = new Rows(database);
    private final Sender sender = new Sender();

    private RunningGateway gateway(String handler) throws Exception {
        return new RunningGateway(folder, """
            database: { url: "%s", username: %s, password: "%s" }
            mode: development
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders:
                handler: %s
                retry: { schedule: [1s, 2s, 4s, 8s, 16s, 16s, 16s], jitter: 20%% }
            """.formatted(
                                database.settings().url(),
                                database.settings().username(),
                                database.settings().password(),
                                Sender.SECRET,
                                handler))
                .awaitReady();
    }

    private void allSent(RunningGateway gateway) throws Exception {
        for (int i = 0; i < CALLBACKS; i++) {
            assertThat(sender.send(gateway, "evt_" + i).status()).isEqualTo(200);
        }
    }

    private void allDone() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(rows.byEvent().values())
                        .hasSize(CALLBACKS)
                        .allSatisfy(row -> assertThat(row.status()).isEqualTo(2)));
    }

    @Test
    @Tag("F-47")
    void tasksGoThroughRabbitMqAndEndByTheirConsumersWordAlsoOverACrashOfTheBroker() throws Exception {
        Optional<RabbitServer> found = RabbitServer.start(folder.resolve("rabbit"));
        assumeTrue(found.isPresent(), "no RabbitMQ here: Debian's rabbitmq-server is not installed");
        try (RabbitServer rabbit = found.get();
                RunningGateway gateway = gateway(
                        "{ kind: amqp, url: \"%s\", queue: orders, retry-delay: 500ms, result-wait: 1s, result-within: 3s }"
                                .formatted(rabbit.uri()))) {
            allSent(gateway);
            // Nobody consumes yet, and the broker dies with what it has.
            rabbit.kill();
            rabbit.restart();
            Map<String, Integer> effects = new ConcurrentHashMap<>();
            try (Connection connection = rabbit.connect()) {
                consume(connection.openChannel().orElseThrow(), effects);
                allDone();
            }
            assertThat(effects.keySet()).hasSize(CALLBACKS);
            assertThat(gateway.get("/metrics").body()).contains("tallygate_handler_reading{");
        }
    }

    /** Fails each third message once, as a consumer does whose shop is busy: the broker brings it again. */
    private static void consume(Channel channel, Map<String, Integer> effects) throws Exception {
        Set<String> failedOnce = ConcurrentHashMap.newKeySet();
        DeliverCallback work = (_, message) -> {
            String task = message.getProperties().getCorrelationId();
            String key =
                    message.getProperties().getHeaders().get("Idempotency-Key").toString();
            if (Long.parseLong(task) % 3 == 0 && failedOnce.add(task)) {
                channel.basicReject(message.getEnvelope().getDeliveryTag(), false);
                return;
            }
            effects.merge(key, 1, Integer::sum);
            channel.basicPublish(
                    "",
                    message.getProperties().getReplyTo(),
                    null,
                    "{\"taskId\":\"%s\",\"resultToken\":\"%s\",\"result\":\"done\"}"
                            .formatted(
                                    task, message.getProperties().getHeaders().get("tallygate-result-token"))
                            .getBytes(StandardCharsets.UTF_8));
            channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
        };
        channel.basicQos(8);
        channel.basicConsume("orders", false, work, _ -> {});
    }

    @Test
    void tasksGoThroughRedisAndNothingIsLostWhenRedisForgetsEverything() throws Exception {
        Optional<RedisServer> found = RedisServer.start(folder);
        assumeTrue(found.isPresent(), "no Redis here: Debian's redis-server is not installed");
        try (RedisServer redis = found.get();
                RunningGateway gateway = gateway(
                        "{ kind: redis, url: \"%s\", queue: orders, timeout: 1s, result-wait: 1s, result-within: 3s }"
                                .formatted(redis.uri()))) {
            allSent(gateway);
            redis.kill();
            redis.restart();
            Thread consumer = Thread.ofVirtual().start(() -> consume(redis));
            allDone();
            consumer.interrupt();
            consumer.join();
        }
    }

    private static void consume(RedisServer redis) {
        try (RedisClient client = redis.client()) {
            while (!Thread.currentThread().isInterrupted()) {
                var message = client.brpop(1, "orders");
                if (message != null) {
                    String task = message.get(1).replaceFirst(".*\"taskId\":\"(\\d+)\".*", "$1");
                    String token = message.get(1).replaceFirst(".*\"resultToken\":\"([^\"]+)\".*", "$1");
                    client.lpush(
                            "orders:results",
                            "{\"taskId\":\"%s\",\"resultToken\":\"%s\",\"result\":\"done\"}".formatted(task, token));
                }
            }
        }
    }
}
