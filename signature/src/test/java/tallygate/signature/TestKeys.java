package tallygate.signature;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
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
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys and certificates made for one test run. */
final class TestKeys {
    static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant TO = Instant.parse("2027-01-01T00:00:00Z");
    private static final BouncyCastleProvider BC = new BouncyCastleProvider();

    private TestKeys() {}

    static KeyPair rsa(int bits) {
        return pair("RSA", bits);
    }

    static KeyPair ed25519() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair curve(String name) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", BC);
            generator.initialize(new ECGenParameterSpec(name));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair pair(String algorithm, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String pem(String label, byte[] der) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }

    static String line(Key key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    static ProviderCertificate certificate(
            String subject, KeyPair subjectKeys, String issuer, PrivateKey issuerKey, boolean isAuthority) {
        try {
            X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                    new X500Name(issuer),
                    new BigInteger("00ABCDEF0123", 16),
                    Date.from(FROM),
                    Date.from(TO),
                    new X500Name(subject),
                    SubjectPublicKeyInfo.getInstance(subjectKeys.getPublic().getEncoded()));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
            String algorithm = issuerKey.getAlgorithm().startsWith("EC") ? "SM3withSM2" : "SHA256withRSA";
            JcaContentSignerBuilder signing = new JcaContentSignerBuilder(algorithm);
            ContentSigner signer =
                    algorithm.startsWith("SM3") ? signing.setProvider(BC).build(issuerKey) : signing.build(issuerKey);
            return ProviderCertificate.read(
                    pem("CERTIFICATE", builder.build(signer).getEncoded()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
