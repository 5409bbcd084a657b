package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS ends at the listener. */
@ExtendWith(NoBufferLeaks.class)
class TlsTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

    @TempDir
    static Path directory;

    private static Pem server;
    private static Pem renewed;
    private static Pem client;

    @BeforeAll
    static void certificates() {
        server = Pem.selfSigned(directory, "server");
        renewed = Pem.selfSigned(directory, "renewed");
        client = Pem.selfSigned(directory, "client");
    }

    private static Optional<TlsFiles> files(Pem pem) {
        return Optional.of(new TlsFiles(pem.certificate(), pem.key(), Optional.empty()));
    }

    private static Optional<TlsFiles> mutual() {
        return Optional.of(new TlsFiles(server.certificate(), server.key(), Optional.of(client.certificate())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aRequestOverTlsIsServedAndSaysHttps(String protocol) throws IOException {
        try (Edge edge = Edge.answering(s -> s.tls = files(server));
                SSLSocket socket = handshake(edge, protocol, Optional.empty());
                RawClient raw = new RawClient(socket)) {
            assertThat(raw.send(GET + GET).answer().status()).isEqualTo(200);
            assertThat(raw.answer().status()).isEqualTo(200);
            assertThat(edge.requests.getFirst().scheme()).isEqualTo("https");
            assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            assertThat(socket.getSession().getCipherSuite()).contains("GCM");
        }
    }

    @Test
    @Tag("T-15")
    void onlyHttp11IsOfferedToASenderThatKnowsHttp2() throws IOException {
        try (Edge edge = Edge.answering(s -> s.tls = files(server));
                SSLSocket socket = socket(edge, Optional.empty())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    @Test
    void aReloadServesTheNewCertificateAndKeepsOpenConnections() throws IOException {
        var settings = new Settings();
        try (Edge edge = Edge.answering(s -> s.tls = files(server));
                SSLSocket before = handshake(edge, "TLSv1.3", Optional.empty());
                RawClient old = new RawClient(before)) {
            assertThat(old.send(GET).answer().status()).isEqualTo(200);
            double expiry = edge.gauge("certificate.expiry.timestamp.seconds");
            assertThat(expiry).isPositive();

            settings.tls = files(renewed);
            edge.listener.reload(settings.config());
            assertThat(old.send(GET).answer().status()).isEqualTo(200);
            try (SSLSocket after = handshake(edge, "TLSv1.3", Optional.empty())) {
                assertThat(subject(before)).isEqualTo("CN=server");
                assertThat(subject(after)).isEqualTo("CN=renewed");
            }
        }
    }

    @Test
    void aReloadWithFilesThatDoNotFitKeepsTheOldOnes() throws IOException {
        var settings = new Settings();
        settings.tls = Optional.of(new TlsFiles(server.certificate(), renewed.key(), Optional.empty()));
        try (Edge edge = Edge.answering(s -> s.tls = files(server))) {
            assertThatThrownBy(() -> edge.listener.reload(settings.config()))
                    .isInstanceOf(TlsFilesException.class)
                    .hasMessageContaining("renewed.key holds the key of another certificate");
            try (SSLSocket socket = handshake(edge, "TLSv1.3", Optional.empty())) {
                assertThat(subject(socket)).isEqualTo("CN=server");
            }
        }
    }

    @Test
    void aRenewedFileOfTheSameNameIsReadAgain() throws IOException {
        Path certificate = directory.resolve("live.crt");
        Path key = directory.resolve("live.key");
        Files.copy(server.certificate(), certificate);
        Files.copy(server.key(), key);
        var settings = new Settings();
        settings.tls = Optional.of(new TlsFiles(certificate, key, Optional.empty()));
        try (Edge edge = Edge.answering(s -> s.tls = settings.tls)) {
            Files.copy(renewed.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(renewed.key(), key, StandardCopyOption.REPLACE_EXISTING);
            edge.listener.reload(settings.config());
            try (SSLSocket socket = handshake(edge, "TLSv1.3", Optional.empty())) {
                assertThat(subject(socket)).isEqualTo("CN=renewed");
            }
        }
    }

    @Test
    void aClientWithATrustedCertificateIsServed() throws IOException {
        try (Edge edge = Edge.answering(s -> s.tls = mutual());
                SSLSocket socket = handshake(edge, "TLSv1.3", Optional.of(client));
                RawClient raw = new RawClient(socket)) {
            assertThat(raw.send(GET).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientWithoutOrWithAStrangeCertificateIsRefused() {
        try (Edge edge = Edge.answering(s -> s.tls = mutual())) {
            for (Optional<Pem> identity : List.of(Optional.<Pem>empty(), Optional.of(renewed))) {
                assertThatThrownBy(() -> handshake(edge, "TLSv1.2", identity).close())
                        .isInstanceOf(IOException.class);
            }
            await().until(() -> edge.count("handshakes.failed") == 2);
            assertThat(edge.requests).isEmpty();
        }
    }

    @Test
    void plainHttpOnATlsPortIsClosed() {
        try (Edge edge = Edge.answering(s -> s.tls = files(server));
                RawClient plain = edge.connect()) {
            plain.send(GET);
            await().until(() -> edge.listener.openConnections() == 0);
            assertThat(edge.requests).isEmpty();
        }
    }

    @Test
    @Tag("T-16")
    void aHandshakeThatStopsIsGivenUpAndHandshakesAreBounded() {
        try (Edge edge = Edge.answering(s -> {
            s.tls = files(server);
            s.connections = new ConnectionLimits(99, 99, 2, 99, Duration.ofHours(1));
        })) {
            List<RawClient> silent = new ArrayList<>();
            silent.add(edge.connect());
            silent.add(edge.connect());
            try (RawClient third = RawClient.to(edge.listener.boundAddress())) {
                assertThat(third.isClosedByListener()).isTrue();
            }
            assertThat(edge.count("connections.refused", "reason", "handshakes"))
                    .isEqualTo(1);
            edge.passes(Duration.ofSeconds(5));
            await().until(() -> edge.listener.openConnections() == 0);
            silent.forEach(RawClient::close);
            assertThat(edge.connect().send("x")).isNotNull();
        }
    }

    @Test
    void aRefusedRequestOverTlsReadsItsAnswerAndTheEnd() throws IOException {
        try (Edge edge = Edge.answering(s -> s.tls = files(server));
                SSLSocket socket = handshake(edge, "TLSv1.3", Optional.empty());
                RawClient raw = new RawClient(socket)) {
            raw.send("GET / HTTP/9.9\r\n\r\n" + "x".repeat(50_000));
            assertThat(raw.answer().status()).isEqualTo(505);
            assertThat(raw.isClosedByListener()).isTrue();
        }
    }

    private static String subject(SSLSocket socket) throws SSLException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    private static SSLSocket handshake(Edge edge, String protocol, Optional<Pem> identity) throws IOException {
        SSLSocket socket = socket(edge, identity);
        socket.setEnabledProtocols(new String[] {protocol});
        socket.startHandshake();
        return socket;
    }

    private static SSLSocket socket(Edge edge, Optional<Pem> identity) throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, Pem.PASSWORD);
            trusted.setCertificateEntry("server", server.store().getCertificate("a"));
            trusted.setCertificateEntry("renewed", renewed.store().getCertificate("a"));
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(identity.isPresent() ? identity.get().store() : trusted, Pem.PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
            Socket plain = edge.connect().socket();
            return (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
