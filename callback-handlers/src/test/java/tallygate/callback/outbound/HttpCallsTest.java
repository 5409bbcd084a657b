package tallygate.callback.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that speaks bytes, so that it can be as wrong as real ones are. */
@Timeout(60)
class HttpCallsTest {
    private static final Duration TOTAL = Duration.ofSeconds(2);
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private ServerSocket server = open();
    private Behaviour behaviour = (_, _) -> {};
    private HttpCalls calls = calls(TOTAL);

    @FunctionalInterface
    interface Behaviour {
        void serve(Socket socket, int connection) throws IOException, InterruptedException;
    }

    private static ServerSocket open() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpCalls calls(Duration total) {
        return new HttpCalls(
                new HttpCalls.Limits(Duration.ofSeconds(1), total, total, 1000),
                (SSLSocketFactory) SSLSocketFactory.getDefault(),
                System::nanoTime);
    }

    @BeforeEach
    void serve() {
        Thread.ofVirtual().start(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    int number = connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> run(socket, number));
                } catch (IOException _) {
                    return;
                }
            }
        });
    }

    private void run(Socket socket, int number) {
        try (socket) {
            behaviour.serve(socket, number);
        } catch (IOException | InterruptedException _) {
            // The other side ended it.
        }
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        calls.close();
        server.close();
    }

    private static void readRequest(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
        var length = Pattern.compile("Content-Length: (\\d+)").matcher(head);
        in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    }

    private static void write(Socket socket, String answer) throws IOException {
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private Called post() throws InterruptedException {
        HttpTarget target = HttpTarget.of(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/x"));
        return calls.call(new HttpCall("POST", target, List.of(), "body".getBytes(StandardCharsets.UTF_8)));
    }

    private Called answeredBy(String answer) throws InterruptedException {
        behaviour = (socket, _) -> {
            readRequest(socket);
            write(socket, answer);
        };
        return post();
    }

    @Test
    void chunkedLengthAndCloseDelimitedBodiesAreRead() throws InterruptedException {
        assertThat(body(answeredBy("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")))
                .isEqualTo("abc");
        assertThat(body(answeredBy("HTTP/1.1 200\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "2;x=y\r\n"
                        + "ab\r\n"
                        + "1\r\n"
                        + "c\r\n"
                        + "0\r\n"
                        + "T: 1\r\n\r\n")))
                .isEqualTo("abc");
        assertThat(body(answeredBy("HTTP/1.0 200 OK\r\n\r\nabc"))).isEqualTo("abc");
        assertThat(body(answeredBy("HTTP/1.1 204 No Content\r\n\r\n"))).isEmpty();
        assertThat(body(answeredBy("HTTP/1.1 100 Continue\r\n\r\n"
                        + "HTTP/1.1 103 Hints\r\n"
                        + "A: b\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\n"
                        + "Content-Length: 1\r\n\r\n"
                        + "x")))
                .isEqualTo("x");
    }

    private static String body(Called called) {
        return new String(((Called.Answered) called).body(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SSH-2.0-OpenSSH\r\n",
                "HTTP/1.1 abc\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n"
            })
    @Tag("F-35")
    void anAnswerThatProvesNothingIsNoAnswer(String answer) throws InterruptedException {
        assertThat(answeredBy(answer)).isInstanceOf(Called.NoAnswer.class);
        assertThat(connections).hasValue(1);
    }

    @Test
    @Tag("T-42")
    void anEndlessBodyIsCutAtTheLimit() throws InterruptedException {
        assertThat(answeredBy("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(100_000)))
                .isInstanceOfSatisfying(Called.Answered.class, answer -> {
                    assertThat(answer.body()).hasSize(1000);
                    assertThat(answer.isCut()).isTrue();
                });
    }

    @Test
    void anEndlessHeadIsNoAnswer() throws InterruptedException {
        assertThat(answeredBy("HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(20_000)))
                .isInstanceOf(Called.NoAnswer.class);
    }

    @Test
    @Tag("T-42")
    @Tag("F-37")
    void aReceiverThatSendsAByteNowAndThenIsLeftAfterTheTotalTime() throws InterruptedException {
        behaviour = (socket, _) -> {
            readRequest(socket);
            for (char c : "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".toCharArray()) {
                write(socket, String.valueOf(c));
                end.await(200, TimeUnit.MILLISECONDS);
            }
        };
        long began = System.nanoTime();
        assertThat(post()).isEqualTo(new Called.NoAnswer("no complete answer within PT2S"));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(TOTAL.minusMillis(100), TOTAL.plusSeconds(5));
    }

    @Test
    void aReceiverThatDoesNotReadIsLeftAfterTheTotalTime() throws InterruptedException {
        behaviour = (_, _) -> end.await();
        HttpTarget target = HttpTarget.of(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/x"));
        assertThat(calls.call(new HttpCall("POST", target, List.of(), new byte[64 * 1024 * 1024])))
                .isEqualTo(new Called.NoAnswer("no complete answer within PT2S"));
    }

    @Test
    void nobodyListeningIsCertainlyNotSent() throws Exception {
        HttpTarget nobody;
        // Never accepted on: a listener that a thread waits on still takes a connection for a moment after its close.
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = HttpTarget.of(URI.create("http://127.0.0.1:" + closed.getLocalPort() + "/x"));
        }
        assertThat(calls.call(new HttpCall("POST", nobody, List.of(), new byte[0])))
                .isInstanceOfSatisfying(
                        Called.NotSent.class,
                        notSent -> assertThat(notSent.isDeployFault()).isFalse());
    }

    @Test
    void anUnknownHostIsADeployFault() throws InterruptedException {
        HttpTarget target = HttpTarget.of(URI.create("http://no-such-host.invalid/"));
        assertThat(calls.call(new HttpCall("GET", target, List.of(), new byte[0])))
                .isEqualTo(new Called.NotSent("the host name is not known", true));
    }

    @Test
    void anIdleConnectionThatTheReceiverClosedIsReplacedAtOnce() throws InterruptedException {
        behaviour = (socket, connection) -> {
            readRequest(socket);
            write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            if (connection == 1) {
                // Takes the next request and closes without a byte, as a server does whose idle time is over.
                readRequest(socket);
            } else {
                end.await();
            }
        };
        assertThat(post()).isInstanceOf(Called.Answered.class);
        assertThat(post()).isInstanceOf(Called.Answered.class);
        assertThat(connections).hasValue(2);
    }

    @Test
    @Tag("F-33")
    void aNewConnectionThatIsClosedWithoutAnAnswerIsNotTriedAgain() throws InterruptedException {
        behaviour = (socket, _) -> readRequest(socket);
        assertThat(post()).isInstanceOf(Called.NoAnswer.class);
        assertThat(connections).hasValue(1);
    }

    @Test
    @Tag("T-42")
    void aConnectionWithBytesLeftOverIsNotUsedAgain() throws InterruptedException {
        behaviour = (socket, _) -> {
            readRequest(socket);
            write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n");
            end.await();
        };
        post();
        post();
        assertThat(connections).hasValue(2);
    }

    @Test
    void anInterruptEndsACallThatWaits() throws Exception {
        var begun = new CountDownLatch(1);
        behaviour = (socket, _) -> {
            readRequest(socket);
            begun.countDown();
            end.await();
        };
        calls.close();
        calls = calls(Duration.ofMinutes(5));
        var result = new CompletableFuture<Called>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                result.complete(post());
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        begun.await();
        caller.interrupt();
        assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
    }
}
