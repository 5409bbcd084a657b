package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.signature.Header;

/** What a sender gets back, and what becomes of its connection. */
@ExtendWith(NoBufferLeaks.class)
class AnswersTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

    @Test
    void anAnswerHasStatusTypeLengthAndDateAndNoBanner() {
        var reply = new HttpReply(
                201, List.of(new Header("X-Mine", "yes")), "text/xml", "<ok/>".getBytes(StandardCharsets.US_ASCII));
        try (Edge edge = Edge.with(_ -> {}, (_, r) -> r.send(reply));
                RawClient client = edge.connect()) {
            RawAnswer answer = client.send(GET).answer();
            assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 201 Created");
            assertThat(answer.headerLines())
                    .containsExactly(
                            "X-Mine: yes",
                            "Content-Type: text/xml",
                            "Content-Length: 5",
                            "Date: Sun, 01 Mar 2026 12:00:00 GMT");
            assertThat(answer.body()).isEqualTo("<ok/>");
        }
    }

    @Test
    void theAnswerToHeadHasTheLengthOfABodyAndNoBody() {
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            client.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n" + GET);
            assertThat(client.answerTo("HEAD").header("Content-Length")).isEqualTo("6");
            assertThat(client.answer().body()).isEqualTo("/a 0");
        }
    }

    @ParameterizedTest
    @CsvSource({"204", "304"})
    void anAnswerWithoutContentHasNoLength(int status) {
        try (Edge edge = Edge.with(_ -> {}, (_, r) -> r.send(HttpReply.empty(status)));
                RawClient client = edge.connect()) {
            client.send(GET + GET);
            assertThat(client.answer().header("Content-Length")).isEmpty();
            assertThat(client.answer().status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1, , true, ''",
        "HTTP/1.1, close, false, close",
        "HTTP/1.1, 'x, Close', false, close",
        "HTTP/1.1, keep-alive, true, ''",
        "HTTP/1.1, 'keep-alive, close', false, close",
        "HTTP/1.0, , false, close",
        "HTTP/1.0, keep-alive, true, keep-alive",
        "HTTP/1.0, Keep-Alive, true, keep-alive",
        "HTTP/1.0, close, false, close"
    })
    void aConnectionGoesOnAsVersionAndSenderWant(String version, String connection, boolean goesOn, String told) {
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            String header = connection == null ? "" : "Connection: " + connection + "\r\n";
            client.send("GET /a " + version + "\r\nHost: a\r\n" + header + "\r\n");
            assertThat(client.answer().header("Connection")).isEqualTo(told);
            assertThat(goesOn ? !client.isSilentFor(1) : client.isClosedByListener())
                    .isEqualTo(!goesOn);
        }
    }

    @Test
    void http10NeedsNoHost() {
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            assertThat(client.send("OPTIONS / HTTP/1.0\r\n\r\n").answer().status())
                    .isEqualTo(200);
            assertThat(edge.requests.getFirst().authority()).isEmpty();
        }
    }

    @Test
    void aConnectionEndsAfterItsNumberOfRequests() {
        try (Edge edge = Edge.answering(s -> s.connections = new ConnectionLimits(9, 9, 9, 3, Duration.ofHours(1)));
                RawClient client = edge.connect()) {
            client.send(GET + GET + GET + GET);
            assertThat(client.answer().header("Connection")).isEmpty();
            assertThat(client.answer().header("Connection")).isEmpty();
            assertThat(client.answer().header("Connection")).isEqualTo("close");
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.requests).hasSize(3);
        }
    }

    @Test
    void aConnectionEndsWithItsFirstAnswerAfterItsAge() {
        try (Edge edge =
                        Edge.answering(s -> s.connections = new ConnectionLimits(9, 9, 9, 99, Duration.ofSeconds(60)));
                RawClient client = edge.connect()) {
            assertThat(client.send(GET).answer().header("Connection")).isEmpty();
            edge.passes(Duration.ofSeconds(60));
            assertThat(client.send(GET).answer().header("Connection")).isEqualTo("close");
        }
    }

    @Test
    void aHandlerThatThrowsIsAnsweredWith500AndTheConnectionGoesOn() {
        try (Edge edge = Edge.with(_ -> {}, (request, reply) -> {
                    if (request.target().equals("/bad")) {
                        throw new IllegalStateException("no secret of a handler reaches the sender");
                    }
                    reply.send(Edge.echo(request));
                });
                RawClient client = edge.connect()) {
            client.send("GET /bad HTTP/1.1\r\nHost: a\r\n\r\n" + GET);
            RawAnswer failed = client.answer();
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.body()).isEqualTo("internal error\n");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(edge.count("handler.failures")).isEqualTo(1);
            assertThat(edge.listener.requestsInFlight()).isZero();
        }
    }

    @Test
    void aSecondAnswerToOneRequestIsABugOfTheHandlerAndNeverReachesTheSender() {
        try (Edge edge = Edge.with(_ -> {}, (request, reply) -> {
                    reply.send(Edge.echo(request));
                    reply.send(HttpReply.text(200, "twice"));
                });
                RawClient client = edge.connect()) {
            client.send(GET + GET);
            assertThat(client.answer().body()).isEqualTo("/a 0");
            assertThat(client.answer().body()).isEqualTo("/a 0");
        }
    }

    @Test
    void aLargeAnswerArrivesWhole() {
        String large = "x".repeat(3_000_000);
        try (Edge edge = Edge.with(_ -> {}, (_, reply) -> reply.send(HttpReply.text(200, large)));
                RawClient client = edge.connect()) {
            client.send(GET + GET);
            assertThat(client.answer().body()).isEqualTo(large);
            assertThat(client.answer().body()).isEqualTo(large);
        }
    }

    @Test
    void answersAndBytesAreCounted() {
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            client.send(GET).answer();
            client.send("GET /a HTTP/1.1\r\n\r\n").answer();
            await().until(() -> edge.listener.openConnections() == 1);
            assertThat(edge.count("requests", "status", "2xx")).isEqualTo(1);
            assertThat(edge.count("requests", "status", "4xx")).isEqualTo(1);
            assertThat(edge.count("requests.refused", "reason", "host")).isEqualTo(1);
            assertThat(edge.count("received.bytes")).isEqualTo(GET.length() + 19);
            assertThat(edge.count("sent.bytes")).isGreaterThan(100);
        }
    }
}
