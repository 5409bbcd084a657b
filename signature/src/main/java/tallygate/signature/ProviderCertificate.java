package tallygate.signature;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Certificate;
import tallygate.signature.VerificationKey.Family;

/**
 * An X.509 certificate that a provider signs with. Also read when its key is on a curve that the Java platform does not
 * know (SM2).
 *
 * @param serial in upper-case hexadecimal without leading zeros, as WeChat Pay writes it
 * @param commonName of the subject, empty when it has none
 */
public record ProviderCertificate(byte[] der, String serial, String commonName, Instant notBefore, Instant notAfter) {
    /**
     * Reads one or more certificates, in the order of the text.
     *
     * @throws UnusableKeyException when the text holds something else
     */
    public static List<ProviderCertificate> readAll(String text) {
        return KeyText.blocks(text).stream().map(ProviderCertificate::of).toList();
    }

    /** @throws UnusableKeyException when the text holds anything but one certificate */
    public static ProviderCertificate read(String text) {
        List<ProviderCertificate> all = readAll(text);
        if (all.size() != 1) {
            throw new UnusableKeyException("one certificate is due, the text holds " + all.size());
        }
        return all.getFirst();
    }

    private static ProviderCertificate of(KeyText text) {
        if (text.kind() != KeyText.Kind.CERTIFICATE) {
            throw new UnusableKeyException(text.kind().words() + " was found where an X.509 certificate is due");
        }
        try {
            Certificate certificate = Certificate.getInstance(text.der());
            return new ProviderCertificate(
                    text.der(),
                    certificate.getSerialNumber().getValue().toString(16).toUpperCase(Locale.ROOT),
                    commonName(certificate.getSubject()),
                    certificate.getStartDate().getDate().toInstant(),
                    certificate.getEndDate().getDate().toInstant());
        } catch (RuntimeException e) {
            throw new UnusableKeyException(
                    "the certificate cannot be read: " + text.der().length + " bytes, damaged or cut off");
        }
    }

    private static String commonName(X500Name subject) {
        RDN[] names = subject.getRDNs(BCStyle.CN);
        return names.length > 0 && names[0].getFirst().getValue() instanceof ASN1String name ? name.getString() : "";
    }

    /** @throws UnusableKeyException when the certificate's key is of another family */
    public VerificationKey key(Family due) {
        try {
            return VerificationKey.ofSpki(
                    due, Certificate.getInstance(der).getSubjectPublicKeyInfo().getEncoded());
        } catch (IOException e) {
            throw new IllegalStateException("a DER structure cannot be written", e);
        }
    }

    /** The issuer's name as RFC 2253 writes it. */
    public String issuer() {
        try {
            return new X500Principal(Certificate.getInstance(der).getIssuer().getEncoded()).getName();
        } catch (IOException e) {
            throw new IllegalStateException("a DER structure cannot be written", e);
        }
    }

    /** True inside the certificate's own dates. */
    public boolean isValidAt(Instant at) {
        return !at.isBefore(notBefore) && !at.isAfter(notAfter);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProviderCertificate certificate && Arrays.equals(der, certificate.der);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(der);
    }

    @Override
    public String toString() {
        return "ProviderCertificate[serial " + serial + ", " + commonName + ", to " + notAfter + "]";
    }
}
