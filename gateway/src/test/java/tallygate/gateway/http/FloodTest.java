package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many hostile or merely many senders at once: memory stays in its bounds and honest ones are served. */
@ExtendWith(NoBufferLeaks.class)
class FloodTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final long GROWTH_MAX = 32L << 20;

    @Test
    @Tag("O-005")
    @Tag("T-14")
    void twoHundredBombsAreRefusedWhileAnHonestSenderIsServed() {
        try (Edge edge = Edge.answering();
                RawClient honest = edge.connect()) {
            long before = Buffers.directBytes();
            String bomb = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Encoding: br\r\nContent-Length: 100000\r\n\r\n";
            List<RawClient> flood = open(edge, 200);
            flood.forEach(client -> client.send(bomb + "\u001b".repeat(50_000)));
            assertThat(honest.send(GET).answer().status()).isEqualTo(200);
            flood.forEach(client -> assertThat(client.answer().status()).isEqualTo(415));
            assertThat(Buffers.directBytes() - before).isLessThan(GROWTH_MAX);
            assertThat(edge.gauge("bodies.in.flight.bytes")).isZero();
            flood.forEach(RawClient::close);
            assertThat(edge.requests).hasSize(1);
        }
    }

    @Test
    @Tag("T-13")
    void threeHundredBodiesThatNeverEndHoldNoMoreThanTheirBudget() {
        long budget = 2L << 20;
        try (Edge edge =
                Edge.answering(s -> s.requests = new RequestLimits(4_096, 8_192, 64, 262_144, budget, 1_000))) {
            String half = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(20_000);
            List<RawClient> flood = open(edge, 300);
            flood.forEach(client -> client.trySend(half));
            await().until(() -> edge.count("requests.refused", "reason", "body-memory") > 100);
            assertThat(edge.gauge("bodies.in.flight.bytes")).isLessThanOrEqualTo((double) budget);
            flood.forEach(RawClient::close);
            await().until(() -> edge.gauge("bodies.in.flight.bytes") == 0);
            try (RawClient honest = edge.connect()) {
                assertThat(honest.send(GET).answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    @Tag("T-11")
    void halfHeadsOfFiveHundredSendersTakeLittleMemoryAndAreGoneAtTheDeadline() {
        try (Edge edge = Edge.answering()) {
            long before = Buffers.directBytes();
            List<RawClient> flood = open(edge, 500);
            flood.forEach(client -> client.send("POST /a HTTP/1.1\r\nX: " + "y".repeat(4_000)));
            await().until(() -> edge.count("received.bytes") >= 500 * 4_000);
            assertThat(Buffers.directBytes() - before).isLessThan(GROWTH_MAX);
            edge.passes(Duration.ofSeconds(5));
            await().until(() -> edge.count("requests.refused", "reason", "head-timeout") == 500);
            flood.forEach(RawClient::close);
            await().until(() -> edge.listener.openConnections() == 0);
        }
    }

    @Test
    void oneThreadAnswersManyConnectionsAtOnce() {
        try (Edge edge = Edge.holding(s -> s.threads = 2)) {
            List<RawClient> clients = open(edge, 64);
            clients.forEach(client -> client.send(GET));
            edge.waitFor(63);
            edge.waiting.forEach(reply -> reply.send(HttpReply.text(200, "committed")));
            clients.forEach(client -> assertThat(client.answer().body()).isEqualTo("committed"));
            assertThat(edge.listener.requestsInFlight()).isZero();
            clients.forEach(RawClient::close);
        }
    }

    @Test
    @Tag("F-14")
    void aLoopThatIsStuckShowsInItsLag() {
        var gate = new CountDownLatch(1);
        try (Edge edge = Edge.with(_ -> {}, (request, reply) -> {
                    await().until(() -> gate.getCount() == 0);
                    reply.send(Edge.echo(request));
                });
                RawClient client = edge.connect()) {
            client.send(GET);
            edge.waitFor(0);
            edge.passes(Duration.ofSeconds(3));
            assertThat(edge.listener.eventLoopLag()).isGreaterThan(Duration.ofMillis(2_800));
            assertThat(edge.gauge("event.loop.lag.seconds")).isGreaterThan(2.8);
            gate.countDown();
            assertThat(client.answer().status()).isEqualTo(200);
            await().until(() -> edge.listener.eventLoopLag().isZero());
        }
    }

    private static List<RawClient> open(Edge edge, int count) {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(RawClient.to(edge.listener.boundAddress()));
        }
        return clients;
    }
}
