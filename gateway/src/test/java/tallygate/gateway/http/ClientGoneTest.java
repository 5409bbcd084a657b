package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Senders that leave before their answer, on every transport this machine has. */
@ExtendWith(NoBufferLeaks.class)
class ClientGoneTest {
    private static final String POST = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi";

    private static Edge holding(Transport transport) {
        return Edge.holding(s -> s.transport = transport.isAvailable() ? transport : Transport.AUTO);
    }

    @ParameterizedTest
    @Tag("O-125")
    @EnumSource
    void aSenderThatResetsIsCountedAndItsRequestGoesOn(Transport transport) {
        try (Edge edge = holding(transport)) {
            RawClient client = edge.connect();
            client.send(POST);
            RequestHandler.Reply reply = edge.waitFor(0);
            client.reset();
            await().until(() -> edge.listener.openConnections() == 0);
            assertThat(edge.listener.requestsInFlight()).isEqualTo(1);
            reply.send(HttpReply.empty(200));
            await().until(() -> edge.listener.requestsInFlight() == 0);
            assertThat(edge.count("clients.gone")).isEqualTo(1);
            assertThat(edge.count("requests", "status", "2xx")).isZero();
        }
    }

    @ParameterizedTest
    @Tag("O-125")
    @EnumSource
    void aSenderThatIsDoneWritingStillGetsItsAnswer(Transport transport) {
        try (Edge edge = holding(transport);
                RawClient client = edge.connect()) {
            client.send(POST + POST).endOutput();
            edge.waitFor(0).send(HttpReply.text(200, "one"));
            edge.waitFor(1).send(HttpReply.text(200, "two"));
            assertThat(client.answer().body()).isEqualTo("one");
            assertThat(client.answer().body()).isEqualTo("two");
            assertThat(client.isClosedByListener()).isTrue();
            assertThat(edge.count("clients.gone")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsCutShortNeverReachesTheHandler(Transport transport) {
        try (Edge edge = holding(transport);
                RawClient client = edge.connect()) {
            client.send(POST.substring(0, POST.length() - 1)).endOutput();
            assertThat(client.isClosedByListener()).isTrue();
            await().until(() -> edge.listener.openConnections() == 0);
            assertThat(edge.requests).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedSenderThatWroteMoreStillReadsItsAnswer(Transport transport) {
        try (Edge edge = holding(transport)) {
            for (int i = 0; i < 20; i++) {
                try (RawClient client = RawClient.to(edge.listener.boundAddress())) {
                    client.send("GET / HTTP/9.9\r\n\r\n" + "x".repeat(100_000));
                    assertThat(client.answer().status()).isEqualTo(505);
                    assertThat(client.isClosedByListener()).isTrue();
                }
            }
            await().until(() -> edge.listener.openConnections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestWhoseSenderIsGoneStopsCountingAtTheDeadline(Transport transport) {
        try (Edge edge = holding(transport)) {
            RawClient client = edge.connect();
            client.send(POST);
            RequestHandler.Reply reply = edge.waitFor(0);
            client.reset();
            await().until(() -> edge.listener.openConnections() == 0);
            edge.passes(Duration.ofSeconds(6));
            await().until(() -> edge.listener.requestsInFlight() == 0);
            reply.send(HttpReply.empty(200));
            assertThat(edge.count("answers.late")).isEqualTo(1);
            assertThat(edge.listener.requestsInFlight()).isZero();
        }
    }
}
