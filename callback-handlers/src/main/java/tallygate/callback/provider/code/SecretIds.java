package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import tallygate.signature.HashAlgorithm;

/** Names for secrets that have no id of their own. */
final class SecretIds {
    private static final int DIGITS = 8;

    private SecretIds() {}

    /** A short digest: tells two configured secrets apart, and is too short to check guesses against. */
    static String of(String secret) {
        return "key:"
                + HashAlgorithm.SHA256
                        .hex(secret.getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGITS);
    }
}
