package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.signature.ProviderCertificate;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.Reason;
import tallygate.signature.TrustedRoots;
import tallygate.signature.UnusableKeyException;

/**
 * Which certificates of UnionPay's are trusted. The few that UnionPay signs with are remembered with their parsed keys; one
 * that is refused is not, so nobody can fill the memory.
 */
final class UnionPayTrust {
    private static final int REMEMBERED_MAX = 16;
    private static final int OWNER_PART = 2;

    /** The authority of UnionPay's test environment, whose certificates count without a root, for test events. */
    private static final String TEST_ISSUER = "CN=CFCA TEST OCA1,";

    /** Who signed. */
    record Signer(String id, KnownKey key, String hold) {
        static Signer secret(String id) {
            return new Signer(id, KnownKey.NONE, "");
        }
    }

    private record Trusted(ProviderCertificate certificate, KnownKey key) {}

    private final Optional<TrustedRoots> roots;
    private final String rootId;
    private final List<ProviderCertificate> intermediates;
    private final String owner;
    private final Map<String, Trusted> remembered = new LinkedHashMap<>();

    /** @param rootId what the proof is counted under: the configured key is the root, the certificate comes with the notice */
    UnionPayTrust(Optional<TrustedRoots> roots, String rootId, List<ProviderCertificate> intermediates, String owner) {
        this.roots = roots;
        this.rootId = rootId;
        this.intermediates = List.copyOf(intermediates);
        this.owner = owner;
    }

    Signer signer(String text, Optional<Instant> at) throws RefusedException {
        if (text.isEmpty()) {
            throw new RefusedException(Reason.KEY_UNKNOWN, "field signPubKeyCert is missing");
        }
        Optional<Trusted> known = recall(text);
        Trusted trusted = known.isPresent() ? known.get() : examined(text, at);
        if (at.isPresent() && !trusted.certificate().isValidAt(at.get())) {
            throw untrusted(
                    "the certificate is valid from " + trusted.certificate().notBefore() + " to "
                            + trusted.certificate().notAfter());
        }
        return new Signer(rootId, trusted.key(), roots.isEmpty() ? "test" : "");
    }

    private Trusted examined(String text, Optional<Instant> at) throws RefusedException {
        Trusted trusted = read(text);
        String[] name = trusted.certificate().commonName().split("@", -1);
        if (name.length <= OWNER_PART || !name[OWNER_PART].equals(owner)) {
            throw untrusted("the certificate is not UnionPay's own: '"
                    + Require.shown(trusted.certificate().commonName()) + "'");
        }
        Optional<String> objection = roots.isPresent()
                ? roots.get().objection(trusted.certificate(), intermediates, at)
                : withoutRoot(trusted.certificate());
        if (objection.isPresent()) {
            throw untrusted(objection.get());
        }
        remember(text, trusted);
        return trusted;
    }

    private static Optional<String> withoutRoot(ProviderCertificate certificate) {
        return certificate.issuer().contains(TEST_ISSUER)
                ? Optional.empty()
                : Optional.of("no root-certificate is configured to check it by");
    }

    private static Trusted read(String text) throws RefusedException {
        try {
            // One character a byte so far; the text of a certificate is ASCII.
            ProviderCertificate certificate = ProviderCertificate.read(text);
            PublicKeyAlgorithm algorithm = PublicKeyAlgorithm.RSA_SHA256;
            return new Trusted(
                    certificate, KnownKey.of(certificate.serial(), certificate.key(algorithm.family()), algorithm));
        } catch (UnusableKeyException e) {
            throw untrusted(String.valueOf(e.getMessage()));
        }
    }

    private static RefusedException untrusted(String detail) {
        return new RefusedException(Reason.CERTIFICATE_UNTRUSTED, detail);
    }

    private synchronized Optional<Trusted> recall(String text) {
        return Optional.ofNullable(remembered.get(text));
    }

    private synchronized void remember(String text, Trusted trusted) {
        if (remembered.size() >= REMEMBERED_MAX) {
            remembered.remove(remembered.keySet().iterator().next());
        }
        remembered.put(text, trusted);
    }
}
