package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several requests on one connection, sent without waiting. */
@ExtendWith(NoBufferLeaks.class)
class PipeliningTest {
    @Test
    @Tag("O-126")
    void theSecondRequestWaitsForTheFirstAnswerAndAnswersComeInOrder() {
        try (Edge edge = Edge.holding(_ -> {});
                RawClient client = edge.connect()) {
            client.send(request("one", "1") + request("two", "22") + request("three", "333"));
            for (int i = 0; i < 3; i++) {
                RequestHandler.Reply reply = edge.waitFor(i);
                assertThat(edge.requests).hasSize(i + 1);
                reply.send(Edge.echo(edge.requests.get(i)));
            }
            assertThat(client.answer().body()).isEqualTo("/one 1");
            assertThat(client.answer().body()).isEqualTo("/two 2");
            assertThat(client.answer().body()).isEqualTo("/three 3");
        }
    }

    @Test
    void aHundredRequestsInOneWriteGetAHundredAnswersInOrder() {
        try (Edge edge = Edge.answering();
                RawClient client = edge.connect()) {
            var all = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                all.append(request("r" + i, "x".repeat(i)));
            }
            client.send(all.toString());
            for (int i = 0; i < 100; i++) {
                assertThat(client.answer().body()).isEqualTo("/r" + i + " " + i);
            }
        }
    }

    @Test
    void aSenderThatGoesOnWhileItsRequestWaitsIsHeldBackByTheKernel() {
        try (Edge edge = Edge.holding(_ -> {});
                RawClient client = edge.connect()) {
            edge.send(client, request("first", ""));
            edge.waitFor(0);
            var sent = new AtomicInteger();
            Thread pusher = Thread.ofVirtual().start(() -> {
                String more = request("more", "x".repeat(1_000)).repeat(64);
                while (sent.get() < 64_000_000 && client.trySend(more)) {
                    sent.addAndGet(more.length());
                }
            });
            await().until(() -> edge.count("received.bytes") > 8_192);
            double read = edge.count("received.bytes");
            assertThat(client.isSilentFor(300)).isTrue();
            assertThat(edge.count("received.bytes") - read).isLessThan(200_000);
            assertThat(edge.requests).hasSize(1);
            client.close();
            await().until(() -> !pusher.isAlive());
        }
    }

    private static String request(String name, String body) {
        return "POST /" + name + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
