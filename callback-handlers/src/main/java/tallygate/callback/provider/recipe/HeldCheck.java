package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.HeldKey;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.SignatureVerifier;

/**
 * One configured key, ready to check.
 *
 * @param secret the key's text, for contents that hold it; empty for public keys
 * @param check the computation with the key in it
 */
record HeldCheck(HeldKey key, String secret, Check check) {
    /** How ids begin that were made from the key because the provider names none. */
    static final String MADE_ID = "key:";

    private static final int ID_DIGITS = 8;

    /** Compares a signature with what the key makes of the content. */
    @FunctionalInterface
    interface Check {
        boolean matches(Algorithm algorithm, byte[] signature, byte[][] content);
    }

    /** For digests and tokens whose secret stands in the content. */
    static final Check UNKEYED = (algorithm, signature, content) -> switch (algorithm) {
        case Algorithm.Plain plain -> MessageDigest.isEqual(plain.hash().of(content), signature);
        case Algorithm.Equal _ -> MessageDigest.isEqual(Template.joined(List.of(content)), signature);
        case Algorithm.Keyed _, Algorithm.Public _ -> false;
    };

    static Check verifying(SignatureVerifier verifier) {
        return (_, signature, content) -> verifier.verify(Template.joined(List.of(content)), signature);
    }

    /** A short digest: tells two configured secrets apart, and is too short to check guesses against. */
    static String idOf(String secret) {
        return MADE_ID
                + HashAlgorithm.SHA256
                        .hex(secret.getBytes(StandardCharsets.UTF_8))
                        .substring(0, ID_DIGITS);
    }

    /** True when the key counts at that instant; without one, every key counts. */
    boolean counts(Optional<Instant> at) {
        if (at.isEmpty()) {
            return true;
        }
        boolean isEarly =
                key.notBefore().filter(from -> at.get().isBefore(from)).isPresent();
        boolean isLate = key.notAfter().filter(end -> at.get().isAfter(end)).isPresent();
        return !isEarly && !isLate;
    }

    /** The same key, for requests that name any other or none. */
    HeldCheck nameless() {
        String id = key.id().startsWith(MADE_ID) ? key.id() : MADE_ID + key.slot();
        return new HeldCheck(new HeldKey(id, key.slot(), key.notBefore(), key.notAfter()), secret, check);
    }

    @Override
    public String toString() {
        return "HeldCheck[" + key + "]";
    }
}
