package tallygate.gateway.process;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tallygate.gateway.task.LeasedTask;

/**
 * The key that a receiver keeps in a unique index: the same on every try and node, since it is made of what the row holds.
 * Unquoted visible ASCII, at most 128 characters.
 */
final class IdempotencyKey {
    private static final int CHARS_MAX = 128;

    private IdempotencyKey() {}

    /** The effect key, else the event identity {@code account:event:id}; no effect kind is named {@code event}. */
    static String of(LeasedTask task) {
        return of(task.source(), task.effectKey(), task.eventId());
    }

    static String of(String source, String effectKey, String eventId) {
        String plain = effectKey.isEmpty() ? source + ":event:" + eventId : effectKey;
        return isPlain(plain) ? plain : "sha256:" + sha256(plain);
    }

    private static boolean isPlain(String key) {
        return key.length() <= CHARS_MAX && key.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
