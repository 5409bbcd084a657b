package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Handlers that block, as those of the management port do. */
@ExtendWith(NoBufferLeaks.class)
class BlockingRequestsTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

    @Test
    void requestsThatBlockDoNotHoldUpOthersOnTheSameLoop() {
        var gate = new CountDownLatch(1);
        var blocking = new BlockingRequests("test", Set.of("GET"), request -> {
            if (request.target().equals("/slow")) {
                await().until(() -> gate.getCount() == 0);
            }
            return HttpReply.text(
                    200, request.target() + " " + Thread.currentThread().isVirtual());
        });
        try (blocking;
                HttpListener listener = Edge.start(new Settings(), blocking);
                RawClient slow = RawClient.to(listener.boundAddress());
                RawClient quick = RawClient.to(listener.boundAddress())) {
            slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            await().until(() -> listener.requestsInFlight() == 1);
            assertThat(quick.send(GET).answer().body()).isEqualTo("/a true");
            gate.countDown();
            assertThat(slow.answer().body()).isEqualTo("/slow true");
            assertThat(quick.send("POST / HTTP/1.1\r\nHost: a\r\n\r\n").answer().header("Allow"))
                    .isEqualTo("GET");
        }
    }

    @Test
    void aHandlerThatThrowsIsAnsweredWith500() {
        var blocking = new BlockingRequests("test", Set.of("GET"), _ -> {
            throw new IllegalStateException("a fault of this handler");
        });
        try (blocking;
                HttpListener listener = Edge.start(new Settings(), blocking);
                RawClient client = RawClient.to(listener.boundAddress())) {
            assertThat(client.send(GET).answer().status()).isEqualTo(500);
        }
    }

    @Test
    void closingInterruptsWhatStillRuns() {
        var interrupted = new AtomicReference<>(false);
        var started = new CountDownLatch(1);
        var blocking = new BlockingRequests("test", Set.of("GET"), _ -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                interrupted.set(true);
            }
            return HttpReply.empty(200);
        });
        try (HttpListener listener = Edge.start(new Settings(), blocking);
                RawClient client = RawClient.to(listener.boundAddress())) {
            client.send(GET);
            await().until(() -> started.getCount() == 0);
            blocking.close();
            await().until(interrupted::get);
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }
}
