package tallygate.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import com.paypal.base.SSLUtil;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.provider.Credentials;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** The checks of PayPal's own SDK ({@code Event.validateReceivedEvent}), short of its download of the certificate. */
class PayPalOracleTest {
    private static final Instant NOW = Instant.parse("2026-06-01T08:00:00Z");
    private static final String PASSWORD = "changeit";
    private static final String WEBHOOK = "1JE4291016473214C";

    @TempDir
    private static Path folder;

    private static PrivateKey key;
    private static X509Certificate certificate;

    /** By the JDK's own tool: the kits on this class path bring old versions of the libraries that make certificates. */
    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = folder.resolve("paypal.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = "-genkeypair -alias paypal -keyalg RSA -startdate 2026/01/01 -validity 36500 -dname"
                + " CN=messageverificationcerts.paypal.com -storepass " + PASSWORD + " -keystore";
        List<String> command = new ArrayList<>(List.of(keytool));
        command.addAll(List.of(options.split(" ")));
        command.add(store.toString());
        Process tool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(tool.waitFor(60, TimeUnit.SECONDS) && tool.exitValue() == 0)
                .as("keytool made a certificate")
                .isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        key = (PrivateKey) keys.getKey("paypal", PASSWORD.toCharArray());
        certificate = (X509Certificate) keys.getCertificate("paypal");
    }

    private static Endpoint endpoint() throws Exception {
        return Endpoint.with(
                "paypal",
                Map.of(
                        "webhook-id",
                        new Credentials.Value.Text(WEBHOOK),
                        "certificate",
                        new Credentials.Value.Text(Base64.getEncoder().encodeToString(certificate.getEncoded())),
                        "test-private-key",
                        new Credentials.Value.Text(Keys.line(key))));
    }

    private static String signed(RawRequest made, String body) {
        return Endpoint.header(made, "PAYPAL-TRANSMISSION-ID") + "|" + Endpoint.header(made, "PAYPAL-TRANSMISSION-TIME")
                + "|" + WEBHOOK + "|" + SSLUtil.crc32(body);
    }

    private static boolean sdkTakes(RawRequest made, String body) throws Exception {
        return SSLUtil.validateData(
                List.of(certificate),
                Endpoint.header(made, "PAYPAL-AUTH-ALGO"),
                Endpoint.header(made, "PAYPAL-TRANSMISSION-SIG"),
                signed(made, body),
                body,
                WEBHOOK);
    }

    @Test
    void theSdkTakesWhatIsMadeHereAndRefusesAnotherBody() throws Exception {
        RawRequest made = endpoint().made(NOW);
        assertThat(sdkTakes(made, Endpoint.body(made))).isTrue();
        assertThat(sdkTakes(made, Endpoint.body(made) + " ")).isFalse();
    }

    @Test
    void whatTheSdkWouldTakeIsGenuineHere() throws Exception {
        RawRequest made = endpoint().made(NOW);
        String body = " " + Endpoint.body(made);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        signature.update(signed(made, body).getBytes(StandardCharsets.UTF_8));
        String encoded = Base64.getEncoder().encodeToString(signature.sign());
        Header[] headers = made.headers().stream()
                .map(header -> header.isNamed("PAYPAL-TRANSMISSION-SIG") ? new Header(header.name(), encoded) : header)
                .toArray(Header[]::new);
        assertThat(endpoint().isGenuine(body, NOW, headers)).isTrue();
        assertThat(endpoint().isGenuine(body + " ", NOW, headers)).isFalse();
    }
}
