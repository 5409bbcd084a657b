package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates of clients: who needs one, whose are taken, and what a handler learns of them. */
@Tag("T-16")
@ExtendWith(NoBufferLeaks.class)
class MutualTlsTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    @TempDir
    static Path directory = Path.of("");

    private static Pem server = null;
    private static Pem client = null;
    private static Pem stranger = null;

    @BeforeAll
    static void make() {
        server = Pem.selfSigned(directory, "server");
        client = Pem.selfSigned(directory, "client");
        stranger = Pem.selfSigned(directory, "stranger");
    }

    private static Optional<TlsFiles> asking(ClientCertificates whom, Pem authority) {
        return Optional.of(
                new TlsFiles(server.certificate(), server.key(), Optional.of(authority.certificate()), whom));
    }

    private static int status(Edge edge, String protocol, Optional<Pem> identity) throws IOException {
        try (SSLSocket socket = socket(edge, identity)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            try (RawClient raw = new RawClient(socket)) {
                return raw.send(GET).answer().status();
            }
        }
    }

    private static SSLSocket socket(Edge edge, Optional<Pem> identity) throws IOException {
        try {
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            KeyStore none = KeyStore.getInstance("PKCS12");
            none.load(null, Pem.PASSWORD);
            keys.init(identity.map(Pem::store).orElse(none), Pem.PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trustingServer(), new SecureRandom());
            return (SSLSocket) context.getSocketFactory()
                    .createSocket("127.0.0.1", edge.listener.boundAddress().getPort());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static javax.net.ssl.TrustManager[] trustingServer() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, Pem.PASSWORD);
        trusted.setCertificateEntry("server", server.store().getCertificate("a"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust.getTrustManagers();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void anOptionalCertificateMayBeLeftOutAndIsNamedWhenItIsShown(String protocol) throws IOException {
        try (Edge edge = Edge.answering(s -> s.tls = asking(ClientCertificates.OPTIONAL, client))) {
            assertThat(status(edge, protocol, Optional.empty())).isEqualTo(200);
            assertThat(status(edge, protocol, Optional.of(client))).isEqualTo(200);
            assertThat(edge.waiting)
                    .extracting(RequestHandler.Reply::clientNames)
                    .containsExactly(List.of(), List.of("localhost"));
        }
    }

    @Test
    void noneAsksNobodyThoughAuthoritiesAreThere() throws IOException {
        try (Edge edge = Edge.answering(s -> s.tls = asking(ClientCertificates.NONE, client))) {
            assertThat(status(edge, "TLSv1.3", Optional.of(stranger))).isEqualTo(200);
            assertThat(edge.waiting.getFirst().clientNames()).isEmpty();
        }
    }

    @Test
    void aReloadTakesOtherAuthoritiesFromTheNextHandshakeOn() throws IOException {
        var settings = new Settings();
        try (Edge edge = Edge.answering(s -> s.tls = asking(ClientCertificates.REQUIRED, client))) {
            assertThat(status(edge, "TLSv1.2", Optional.of(client))).isEqualTo(200);
            settings.tls = asking(ClientCertificates.REQUIRED, stranger);
            edge.listener.reload(settings.config());
            assertThat(status(edge, "TLSv1.2", Optional.of(stranger))).isEqualTo(200);
            assertThatThrownBy(() -> status(edge, "TLSv1.2", Optional.of(client)))
                    .isInstanceOf(IOException.class);
            settings.tls = asking(ClientCertificates.OPTIONAL, stranger);
            edge.listener.reload(settings.config());
            assertThat(status(edge, "TLSv1.2", Optional.empty())).isEqualTo(200);
        }
    }

    @Test
    void askingWithoutAuthoritiesIsAFault() {
        assertThatThrownBy(() ->
                        new TlsFiles(server.certificate(), server.key(), Optional.empty(), ClientCertificates.REQUIRED))
                .hasMessageContaining("no authority");
    }
}
