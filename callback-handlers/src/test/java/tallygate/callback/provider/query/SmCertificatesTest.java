package tallygate.callback.provider.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.CertificateSource.Fetched;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.query.ApiSimulator.Reply;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SigningKey;
import tallygate.signature.Sm4Gcm;

/** WeChat Pay's platform certificates with Chinese cryptography: SM2 keys, SM4 around them. */
class SmCertificatesTest {
    private static final String API_KEY = "0123456789abcdef0123456789ABCDEF";
    private static final String SERIAL = "5157F09EFDC096DE15EBE81A47057A72";
    private final ApiSimulator api = new ApiSimulator();

    @AfterEach
    void close() {
        api.close();
    }

    private static KeyPair sm2() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", new BouncyCastleProvider());
        generator.initialize(new ECGenParameterSpec("sm2p256v1"), new SecureRandom());
        return generator.generateKeyPair();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String pem(KeyPair pair) throws Exception {
        X500Principal name = new X500Principal("CN=Tenpay.com sign");
        byte[] der = new JcaX509v3CertificateBuilder(
                        name,
                        new BigInteger(SERIAL, 16),
                        Date.from(ApiSimulator.NOW.minus(Duration.ofDays(1))),
                        Date.from(ApiSimulator.NOW.plus(Duration.ofDays(365))),
                        name,
                        pair.getPublic())
                .build(new JcaContentSignerBuilder("SM3withSM2")
                        .setProvider(new BouncyCastleProvider())
                        .build(pair.getPrivate()))
                .getEncoded();
        return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END CERTIFICATE-----\n";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Reply answer(String pem, KeyPair signer) {
        byte[] key = Arrays.copyOf(HashAlgorithm.SM3.of(utf8(API_KEY)), 16);
        String sealed = base64(new Sm4Gcm(key).encrypt(utf8("4bkDeF9zRq1c"), utf8("certificate"), utf8(pem)));
        String body =
                "{\"data\":[{\"serial_no\":\"" + SERIAL + "\",\"encrypt_certificate\":{\"nonce\":\"4bkDeF9zRq1c\","
                        + "\"associated_data\":\"certificate\",\"ciphertext\":\"" + sealed + "\"}}]}";
        String timestamp = Long.toString(ApiSimulator.NOW.getEpochSecond());
        byte[] signature = PublicKeyAlgorithm.SM2_SM3
                .maker(new SigningKey(signer.getPrivate().getEncoded()))
                .sign(utf8(timestamp + "\nnonce\n" + body + "\n"));
        return new Reply(
                200,
                Map.of(
                        "Wechatpay-Serial",
                        SERIAL,
                        "Wechatpay-Timestamp",
                        timestamp,
                        "Wechatpay-Nonce",
                        "nonce",
                        "Wechatpay-Signature",
                        base64(signature)),
                body);
    }

    @Test
    void certificatesAreAskedForWithAnSm2SignatureAndTakenWhenSm2SignedThem() throws Exception {
        KeyPair merchant = sm2();
        KeyPair platform = sm2();
        String pem = pem(platform);
        var source = api.bound(
                        "wechatpay-v3-sm",
                        new Credentials(Map.of(
                                "api-v3-key", new Value.Text(API_KEY),
                                "certificate-download", new Value.Text("on"),
                                "merchant-id", new Value.Text("1900000109"),
                                "merchant-serial", new Value.Text("7132D72A"),
                                "merchant-private-key",
                                        new Value.Text(
                                                base64(merchant.getPrivate().getEncoded())))))
                .certificateSource()
                .orElseThrow();
        api.answering(_ -> answer(pem, platform));
        assertThat(source.fetch("", ApiSimulator.tools())).isEqualTo(new Fetched.Certificates(List.of(pem)));
        assertThat(api.questions().getFirst().resource()).isEqualTo("/v3/certificates?algorithm_type=SM2");
        assertThat(api.questions().getFirst().header("Authorization")).startsWith("WECHATPAY2-SM2-WITH-SM3 mchid=");
        api.answering(_ -> answer(pem, merchant));
        assertThat(source.fetch("", ApiSimulator.tools())).isInstanceOf(Fetched.Failed.class);
    }
}
