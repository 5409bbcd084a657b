package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import tallygate.signature.HashAlgorithm;
import tallygate.signature.WireText;

/** How the text of a secret becomes the bytes of a key. Providers with equal-looking secrets differ here. */
enum SecretDecoding {
    /** The text itself, prefixes included. */
    UTF8,
    HEX,
    BASE64,
    /** Standard Webhooks: without {@code whsec_}, then base64. */
    WHSEC,
    /** The SHA-1 of the text (Braintree). */
    SHA1;

    private static final String WHSEC_PREFIX = "whsec_";

    Optional<byte[]> decode(String secret) {
        return switch (this) {
            case UTF8 -> Optional.of(secret.getBytes(StandardCharsets.UTF_8));
            case HEX -> WireText.HEX.decode(secret);
            case BASE64 -> WireText.BASE64.decode(secret);
            case WHSEC ->
                WireText.BASE64.decode(
                        secret.startsWith(WHSEC_PREFIX) ? secret.substring(WHSEC_PREFIX.length()) : secret);
            case SHA1 -> Optional.of(HashAlgorithm.SHA1.of(secret.getBytes(StandardCharsets.UTF_8)));
        };
    }

    /** What a secret must look like, for the message when it does not. */
    String form() {
        return switch (this) {
            case UTF8, SHA1 -> "text";
            case HEX -> "hexadecimal digits";
            case BASE64 -> "base64";
            case WHSEC -> WHSEC_PREFIX + " and base64";
        };
    }

    /** A secret of this form that nobody holds, made from the real one so that it is stable. */
    String other(String secret) {
        byte[] hash = HashAlgorithm.SHA256.of(("another key than " + secret).getBytes(StandardCharsets.UTF_8));
        return switch (this) {
            case UTF8, SHA1 -> HexFormat.of().formatHex(hash);
            case HEX -> HexFormat.of().formatHex(hash);
            case BASE64 -> WireText.BASE64.encode(hash);
            case WHSEC -> WHSEC_PREFIX + WireText.BASE64.encode(hash);
        };
    }
}
