package tallygate.callback.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tallygate.callback.outbound.OutboundAnswer.Answered;
import tallygate.callback.outbound.OutboundAnswer.NotSent;
import tallygate.callback.outbound.OutboundAnswer.Unknown;

/** How a call that may be made ends, against servers that misbehave. */
@Timeout(60)
class GuardedOutboundTest {
    private static final OutboundLimits SHORT = new OutboundLimits(Duration.ofSeconds(1), Duration.ofSeconds(1), 1000);

    private static GuardedOutbound outbound(InsideHosts inside, NameService names) {
        return new GuardedOutbound(
                new UrlGuard(inside), names, (SSLSocketFactory) SSLSocketFactory.getDefault(), System::nanoTime);
    }

    private static OutboundAnswer send(Destination to, NameService names) throws InterruptedException {
        return outbound(InsideHosts.NONE, names).send(OutboundRequest.get(to).within(SHORT));
    }

    /** Nobody listens there. */
    private static URI closed(String path) throws IOException {
        try (var socket = new ServerSocket(0, 1, Canary.LOOPBACK)) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
        }
    }

    @Test
    @Tag("T-07")
    void aRedirectIsAnAnswerAndIsNotFollowed() throws Exception {
        try (var canary = Canary.answering(
                "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest\r\nContent-Length: 0\r\n\r\n")) {
            OutboundAnswer answer = send(new Destination.Configured(canary.url("/")), NameService.SYSTEM);
            assertThat(((Answered) answer).status()).isEqualTo(302);
            assertThat(((Answered) answer).isSuccess()).isFalse();
            assertThat(canary.connections).hasValue(1);
        }
    }

    @Test
    void aBodyOverTheLimitIsNoAnswerAndIsNotReadToItsEnd() throws Exception {
        try (var canary = new Canary(socket -> {
            Canary.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            byte[] block = new byte[64 * 1024];
            while (true) {
                socket.getOutputStream().write(block);
            }
        })) {
            assertThat(send(new Destination.Configured(canary.url("/")), NameService.SYSTEM))
                    .isInstanceOfSatisfying(
                            Unknown.class,
                            u -> assertThat(u.why()).contains("HTTP 200").contains("1000 bytes"));
        }
    }

    @Test
    void anAnswerThatTricklesEndsWithTheTimeOfTheWholeCall() throws Exception {
        try (var canary = new Canary(GuardedOutboundTest::trickle)) {
            assertThat(send(new Destination.Configured(canary.url("/")), NameService.SYSTEM))
                    .isInstanceOf(Unknown.class);
        }
    }

    /** A byte every 50 ms, which no limit of silence notices. */
    private static void trickle(Socket socket) throws IOException {
        Canary.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n");
        socket.setSoTimeout(50);
        while (true) {
            try {
                if (socket.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException _) {
                Canary.write(socket, "x");
            }
        }
    }

    @Test
    @Tag("F-46")
    void aNameServiceThatHangsOrKnowsNothingIsNotSent() throws Exception {
        Destination to = new Destination.Configured(URI.create("http://shop.example/"));
        var never = new CompletableFuture<List<InetAddress>>();
        assertThat(send(to, _ -> never.join()))
                .isEqualTo(new NotSent("host shop.example could not be looked up", false));
        assertThat(send(to, host -> {
                    throw new UnknownHostException(host);
                }))
                .isEqualTo(new NotSent("host shop.example could not be looked up", false));
        never.complete(List.of());
    }

    @Test
    void aClosedPortIsNotSentAndABrokenAnswerIsUnknown() throws Exception {
        try (var canary = Canary.answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")) {
            assertThat(send(new Destination.Configured(canary.url("/")), NameService.SYSTEM))
                    .isInstanceOf(Unknown.class);
        }
        assertThat(send(new Destination.Configured(closed("/")), NameService.SYSTEM))
                .isInstanceOfSatisfying(
                        NotSent.class, n -> assertThat(n.isForbidden()).isFalse());
    }

    @Test
    void aCertificateThatNobodyTrustsIsNotSent() throws Exception {
        try (TlsServer server = TlsServer.selfSigned("localhost")) {
            URI url = URI.create("https://localhost:" + server.port() + "/");
            assertThat(send(new Destination.Configured(url), _ -> List.of(Canary.LOOPBACK)))
                    .isInstanceOfSatisfying(
                            NotSent.class, n -> assertThat(n.why()).contains("TLS handshake failed"));
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void aTrustedCertificateForAnotherNameIsNotSent() throws Exception {
        try (TlsServer server = TlsServer.selfSigned("other.example")) {
            var outbound = new GuardedOutbound(
                    new UrlGuard(InsideHosts.NONE), _ -> List.of(Canary.LOOPBACK), server.trusting(), System::nanoTime);
            String rest = ":" + server.port() + "/";
            assertThat(outbound.send(
                            OutboundRequest.get(new Destination.Configured(URI.create("https://shop.example" + rest)))
                                    .within(SHORT)))
                    .isInstanceOf(NotSent.class);
            assertThat(outbound.send(
                            OutboundRequest.get(new Destination.Configured(URI.create("https://other.example" + rest)))
                                    .within(SHORT)))
                    .isInstanceOf(Answered.class);
            assertThat(server.requests()).isOne();
        }
    }

    @Test
    @Tag("T-23")
    void nothingSecretStandsInTextsForLogs() throws Exception {
        URI url = closed("/bot/hook-s3cret?key=s3cret");
        OutboundRequest request = OutboundRequest.post(new Destination.Configured(url), "text/plain", "s3cret body")
                .with("Authorization", "s3cret");
        assertThat(request.toString()).doesNotContain("s3cret");
        assertThat(outbound(InsideHosts.NONE, NameService.SYSTEM).send(request).toString())
                .doesNotContain("s3cret");
        assertThat(outbound(InsideHosts.NONE, NameService.SYSTEM)
                        .send(request.with("X", "s3cret\r\nEvil: 1"))
                        .toString())
                .contains("isForbidden=true")
                .doesNotContain("s3cret");
    }
}
