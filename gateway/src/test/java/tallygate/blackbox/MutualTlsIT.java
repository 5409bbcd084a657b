package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.deploy.BalancerTls;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** A packaged gateway whose callback port wants certificates of clients, and an endpoint that wants a certain one. */
@Tag("T-16")
class MutualTlsIT {
    private static final String PROVIDER = "callbacks.provider.example";

    @TempDir
    private Path folder;

    private final TestDatabase database = TestDatabases.embedded();

    private RunningGateway gateway(BalancerTls server, Path authority) throws IOException {
        return new RunningGateway(
                folder,
                """
                database: { url: "%s", username: %s, password: "%s" }
                mode: development
                endpoints:
                  - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                  - { name: named, provider: stripe, secrets: ["%s"], route: orders, client-names: [%s] }
                routes:
                  orders: { handler: { kind: log } }
                """.formatted(
                                database.settings().url(),
                                database.settings().username(),
                                database.settings().password(),
                                Sender.SECRET,
                                Sender.SECRET,
                                PROVIDER),
                Map.of(
                        "TALLYGATE__SERVER__CALLBACKS__TLS__CERTIFICATE",
                        server.certificate().toString(),
                        "TALLYGATE__SERVER__CALLBACKS__TLS__KEY",
                        server.key().toString(),
                        "TALLYGATE__SERVER__CALLBACKS__TLS__CLIENT_CA",
                        authority.toString()));
    }

    private static int status(RunningGateway gateway, String endpoint, Optional<KeyManagerFactory> identity)
            throws Exception {
        try (HttpClient client = ProviderLoad.client("127.0.0.1", identity)) {
            URI url = URI.create("https://127.0.0.1:" + gateway.callbacksPort() + "/callbacks/" + endpoint);
            return client.send(
                            ProviderLoad.request(url, StripeCallback.of(Sender.newId(), Sender.SECRET), Map.of()),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static void refusedAtHandshake(RunningGateway gateway, Optional<KeyManagerFactory> identity)
            throws Exception {
        double before = gateway.metric("tallygate_http_handshakes_failed_total");
        assertThatThrownBy(() -> status(gateway, "shop", identity)).isInstanceOf(IOException.class);
        assertThat(gateway.metric("tallygate_http_handshakes_failed_total")).isGreaterThan(before);
    }

    /** Renegotiation: each costs the server far more than the client. */
    private static void aSecondHandshakeIsRefused(RunningGateway gateway, Optional<KeyManagerFactory> identity)
            throws Exception {
        try (SSLSocket socket = (SSLSocket) ProviderLoad.trustingEveryone(identity)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), gateway.callbacksPort())) {
            socket.setSoTimeout(20_000);
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            byte[] request = "GET /callbacks/shop HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(request);
            assertThat(socket.getInputStream().read()).as("the first one holds").isEqualTo('H');
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getOutputStream().write(request);
                        socket.getInputStream().readAllBytes();
                    })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void onlyClientsOfTheAuthorityAreHeardAndANamedEndpointHearsOnlyItsOwn() throws Exception {
        TestAuthority ours = TestAuthority.make(folder, "ours");
        TestAuthority theirs = TestAuthority.make(folder, "theirs");
        Optional<KeyManagerFactory> provider = Optional.of(ours.issue(PROVIDER));
        Optional<KeyManagerFactory> colleague = Optional.of(ours.issue("colleague.example"));
        Optional<KeyManagerFactory> stranger = Optional.of(theirs.issue("stranger.example"));
        Path authority = Files.copy(ours.certificate(), folder.resolve("authority.crt"));

        try (RunningGateway gateway =
                gateway(BalancerTls.make(folder), authority).awaitReady()) {
            refusedAtHandshake(gateway, Optional.empty());
            refusedAtHandshake(gateway, stranger);
            assertThat(gateway.metric("tallygate_callbacks_total")).isZero();

            assertThat(status(gateway, "shop", provider)).isEqualTo(200);
            assertThat(status(gateway, "shop", colleague)).isEqualTo(200);
            assertThat(status(gateway, "named", provider)).isEqualTo(200);
            assertThat(status(gateway, "named", colleague)).isEqualTo(401);

            aSecondHandshakeIsRefused(gateway, provider);

            Files.copy(theirs.certificate(), authority, StandardCopyOption.REPLACE_EXISTING);
            assertThat(gateway.reload(gateway.token()).statusCode()).isEqualTo(200);
            assertThat(status(gateway, "shop", stranger)).isEqualTo(200);
            refusedAtHandshake(gateway, provider);

            Files.writeString(authority, "no certificate");
            assertThat(gateway.reload(gateway.token()).statusCode()).isNotEqualTo(200);
            assertThat(status(gateway, "shop", stranger))
                    .as("the last good authority stays")
                    .isEqualTo(200);
        }
        assertThat(new Rows(database).byEvent()).hasSize(5);
    }
}
