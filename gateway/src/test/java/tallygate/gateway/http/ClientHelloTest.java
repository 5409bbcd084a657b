package tallygate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is agreed on with clients that offer one version and one cipher. Their hellos are written byte by byte: the JDK, as a
 * client, would not even send the weak ones.
 */
@Tag("T-16")
@ExtendWith(NoBufferLeaks.class)
class ClientHelloTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int ALERT = 0x15;
    private static final int HANDSHAKE = 0x16;

    @TempDir
    static Path directory = Path.of("");

    private static Edge edge;

    @BeforeAll
    static void start() {
        Pem server = Pem.selfSigned(directory, "server");
        edge = Edge.answering(
                s -> s.tls = Optional.of(new TlsFiles(server.certificate(), server.key(), Optional.empty())));
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    /** @param version as on the wire: 0301 is TLS 1.0, 0303 TLS 1.2 */
    private static byte[] hello(String version, String cipher) {
        String groups = "000a0004" + "0002" + "0017";
        String signatures = "000d0004" + "0002" + "0403";
        String points = "000b0002" + "0100";
        String extensions = groups + signatures + points;
        String body = version + "5a".repeat(32) + "00" + "0002" + cipher + "0100" + length(extensions) + extensions;
        String handshake = "0100" + length(body) + body;
        return HEX.parseHex("160301" + length(handshake) + handshake);
    }

    private static String length(String hex) {
        return HEX.toHexDigits((short) (hex.length() / 2));
    }

    /** What kind of record comes back. */
    private static int answer(byte[] hello) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), edge.listener.boundAddress().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(hello);
            InputStream in = socket.getInputStream();
            return in.read();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "TLS 1.0, 0301, c02b",
        "TLS 1.1, 0302, c02b",
        "TLS 1.0 with a cipher of its time, 0301, c009",
        "SSL 3, 0300, c009",
        "no forward secrecy, 0303, 009c",
        "CBC, 0303, c023",
        "CBC with SHA-1, 0303, c00a",
        "triple DES, 0303, c008",
        "RC4, 0303, c007",
        "no encryption, 0303, c006",
        "nobody known, 0303, c018",
        "export, 0303, 0003"
    })
    void anOldVersionOrAWeakCipherIsRefused(String name, String version, String cipher) throws IOException {
        double before = edge.count("handshakes.failed");
        assertThat(answer(hello(version, cipher))).as(name).isEqualTo(ALERT);
        await().until(() -> edge.count("handshakes.failed") == before + 1);
    }

    /** The proof that the hellos above are refused for what they offer. */
    @ParameterizedTest
    @CsvSource({"c02b", "c02c", "cca9"})
    void aGoodCipherOfTls12IsTaken(String cipher) throws IOException {
        assertThat(answer(hello("0303", cipher))).isEqualTo(HANDSHAKE);
    }
}
