package tallygate.gateway.admin.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.deploy.BalancerTls;
import tallygate.gateway.http.RenewedTls;
import tallygate.gateway.http.TlsFiles;

class EncryptedWebServerTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("T-28")
    void aBrowserIsToldToComeEncryptedOnly() throws Exception {
        BalancerTls files = BalancerTls.make(folder);
        RenewedTls tls = RenewedTls.read(new TlsFiles(files.certificate(), files.key(), Optional.empty()));
        try (WebServer web = WebServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.of(tls),
                        request -> Reply.ok(request.scheme()));
                HttpClient browser = HttpClient.newBuilder()
                        .sslContext(trusting(files.certificate()))
                        .build()) {
            HttpResponse<String> answer = browser.send(
                    HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + web.port() + "/"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("strict-transport-security")).contains("max-age=31536000");
            assertThat(answer.body()).isEqualTo("\"https\"");
        }
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
