package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Slow and silent senders, with a clock ticked by hand. */
@ExtendWith(NoBufferLeaks.class)
class DeadlinesTest {
    private static final String POST = "POST /a HTTP/1.1\r\nHost: a\r\n";
    private static final Deadlines LIMITS = new Deadlines(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            512,
            Duration.ofSeconds(4),
            Duration.ofSeconds(75),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));

    private static Edge edge() {
        return Edge.answering(s -> s.deadlines = LIMITS);
    }

    @Test
    @Tag("T-11")
    void aByteNowAndThenDoesNotExtendTheTimeForAHead() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            for (char c : "GET / HT".toCharArray()) {
                edge.send(client, String.valueOf(c));
                edge.passes(Duration.ofMillis(600));
            }
            edge.passes(Duration.ofMillis(200));
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.count("requests.refused", "reason", "head-timeout")).isEqualTo(1);
        }
    }

    @Test
    void aConnectionThatAsksNothingIsClosedWithoutAnAnswer() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            edge.passes(Duration.ofSeconds(5));
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.count("connections.expired", "phase", "head")).isEqualTo(1);
            assertThat(edge.count("requests", "status", "4xx")).isZero();
        }
    }

    @Test
    void theTimeForALaterHeadBeginsWithItsFirstByte() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            client.send(POST + "\r\n").answer();
            edge.passes(Duration.ofSeconds(74));
            edge.send(client, "GET ");
            edge.passes(Duration.ofSeconds(4));
            client.send("/late HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("/late 0");
        }
    }

    @Test
    @Tag("O-122")
    @Tag("F-07")
    void anIdleConnectionIsClosedAfterTheIdleTimeAndNotBefore() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            client.send(POST + "\r\n").answer();
            edge.passes(Duration.ofSeconds(74));
            assertThat(client.isSilentFor(250)).isTrue();
            edge.passes(Duration.ofSeconds(1));
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.count("connections.expired", "phase", "idle")).isEqualTo(1);
        }
    }

    @Test
    void aBodyThatStopsIsGivenUp() {
        try (Edge edge = Edge.answering(s -> s.deadlines = withoutRate());
                RawClient client = edge.connect()) {
            edge.send(client, POST + "Content-Length: 10\r\n\r\nhello");
            edge.passes(Duration.ofSeconds(9));
            assertThat(client.isSilentFor(250)).isTrue();
            edge.passes(Duration.ofSeconds(1));
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isClosedByListener()).isTrue();
        }
    }

    @Test
    @Tag("T-11")
    void aBodyBelowTheLeastRateIsGivenUpEarly() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            edge.send(client, POST + "Content-Length: 100000\r\n\r\n" + "x".repeat(1_023));
            edge.passes(Duration.ofMillis(1_999));
            assertThat(client.isSilentFor(250)).isTrue();
            edge.passes(Duration.ofMillis(1));
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(edge.count("requests.refused", "reason", "body-too-slow"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aBodyAtTheLeastRateIsWaitedFor() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            edge.send(client, POST + "Content-Length: 4096\r\n\r\n");
            for (int i = 0; i < 7; i++) {
                edge.send(client, "x".repeat(512));
                edge.passes(Duration.ofSeconds(1));
                assertThat(client.isSilentFor(120)).isTrue();
            }
            client.send("x".repeat(512));
            assertThat(client.answer().body()).isEqualTo("/a 4096");
        }
    }

    @Test
    void aRequestWithoutAnAnswerInTimeGets503AndALateAnswerIsDropped() {
        try (Edge edge = Edge.holding(s -> s.deadlines = LIMITS);
                RawClient client = edge.connect()) {
            client.send(POST + "Content-Length: 2\r\n\r\nhi");
            RequestHandler.Reply reply = edge.waitFor(0);
            edge.passes(Duration.ofMillis(3_999));
            assertThat(client.isSilentFor(250)).isTrue();
            edge.passes(Duration.ofMillis(1));
            RawAnswer answer = client.answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isNotEmpty();
            assertThat(answer.header("Connection")).isEmpty();

            reply.send(HttpReply.text(200, "too late"));
            await().until(() -> edge.count("answers.late") == 1);
            assertThat(edge.listener.requestsInFlight()).isZero();
            client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n");
            edge.waitFor(1).send(HttpReply.text(200, "next"));
            assertThat(client.answer().body()).isEqualTo("next");
        }
    }

    @Test
    @Tag("T-11")
    void aSenderThatDoesNotReadItsAnswersIsCutOff() {
        String large = "x".repeat(1_000_000);
        try (Edge edge = Edge.with(s -> s.deadlines = LIMITS, (_, r) -> r.send(HttpReply.text(200, large)));
                RawClient client = edge.connect()) {
            client.send((POST + "\r\n").repeat(60));
            await().until(() -> edge.requests.size() > 1);
            await().during(Duration.ofMillis(200)).until(() -> edge.requests.size() < 60);
            edge.passes(Duration.ofSeconds(10));
            await().until(() -> edge.listener.openConnections() == 0);
            assertThat(edge.count("connections.expired", "phase", "write")).isEqualTo(1);
            assertThat(edge.count("clients.gone")).isPositive();
        }
    }

    @Test
    void aSenderThatNeverClosesAfterItsLastAnswerIsClosed() {
        try (Edge edge = edge();
                RawClient client = edge.connect()) {
            client.send("GET / HTTP/1.1\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(400);
            edge.send(client, "more and more");
            assertThat(edge.listener.openConnections()).isEqualTo(1);
            edge.passes(Duration.ofSeconds(5));
            await().until(() -> edge.listener.openConnections() == 0);
        }
    }

    @Test
    @Tag("O-121")
    @Tag("T-11")
    void aHundredSlowSendersGoWhileOthersAreServed() {
        try (Edge edge = edge();
                RawClient honest = edge.connect()) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                RawClient client = RawClient.to(edge.listener.boundAddress());
                slow.add(client.send("POST / HTTP/1.1\r\nX"));
            }
            await().until(() -> edge.count("received.bytes") >= 100 * 18);
            for (int second = 0; second < 6; second++) {
                assertThat(honest.send(POST + "\r\n").answer().status()).isEqualTo(200);
                slow.forEach(client -> client.trySend("-"));
                edge.passes(Duration.ofSeconds(1));
            }
            slow.forEach(client -> assertThat(client.answer().status()).isEqualTo(408));
            slow.forEach(RawClient::close);
            await().untilAsserted(
                            () -> assertThat(edge.listener.openConnections()).isEqualTo(1));
        }
    }

    private static Deadlines withoutRate() {
        return new Deadlines(
                LIMITS.head(), LIMITS.body(), 0, LIMITS.answer(), LIMITS.idle(), LIMITS.write(), LIMITS.linger());
    }
}
