package tallygate.callback.provider.query;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate that signed itself. */
final class TestCertificate {
    private TestCertificate() {}

    static String pem(String commonName) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return pem(commonName, BigInteger.valueOf(4711), generator.generateKeyPair());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static String pem(String commonName, BigInteger serial, KeyPair pair) {
        try {
            X500Principal name = new X500Principal("CN=" + commonName);
            byte[] der = new JcaX509v3CertificateBuilder(
                            name,
                            serial,
                            Date.from(ApiSimulator.NOW.minus(Duration.ofDays(1))),
                            Date.from(ApiSimulator.NOW.plus(Duration.ofDays(365))),
                            name,
                            pair.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate()))
                    .getEncoded();
            return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(der)
                    + "\n-----END CERTIFICATE-----\n";
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
