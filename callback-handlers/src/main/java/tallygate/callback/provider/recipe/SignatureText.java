package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tallygate.signature.WireText;

/** The text forms of signatures. Only the provider's own form passes; bytes are compared, never texts. */
enum SignatureText {
    /** Either case. */
    HEX,
    /** Lower case only: the provider's own SDK compares texts. */
    HEX_LOWER,
    /** The standard alphabet with its padding. */
    BASE64,
    /** Base64 of the hexadecimal text, in the standard or the URL alphabet (Rapyd). */
    BASE64_OF_HEX,
    /** The text itself: a token. */
    TEXT;

    private static final int BASE64_GROUP = 4;

    Optional<byte[]> decode(String text) {
        return switch (this) {
            case HEX -> isAscii(text) ? WireText.HEX.decode(text) : Optional.empty();
            case HEX_LOWER ->
                isAscii(text) && text.chars().noneMatch(c -> c >= 'A' && c <= 'F')
                        ? WireText.HEX.decode(text)
                        : Optional.empty();
            case BASE64 -> text.length() % BASE64_GROUP == 0 ? WireText.BASE64.decode(text) : Optional.empty();
            case BASE64_OF_HEX ->
                WireText.BASE64
                        .decode(text.replace('-', '+').replace('_', '/'))
                        .map(bytes -> new String(bytes, StandardCharsets.US_ASCII))
                        .flatMap(HEX::decode);
            case TEXT -> text.isEmpty() ? Optional.empty() : Optional.of(text.getBytes(StandardCharsets.UTF_8));
        };
    }

    String encode(byte[] signature) {
        return switch (this) {
            case HEX, HEX_LOWER -> WireText.HEX.encode(signature);
            case BASE64 -> WireText.BASE64.encode(signature);
            case BASE64_OF_HEX ->
                WireText.BASE64.encode(WireText.HEX.encode(signature).getBytes(StandardCharsets.US_ASCII));
            case TEXT -> new String(signature, StandardCharsets.UTF_8);
        };
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }
}
