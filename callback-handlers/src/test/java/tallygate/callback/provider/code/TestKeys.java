package tallygate.callback.provider.code;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys and certificates made for one test run. */
final class TestKeys {
    static final String SERIAL = "ABCDEF0123";
    static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant TO = Instant.parse("2027-01-01T00:00:00Z");
    private static final BouncyCastleProvider BC = new BouncyCastleProvider();

    private TestKeys() {}

    static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair sm2() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", BC);
            generator.initialize(new ECGenParameterSpec("sm2p256v1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String line(Key key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    /** A certificate in PEM, signed by itself. */
    static String certificate(String subject, KeyPair keys) {
        return certificate(subject, keys, subject, keys.getPrivate(), false);
    }

    static String certificate(String subject, KeyPair keys, String issuer, PrivateKey issuerKey, boolean isAuthority) {
        try {
            X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                    new X500Name(issuer),
                    new BigInteger(SERIAL, 16),
                    Date.from(FROM),
                    Date.from(TO),
                    new X500Name(subject),
                    SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded()));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
            boolean isSm2 = !issuerKey.getAlgorithm().equals("RSA");
            JcaContentSignerBuilder signing = new JcaContentSignerBuilder(isSm2 ? "SM3withSM2" : "SHA256withRSA");
            byte[] der = builder.build((isSm2 ? signing.setProvider(BC) : signing).build(issuerKey))
                    .getEncoded();
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                    + "\n-----END CERTIFICATE-----\n";
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
