package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.callback.outbound.Destination;
import tallygate.callback.outbound.OutboundAnswer;
import tallygate.callback.outbound.OutboundRequest;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.CertificateSource.Fetched;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.query.ApiSimulator.Reply;
import tallygate.signature.AesGcm;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Fetched certificates count only when they are proven to be the provider's. */
class CertificatesTest {
    private static final String API_KEY = "0123456789abcdef0123456789ABCDEF";
    private static final KeyPair MERCHANT = keys();
    private static final KeyPair PLATFORM = keys();
    private static final KeyPair STRANGER = keys();
    private static final BigInteger SERIAL = new BigInteger("5157F09EFDC096DE15EBE81A47057A72", 16);
    private static final String SERIAL_TEXT = "5157F09EFDC096DE15EBE81A47057A72";
    private static final String PEM = TestCertificate.pem("Tenpay.com sign", SERIAL, PLATFORM);

    private final ApiSimulator api = new ApiSimulator();

    @AfterEach
    void close() {
        api.close();
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private BoundProvider wechat() {
        Map<String, Value> values = new HashMap<>(Map.of(
                "api-v3-key", new Value.Text(API_KEY),
                "certificate-download", new Value.Text("on"),
                "merchant-id", new Value.Text("1900000109"),
                "merchant-serial", new Value.Text("7132D72A03E93CDDF8C03BBD1F37EEDF3A"),
                "merchant-private-key",
                        new Value.Text(base64(MERCHANT.getPrivate().getEncoded()))));
        return api.bound("wechatpay-v3", new Credentials(values));
    }

    private static String item(String pem, String serial, String apiKey) {
        byte[] sealed = new AesGcm(apiKey.getBytes(StandardCharsets.UTF_8))
                .encrypt(
                        "4bkDeF9zRq1c".getBytes(StandardCharsets.UTF_8),
                        "certificate".getBytes(StandardCharsets.UTF_8),
                        pem.getBytes(StandardCharsets.UTF_8));
        return "{\"serial_no\":\"" + serial
                + "\",\"encrypt_certificate\":{\"algorithm\":\"AEAD_AES_256_GCM\",\"nonce\":"
                + "\"4bkDeF9zRq1c\",\"associated_data\":\"certificate\",\"ciphertext\":\"" + base64(sealed) + "\"}}";
    }

    private static Reply signed(String body, KeyPair signer, String serial) throws Exception {
        String timestamp = Long.toString(ApiSimulator.NOW.getEpochSecond());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(signer.getPrivate());
        signature.update((timestamp + "\nnonce\n" + body + "\n").getBytes(StandardCharsets.UTF_8));
        return new Reply(
                200,
                Map.of(
                        "Wechatpay-Serial",
                        serial,
                        "Wechatpay-Timestamp",
                        timestamp,
                        "Wechatpay-Nonce",
                        "nonce",
                        "Wechatpay-Signature",
                        base64(signature.sign())),
                body);
    }

    private Fetched fetched(Reply reply) throws InterruptedException {
        api.answering(_ -> reply);
        return wechat().certificateSource().orElseThrow().fetch("", ApiSimulator.tools());
    }

    @Test
    void wechatsCertificatesAreOpenedWithTheApiKeyAndTheAnswersSignatureIsVerified() throws Exception {
        String body = "{\"data\":[" + item(PEM, SERIAL_TEXT, API_KEY) + "]}";
        assertThat(fetched(signed(body, PLATFORM, SERIAL_TEXT))).isEqualTo(new Fetched.Certificates(List.of(PEM)));
        assertThat(api.questions().getFirst().resource()).isEqualTo("/v3/certificates");
        assertThat(api.questions().getFirst().header("Authorization")).startsWith("WECHATPAY2-SHA256-RSA2048 ");

        assertThat(fetched(signed(body, STRANGER, SERIAL_TEXT))).isInstanceOf(Fetched.Failed.class);
        assertThat(fetched(signed(body, STRANGER, "AAAA1111"))).isInstanceOf(Fetched.Failed.class);
        assertThat(fetched(Reply.of(body))).isInstanceOf(Fetched.Failed.class);
        String otherKey = "{\"data\":[" + item(PEM, SERIAL_TEXT, API_KEY.toLowerCase(Locale.ROOT)) + "]}";
        assertThat(fetched(signed(otherKey, PLATFORM, SERIAL_TEXT))).isInstanceOf(Fetched.Failed.class);
        String otherSerial = "{\"data\":[" + item(PEM, "AAAA1111", API_KEY) + "]}";
        assertThat(fetched(signed(otherSerial, PLATFORM, SERIAL_TEXT))).isInstanceOf(Fetched.Failed.class);
    }

    @Test
    void whatWasFetchedVerifiesCallbacksWhenItIsBound() {
        Credentials with = new Credentials(Map.of(
                        "api-v3-key", new Value.Text(API_KEY),
                        "test-private-key",
                                new Value.Text(base64(PLATFORM.getPrivate().getEncoded()))))
                .adding("certificates", true, List.of(PEM));
        assertThat(api.bound("wechatpay-v3", with).keys())
                .extracting(k -> k.id())
                .contains(SERIAL_TEXT);
        assertThat(wechat().keys()).as("nothing is configured").noneMatch(k -> k.id().equals(SERIAL_TEXT));
    }

    private BoundProvider paypal(String root) {
        return api.bound(
                "paypal",
                new Credentials(Map.of(
                        "webhook-id", new Value.Text("WH-1"),
                        "certificate-download", new Value.Text("on"),
                        "root-certificate", new Value.Text(root))));
    }

    private static RawRequest naming(String url) {
        return new RawRequest("POST", "https", "", "/", List.of(new Header("PAYPAL-CERT-URL", url)), new byte[0], "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.paypal.com.evil/v1/notifications/certs/CERT-1",
                "https://api.paypal.com@127.0.0.1/v1/notifications/certs/CERT-1",
                "http://api.paypal.com/v1/notifications/certs/CERT-1",
                "https://api.paypal.com:444/v1/notifications/certs/CERT-1",
                "https://[::ffff:127.0.0.1]/v1/notifications/certs/CERT-1",
                "https://2130706433/v1/notifications/certs/CERT-1",
                "https://api.paypal.com/v1/oauth2/token",
                "https://api.paypal.com/v1/notifications/certs/../../oauth2/token",
                "https://api.paypal.com/v1/notifications/certs/CERT-1?x=1",
                "https://api.paypal.com/v1/notifications/certs/CERT-1#x",
                "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
                "not a url"
            })
    void aCertificateUrlThatIsNotPayPalsIsNeitherNamedNorFetched(String url) throws InterruptedException {
        CertificateSource source = paypal(PEM).certificateSource().orElseThrow();
        assertThat(source.named(naming(url))).isEmpty();
        List<OutboundRequest> sent = new ArrayList<>();
        assertThat(source.fetch(url, tools(sent, PEM))).isInstanceOf(Fetched.Failed.class);
        assertThat(sent).isEmpty();
    }

    private static QueryTools tools(List<OutboundRequest> sent, String answer) {
        return new QueryTools(
                request -> {
                    sent.add(request);
                    return new OutboundAnswer.Answered(200, List.of(), answer.getBytes(StandardCharsets.US_ASCII));
                },
                InstantSource.fixed(ApiSimulator.NOW),
                new SplittableRandom(1));
    }

    @Test
    @Tag("T-06")
    void paypalsCertificateIsTakenOnlyFromItsHostsWithAnAuthorityAndForItsName() throws InterruptedException {
        String url = "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77";
        String paypals = TestCertificate.pem("messageverificationcerts.paypal.com", SERIAL, PLATFORM);
        List<OutboundRequest> sent = new ArrayList<>();
        CertificateSource trusting = paypal(paypals).certificateSource().orElseThrow();
        assertThat(trusting.named(naming(url))).isEqualTo(Optional.of(url));
        assertThat(trusting.fetch(url, tools(sent, paypals))).isEqualTo(new Fetched.Certificates(List.of(paypals)));
        assertThat(sent).singleElement().satisfies(request -> {
            assertThat(request.to()).isInstanceOf(Destination.Listed.class);
            assertThat(request.limits().bodyBytesMax()).isEqualTo(64 * 1024);
            assertThat(request.limits().total()).hasSeconds(3);
        });
        String strangers = TestCertificate.pem("messageverificationcerts.paypal.com", SERIAL, STRANGER);
        assertThat(trusting.fetch(url, tools(sent, strangers)))
                .as("no authority")
                .isInstanceOf(Fetched.Failed.class);
        String others = TestCertificate.pem("evil.example", SERIAL, PLATFORM);
        assertThat(paypal(others).certificateSource().orElseThrow().fetch(url, tools(sent, others)))
                .as("another name")
                .isInstanceOf(Fetched.Failed.class);
        assertThat(trusting.fetch(url, tools(sent, "<html>"))).isInstanceOf(Fetched.Failed.class);
    }

    /** Without a configured root those of this Java decide, and no self-made certificate passes them. */
    @Test
    void withoutARootOfItsOwnOnlyKnownAuthoritiesCount() throws InterruptedException {
        String paypals = TestCertificate.pem("messageverificationcerts.paypal.com", SERIAL, PLATFORM);
        CertificateSource source = api.bound(
                        "paypal",
                        new Credentials(Map.of(
                                "webhook-id", new Value.Text("WH-1"), "certificate-download", new Value.Text("on"))))
                .certificateSource()
                .orElseThrow();
        String url = "https://api.paypal.com/v1/notifications/certs/CERT-1";
        assertThat(source.fetch(url, tools(new ArrayList<>(), paypals))).isInstanceOf(Fetched.Failed.class);
    }
}
