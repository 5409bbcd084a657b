package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.PublicKeyAlgorithm;
import tallygate.signature.SignatureMaker;
import tallygate.signature.SigningKey;
import tallygate.signature.VerificationKey.Family;

/** Signs with keys that no endpoint holds: for callbacks that must be refused. */
final class Forger {
    private Forger() {}

    /** Made once a process, when first needed. */
    private static final class Keys {
        private static final SigningKey RSA = SigningKey.generate(Family.RSA);
        private static final SigningKey SM2 = SigningKey.generate(Family.SM2);
    }

    /** A secret of the same length that is not this one. */
    static String secret(String own) {
        String digest = HashAlgorithm.SHA512.hex(("not " + own).getBytes(StandardCharsets.UTF_8));
        StringBuilder other = new StringBuilder(digest);
        while (other.length() < own.length()) {
            other.append(digest);
        }
        return other.substring(0, own.length());
    }

    static SignatureMaker of(PublicKeyAlgorithm algorithm) {
        return switch (algorithm.family()) {
            case RSA -> algorithm.maker(Keys.RSA);
            case SM2 -> algorithm.maker(Keys.SM2);
            case EC, ED25519 -> throw new IllegalArgumentException("no made callback is signed with " + algorithm);
        };
    }
}
