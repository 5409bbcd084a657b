package tallygate.callback.provider.code;

import java.util.List;
import java.util.Optional;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SignatureVerifier;
import tallygate.signature.SigningKey;
import tallygate.signature.VerificationKey;

/**
 * A provider's public key in its slot, ready to check.
 *
 * @param id the provider's own id, or one made from the key
 */
record KnownKey(String id, VerificationKey key, SignatureVerifier verifier) {
    /** Stands where no public key is part of the proof; it takes no signature at all. */
    static final KnownKey NONE =
            new KnownKey("", new VerificationKey(VerificationKey.Family.RSA, 0, new byte[0]), (_, _) -> false);

    private static final byte[] PROBE = {1, 2, 3};
    private static final int ID_DIGITS = 8;

    static KnownKey of(String id, VerificationKey key, PublicKeyAlgorithm algorithm) {
        return new KnownKey(id, key, algorithm.verifier(key));
    }

    /** A key whose provider gives it no id. */
    static KnownKey unnamed(VerificationKey key, PublicKeyAlgorithm algorithm) {
        return of("key:" + key.fingerprint().substring(0, ID_DIGITS), key, algorithm);
    }

    /** True when the private key is this key's other half. */
    boolean pairsWith(SigningKey key, PublicKeyAlgorithm algorithm) {
        return verifier.verify(PROBE, algorithm.maker(key).sign(PROBE));
    }

    /** The first key that the signature fits. */
    static Optional<KnownKey> matching(List<KnownKey> keys, byte[] message, byte[] signature) {
        return keys.stream()
                .filter(key -> key.verifier().verify(message, signature))
                .findFirst();
    }
}
