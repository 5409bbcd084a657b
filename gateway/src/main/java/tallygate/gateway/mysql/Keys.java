package tallygate.gateway.mysql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Ids from outside as bytes of at most 255: compared as they are, never cut. A longer one is kept as {@code sha256:} and hex,
 * with its full text in the column {@code overlong}.
 */
final class Keys {
    static final int BYTES_MAX = 255;
    private static final String PREFIX = "sha256:";

    private Keys() {}

    static byte[] column(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return isAsItIs(text, bytes) ? bytes : digestColumn(text);
    }

    /** The same, when the bytes are known and are too many or do not say all of the text. */
    static byte[] digestColumn(String text) {
        return digest(text).getBytes(StandardCharsets.US_ASCII);
    }

    /** The same for a text column. */
    static String text(String text) {
        return isAsItIs(text) ? text : digest(text);
    }

    static boolean isAsItIs(String text) {
        // A unit is three bytes at most.
        return text.length() <= BYTES_MAX / 3
                ? isWellFormed(text)
                : isAsItIs(text, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Half of a surrogate pair becomes a question mark in UTF-8: two such ids are not the same. */
    static boolean isAsItIs(String text, byte[] bytes) {
        return bytes.length <= BYTES_MAX && isWellFormed(text);
    }

    static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= Character.MIN_SURROGATE && Character.isSurrogate(unit)) {
                boolean isPair = Character.isHighSurrogate(unit)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!isPair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Over UTF-16, which can say all that a string holds. */
    private static String digest(String text) {
        ByteBuffer units = ByteBuffer.allocate(text.length() * 2);
        units.asCharBuffer().put(text);
        return PREFIX + HexFormat.of().formatHex(sha256().digest(units.array()));
    }

    static boolean isDigest(String column) {
        return column.length() == PREFIX.length() + 64 && column.startsWith(PREFIX);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
