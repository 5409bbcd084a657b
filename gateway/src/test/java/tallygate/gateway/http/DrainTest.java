package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a listener ends while a load balancer still sends to it. */
@ExtendWith(NoBufferLeaks.class)
class DrainTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

    private static final Deadlines PATIENT = new Deadlines(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            0,
            Duration.ofMinutes(5),
            Duration.ofSeconds(75),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));

    private static Edge holding() {
        return Edge.holding(s -> {
            s.drain = new DrainTimes(Duration.ofSeconds(5), Duration.ofSeconds(10));
            s.deadlines = PATIENT;
        });
    }

    private static Edge answering() {
        return Edge.answering(s -> s.drain = new DrainTimes(Duration.ofSeconds(5), Duration.ofSeconds(10)));
    }

    private static void awaitStage(Edge edge, ListenerStage stage) {
        await().until(() -> edge.listener.stage() == stage);
    }

    @Test
    @Tag("F-06")
    void duringTheDelayNewConnectionsAreServedAndEachAnswerIsItsConnectionsLast() {
        try (Edge edge = answering();
                RawClient old = edge.connect()) {
            assertThat(old.send(GET).answer().header("Connection")).isEmpty();
            edge.listener.drain();
            awaitStage(edge, ListenerStage.DRAINING);
            assertThat(edge.gauge("draining")).isEqualTo(1);
            assertThat(old.send(GET).answer().header("Connection")).isEqualTo("close");
            for (int i = 0; i < 3; i++) {
                try (RawClient late = edge.connect()) {
                    RawAnswer answer = late.send(GET).answer();
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(answer.header("Connection")).isEqualTo("close");
                    assertThat(late.isClosedByListener()).isTrue();
                }
            }
        }
    }

    @Test
    void afterTheDelayNothingIsAcceptedIdleConnectionsEndAndRequestsInFlightAreFinished() {
        try (Edge edge = holding();
                RawClient busy = edge.connect();
                RawClient idle = edge.connect()) {
            busy.send(GET);
            RequestHandler.Reply reply = edge.waitFor(0);
            CompletableFuture<Integer> drained = edge.listener.drain();
            awaitStage(edge, ListenerStage.DRAINING);
            edge.passes(Duration.ofMillis(4_900));
            edge.connect().close();
            edge.passes(Duration.ofMillis(100));
            awaitStage(edge, ListenerStage.CLOSING);
            assertThat(idle.isClosedByListener()).isTrue();
            assertThatThrownBy(() -> RawClient.to(edge.listener.boundAddress()))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(drained).isNotDone();

            reply.send(HttpReply.text(200, "in time"));
            RawAnswer answer = busy.answer();
            assertThat(answer.body()).isEqualTo("in time");
            assertThat(answer.header("Connection")).isEqualTo("close");
            busy.close();
            assertThat(drained.join()).isZero();
            assertThat(edge.listener.stage()).isEqualTo(ListenerStage.CLOSED);
        }
    }

    @Test
    void aRequestWhoseHeadHasBegunWhenTheDelayEndsIsStillServed() {
        try (Edge edge = answering();
                RawClient client = edge.connect()) {
            edge.send(client, GET.substring(0, 10));
            edge.listener.drain();
            awaitStage(edge, ListenerStage.DRAINING);
            edge.listener.drain();
            awaitStage(edge, ListenerStage.CLOSING);
            assertThat(client.send(GET.substring(10)).answer().header("Connection"))
                    .isEqualTo("close");
        }
    }

    @Test
    void whatIsNotAnsweredInTheWaitIsCutAndCounted() {
        try (Edge edge = Edge.holding(s -> {
                    s.drain = new DrainTimes(Duration.ZERO, Duration.ofSeconds(10));
                    s.deadlines = PATIENT;
                });
                RawClient client = edge.connect()) {
            client.send(GET);
            edge.waitFor(0);
            CompletableFuture<Integer> drained = edge.listener.drain();
            awaitStage(edge, ListenerStage.CLOSING);
            edge.passes(Duration.ofSeconds(10));
            assertThat(drained.join()).isEqualTo(1);
            assertThat(client.isClosedByListener()).isTrue();
            edge.waitFor(0).send(HttpReply.empty(200));
        }
    }

    @Test
    void eachFurtherCallEndsTheStepThatIsUnderWay() {
        try (Edge edge = holding();
                RawClient client = edge.connect()) {
            client.send(GET);
            edge.waitFor(0);
            CompletableFuture<Integer> drained = edge.listener.drain();
            awaitStage(edge, ListenerStage.DRAINING);
            edge.listener.drain();
            awaitStage(edge, ListenerStage.CLOSING);
            assertThat(drained).isNotDone();
            edge.listener.drain();
            assertThat(drained.join()).isEqualTo(1);
            edge.listener.drain();
            assertThat(edge.listener.stage()).isEqualTo(ListenerStage.CLOSED);
        }
    }

    @Test
    void aClosedListenerFreesItsAddressAndCanBeClosedAgain() {
        Edge edge = Edge.answering();
        edge.connect().close();
        edge.close();
        edge.close();
        assertThatThrownBy(() -> RawClient.to(edge.listener.boundAddress())).isInstanceOf(UncheckedIOException.class);
        assertThat(edge.listener.stage()).isEqualTo(ListenerStage.CLOSED);
    }

    @Test
    void anAddressInUseIsNamedWithWhatToDo() {
        try (Edge edge = Edge.answering()) {
            var settings = new Settings();
            settings.port = edge.listener.boundAddress().getPort();
            assertThatThrownBy(() -> Edge.start(settings, (_, _) -> {}))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot listen on")
                    .hasMessageContaining(String.valueOf(settings.port))
                    .hasMessageContaining("choose another address or stop what uses it");
        }
    }

    @Test
    void anotherAddressNeedsARestart() {
        var settings = new Settings();
        try (Edge edge = Edge.answering()) {
            settings.port = edge.listener.boundAddress().getPort();
            assertThatThrownBy(() -> edge.listener.reload(settings.config()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("restart");
        }
    }
}
