package tallygate.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;
import tallygate.callback.Outcome;
import tallygate.callback.handler.DoneWhen;
import tallygate.callback.handler.Handler;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.Handlers;
import tallygate.callback.handler.RedisConfig;

/** What the handler makes of each thing a real Redis and its consumers can do. */
class RedisTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static Optional<RedisServer> server = Optional.empty();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final LateBook late = new LateBook();
    private String queue;
    private RedisClient shop;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        server = RedisServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.ifPresent(RedisServer::close);
    }

    @BeforeEach
    void needsTheServer(TestInfo test) {
        assumeTrue(server.isPresent(), "no Redis here: Debian's redis-server is not installed");
        queue = test.getTestMethod().orElseThrow().getName();
        shop = server.orElseThrow().client();
        open.add(shop);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private Handler handler(DoneWhen doneWhen) {
        return handler(server.orElseThrow().uri(), doneWhen);
    }

    private Handler handler(URI uri, DoneWhen doneWhen) {
        Handler handler = Handlers.of(
                new RedisConfig(uri, queue, doneWhen, Duration.ofSeconds(1)),
                new HandlerTools(InstantSource.system(), System::nanoTime, new Random(1), late));
        open.add(handler);
        return handler;
    }

    /** As a consumer tells it that got this message. */
    private static String result(String task, String message, String result) {
        String token = message.replaceFirst(".*\"resultToken\":\"([^\"]+)\".*", "$1");
        return "{\"taskId\":\"" + task + "\",\"resultToken\":\"" + token + "\"," + result + "}";
    }

    private static DoneWhen result(Duration longest) {
        return new DoneWhen.Result(longest, Duration.ofMinutes(10));
    }

    @Test
    void aPushedTaskIsAMessageOfTheList() throws Exception {
        assertThat(handler(new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 1)))
                .isInstanceOf(Outcome.Done.class);
        assertThat(shop.rpop(queue)).contains("\"taskId\":\"1\"", "\"effectKey\":\"shop:paid:1\"");
    }

    @Test
    void theTaskIsDoneWhenItsConsumerSaysSo() throws Exception {
        Handler handler = handler(result(SOON));
        Thread consumer = Thread.ofVirtual().start(() -> {
            String message = shop.brpop(10, queue).get(1);
            shop.lpush(queue + ":results", result("5", message, "\"result\":\"done\""));
        });
        assertThat(handler.handle(BrokerDeliveries.of(5, 1))).isInstanceOf(Outcome.Done.class);
        consumer.join();
        await().atMost(SOON).until(() -> shop.llen(queue + ":results:taken") == 0);
    }

    @Test
    void aLateResultGoesToTheStoreAndIsKeptWhileTheStoreIsAway() throws Exception {
        Handler handler = handler(result(Duration.ofMillis(20)));
        assertThat(handler.handle(BrokerDeliveries.of(6, 1))).isInstanceOf(Outcome.Unknown.class);
        late.isAway = true;
        String message = shop.rpop(queue);
        shop.lpush(queue + ":results", "{\"taskId\":\"6\",\"result\":\"done\"}");
        shop.lpush(queue + ":results", result("6", message, "\"result\":\"permanent\",\"error\":\"no such order\""));
        await().atMost(SOON)
                .until(() -> shop.llen(queue + ":results:taken") == 1 && shop.llen(queue + ":results") == 0);
        late.isAway = false;
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(late.settled.get(6L)).isEqualTo(new Outcome.Permanent("no such order")));
        await().atMost(SOON)
                .until(() -> shop.llen(queue + ":results:taken") == 0 && shop.llen(queue + ":results") == 0);
    }

    @Test
    void whatAConsumerDelayedGoesBackIntoTheListWhenItIsDue() throws Exception {
        handler(result(Duration.ofMillis(20)));
        long now = InstantSource.system().instant().getEpochSecond();
        shop.zadd(queue + ":delay", (double) (now - 5), "{\"taskId\":\"7\",\"retryCount\":1}");
        shop.zadd(queue + ":delay", (double) (now + 3600), "{\"taskId\":\"8\",\"retryCount\":1}");
        await().atMost(SOON).until(() -> shop.llen(queue) == 1);
        assertThat(shop.rpop(queue)).contains("\"7\"");
        assertThat(shop.zcard(queue + ":delay")).isEqualTo(1);
    }

    @Test
    void aThousandDueMessagesAreMovedOnceEachByTwoNodes() throws Exception {
        for (int i = 0; i < 1000; i++) {
            shop.zadd(queue + ":delay", i, "{\"taskId\":\"" + (i + 1) + "\"}");
        }
        handler(result(Duration.ofMillis(20)));
        handler(result(Duration.ofMillis(20)));
        await().atMost(SOON).until(() -> shop.zcard(queue + ":delay") == 0);
        assertThat(shop.lrange(queue, 0, -1)).hasSize(1000).doesNotHaveDuplicates();
    }

    @Test
    void whatRedisLosesIsPushedAgainBecauseItsOutcomeIsUnknown() throws Exception {
        Handler handler = handler(result(Duration.ofMillis(20)));
        assertThat(handler.handle(BrokerDeliveries.of(9, 1))).isInstanceOf(Outcome.Unknown.class);
        server.orElseThrow().kill();
        assertThat(handler.handle(BrokerDeliveries.of(10, 1)))
                .isInstanceOfAny(Outcome.Retry.class, Outcome.Unknown.class);
        server.orElseThrow().restart();
        shop = server.orElseThrow().client();
        open.add(shop);
        assertThat(shop.llen(queue)).isZero();
        // A pooled connection from before the crash may cost a try or two, each of them unknown.
        await().atMost(SOON).until(() -> {
            assertThat(handler.handle(BrokerDeliveries.of(9, 2))).isInstanceOf(Outcome.Unknown.class);
            return shop.llen(queue) > 0;
        });
        assertThat(shop.lrange(queue, 0, -1))
                .anySatisfy(message -> assertThat(message).contains("\"taskId\":\"9\""));
    }

    @Test
    void aListThatIsNoneIsADeployFault() throws Exception {
        shop.set(queue, "a string");
        assertThat(handler(new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 1)))
                .isInstanceOfSatisfying(
                        Outcome.Misconfigured.class,
                        fault -> assertThat(fault.error()).contains("WRONGTYPE"));
    }

    @Test
    void aRedisThatIsNotThereHasNothing() throws Exception {
        URI nobody = URI.create("redis://127.0.0.1:" + RabbitServer.freePort());
        assertThat(handler(nobody, new DoneWhen.Published()).handle(BrokerDeliveries.of(1, 1)))
                .isInstanceOf(Outcome.Retry.class);
    }

    @Test
    void depthsAreRead() throws Exception {
        Handler handler = handler(new DoneWhen.Published());
        handler.handle(BrokerDeliveries.of(1, 1));
        shop.zadd(queue + ":delay", 4e9, "x");
        assertThat(handler.readings())
                .containsEntry("ready", 1.0)
                .containsEntry("retrying", 1.0)
                .containsEntry("manual", 0.0);
    }
}
