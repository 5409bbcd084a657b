package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.WebServer;

/** The management listener shows a renewed certificate after a reload, and the old one as long as the new one is no good. */
class RenewedTlsTest {
    @TempDir
    private static Path directory;

    private static Pem first;
    private static Pem second;

    private final Path certificate = directory.resolve("live.crt");
    private final Path key = directory.resolve("live.key");

    @BeforeAll
    static void certificates() {
        first = Pem.selfSigned(directory, "first");
        second = Pem.selfSigned(directory, "second");
    }

    @BeforeEach
    void live() throws IOException {
        put(first.certificate(), certificate);
        put(first.key(), key);
    }

    private static void put(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static WebServer start(RenewedTls tls) {
        return WebServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of(tls),
                _ -> new Reply.Whole(HttpReply.empty(200)));
    }

    private static SSLSocket handshake(WebServer web) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, Pem.PASSWORD);
        trusted.setCertificateEntry("first", first.store().getCertificate("a"));
        trusted.setCertificateEntry("second", second.store().getCertificate("a"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", web.port());
        socket.setSoTimeout(10_000);
        socket.startHandshake();
        return socket;
    }

    private static String shown(WebServer web) throws IOException, GeneralSecurityException {
        try (SSLSocket socket = handshake(web)) {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    @Test
    void aRenewedCertificateIsShownFromTheNextHandshakeOn() throws Exception {
        RenewedTls tls = RenewedTls.read(new TlsFiles(certificate, key, Optional.empty()));
        try (WebServer web = start(tls);
                SSLSocket before = handshake(web)) {
            assertThat(shown(web)).isEqualTo("CN=first");
            put(second.certificate(), certificate);
            put(second.key(), key);
            assertThat(shown(web)).as("until a reload").isEqualTo("CN=first");
            tls.renew();
            assertThat(shown(web)).isEqualTo("CN=second");
            before.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(new String(before.getInputStream().readNBytes(12), java.nio.charset.StandardCharsets.US_ASCII))
                    .as("an open connection goes on")
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    @Tag("F-45")
    void aCertificateWithoutItsKeyIsRefusedAndTheOldOneStays() throws Exception {
        RenewedTls tls = RenewedTls.read(new TlsFiles(certificate, key, Optional.empty()));
        try (WebServer web = start(tls)) {
            put(second.certificate(), certificate);
            assertThatThrownBy(tls::renew).isInstanceOf(TlsFilesException.class).hasMessageContaining("live.key");
            assertThat(shown(web)).isEqualTo("CN=first");
        }
    }
}
