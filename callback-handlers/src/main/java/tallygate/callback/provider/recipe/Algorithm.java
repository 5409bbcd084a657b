package tallygate.callback.provider.recipe;

import tallygate.signature.HashAlgorithm;
import tallygate.signature.Hmac;
import tallygate.signature.PublicKeyAlgorithm;

/** How a signature is computed over the rendered content. */
sealed interface Algorithm {
    /** Keyed by the secret. */
    record Keyed(Hmac.Hash hash) implements Algorithm {}

    /** A plain digest: the secret stands in the content. */
    record Plain(HashAlgorithm hash) implements Algorithm {}

    record Public(PublicKeyAlgorithm scheme) implements Algorithm {}

    /** No computation: the content itself is what is due, a token or a password. */
    record Equal() implements Algorithm {}

    /** @throws IllegalArgumentException when the word is not known */
    static Algorithm parse(String word) {
        return switch (word) {
            case "hmac-md5" -> new Keyed(Hmac.Hash.MD5);
            case "hmac-sha1" -> new Keyed(Hmac.Hash.SHA1);
            case "hmac-sha256" -> new Keyed(Hmac.Hash.SHA256);
            case "hmac-sha384" -> new Keyed(Hmac.Hash.SHA384);
            case "hmac-sha512" -> new Keyed(Hmac.Hash.SHA512);
            case "md5" -> new Plain(HashAlgorithm.MD5);
            case "sha1" -> new Plain(HashAlgorithm.SHA1);
            case "sha256" -> new Plain(HashAlgorithm.SHA256);
            case "sha384" -> new Plain(HashAlgorithm.SHA384);
            case "sha512" -> new Plain(HashAlgorithm.SHA512);
            case "rsa-sha1" -> new Public(PublicKeyAlgorithm.RSA_SHA1);
            case "rsa-sha256" -> new Public(PublicKeyAlgorithm.RSA_SHA256);
            case "rsa-sha512" -> new Public(PublicKeyAlgorithm.RSA_SHA512);
            case "rsa-pss-sha256" -> new Public(PublicKeyAlgorithm.RSA_PSS_SHA256);
            case "ecdsa-sha256" -> new Public(PublicKeyAlgorithm.ECDSA_SHA256);
            case "ed25519" -> new Public(PublicKeyAlgorithm.ED25519);
            case "sm2-sm3" -> new Public(PublicKeyAlgorithm.SM2_SM3);
            case "equal" -> new Equal();
            default ->
                throw new IllegalArgumentException("'" + word + "' is not an algorithm; known are hmac-md5, hmac-sha1, "
                        + "hmac-sha256, hmac-sha384, hmac-sha512, md5, sha1, sha256, sha384, sha512, rsa-sha1, "
                        + "rsa-sha256, rsa-sha512, rsa-pss-sha256, ecdsa-sha256, ed25519, sm2-sm3, equal");
        };
    }

    /** True when one check takes long enough to belong off an event loop. */
    default boolean isSlow() {
        return switch (this) {
            case Public p ->
                switch (p.scheme()) {
                    case ECDSA_SHA256, ED25519, SM2_SM3 -> true;
                    case RSA_SHA1, RSA_SHA256, RSA_SHA512, RSA_PSS_SHA256, RSA_BARE -> false;
                };
            case Keyed _, Plain _, Equal _ -> false;
        };
    }
}
