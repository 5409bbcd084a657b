package tallygate.signature;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The certificates that an endpoint trusts to vouch for others. Chains are checked from configured certificates only:
 * nothing is fetched, and no revocation list is asked.
 */
public final class TrustedRoots {
    private final Set<TrustAnchor> anchors;

    private TrustedRoots(Set<TrustAnchor> anchors) {
        this.anchors = anchors;
    }

    /**
     * Roots whose keys the Java platform does not know (SM2) are left out: no chain that it can check leads to them.
     *
     * @throws UnusableKeyException when no usable root is left
     */
    public static TrustedRoots of(List<ProviderCertificate> roots) {
        Set<TrustAnchor> anchors = roots.stream()
                .map(TrustedRoots::platform)
                .filter(root ->
                        root.getPublicKey() instanceof RSAPublicKey || root.getPublicKey() instanceof ECPublicKey)
                .map(root -> new TrustAnchor(root, null))
                .collect(Collectors.toUnmodifiableSet());
        if (anchors.isEmpty()) {
            throw new UnusableKeyException("at least one root certificate with an RSA or EC key is due");
        }
        return new TrustedRoots(anchors);
    }

    /**
     * Why the leaf is not to be trusted; nothing when it is.
     *
     * @param intermediates certificates that may stand between leaf and root, in any order
     * @param at the instant whose validity dates count; empty: the dates are not judged
     */
    public Optional<String> objection(
            ProviderCertificate leaf, List<ProviderCertificate> intermediates, Optional<Instant> at) {
        try {
            X509CertSelector target = new X509CertSelector();
            target.setCertificate(platform(leaf));
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(at.orElseGet(() -> commonDay(leaf, intermediates))));
            parameters.addCertStore(store(leaf, intermediates));
            CertPathBuilder.getInstance("PKIX").build(parameters);
            return Optional.empty();
        } catch (CertPathBuilderException e) {
            return Optional.of("no valid chain from '" + leaf.commonName() + "' to a configured root");
        } catch (GeneralSecurityException | UnusableKeyException e) {
            return Optional.of("the certificate cannot be checked: " + e.getMessage());
        }
    }

    private static CertStore store(ProviderCertificate leaf, List<ProviderCertificate> intermediates)
            throws GeneralSecurityException {
        List<X509Certificate> all = new ArrayList<>();
        all.add(platform(leaf));
        intermediates.forEach(certificate -> all.add(platform(certificate)));
        return CertStore.getInstance("Collection", new CollectionCertStoreParameters(all));
    }

    /** A day on which all of them were already valid: used where dates are not judged. */
    private static Instant commonDay(ProviderCertificate leaf, List<ProviderCertificate> intermediates) {
        return intermediates.stream()
                .map(ProviderCertificate::notBefore)
                .reduce(leaf.notBefore(), (a, b) -> a.isAfter(b) ? a : b);
    }

    private static X509Certificate platform(ProviderCertificate certificate) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate.der()));
        } catch (GeneralSecurityException e) {
            throw new UnusableKeyException(
                    "the certificate of '" + certificate.commonName() + "' cannot be read by the Java platform");
        }
    }
}
