package tallygate.simulations;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys of the imitated providers, made for one shop. */
final class Keys {
    private static final BouncyCastleProvider CASTLE = new BouncyCastleProvider();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int RSA_BITS = 2048;

    private Keys() {}

    static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS, RANDOM);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK makes no RSA keys", e);
        }
    }

    static KeyPair sm2() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", CASTLE);
            generator.initialize(new ECGenParameterSpec("sm2p256v1"), RANDOM);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Bouncy Castle makes no SM2 keys", e);
        }
    }

    /** A certificate over an SM2 key, as WeChat Pay hands them out for Chinese cryptography. */
    static X509Certificate certificate(KeyPair keys, Instant now) {
        var name = new X500Name("CN=Load test platform");
        var builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(120, RANDOM).setBit(120),
                Date.from(now.minus(1, ChronoUnit.DAYS)),
                Date.from(now.plus(365, ChronoUnit.DAYS)),
                name,
                keys.getPublic());
        try {
            var signer = new JcaContentSignerBuilder("SM3withSM2")
                    .setProvider(CASTLE)
                    .build(keys.getPrivate());
            return new JcaX509CertificateConverter().setProvider(CASTLE).getCertificate(builder.build(signer));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("an SM2 certificate could not be made", e);
        }
    }

    static String pem(Object keyOrCertificate) {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(keyOrCertificate);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A private key as PEM in PKCS#8, which every reader of keys takes. */
    static String pkcs8(PrivateKey key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    /** So many random bytes as hexadecimal digits. */
    static String hex(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
