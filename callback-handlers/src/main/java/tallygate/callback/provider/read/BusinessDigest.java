package tallygate.callback.provider.read;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 over the fields that make an event what it is. Equal for two deliveries of one event (attempt counters, send times
 * and nonces stay out), different when anything else differs. Every part goes in with its length, so none can borrow from its
 * neighbour.
 */
public final class BusinessDigest {
    private final MessageDigest digest;

    public BusinessDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    public BusinessDigest add(String name, String value) {
        part(name);
        part(value);
        return this;
    }

    /** Adds a whole value; the order of an object's members does not count. */
    public BusinessDigest add(String name, JsonValue value) {
        part(name);
        tree(value);
        return this;
    }

    /** The digest; ends this calculation. */
    public byte[] bytes() {
        return digest.digest();
    }

    private void tree(JsonValue value) {
        switch (value) {
            case JsonValue.Fields fields -> {
                digest.update((byte) '{');
                Map<String, JsonValue> sorted = new TreeMap<>(fields.values());
                sorted.forEach((name, member) -> {
                    part(name);
                    tree(member);
                });
                digest.update((byte) '}');
            }
            case JsonValue.Items items -> {
                digest.update((byte) '[');
                items.values().forEach(this::tree);
                digest.update((byte) ']');
            }
            case JsonValue.Text text -> {
                digest.update((byte) '"');
                part(text.value());
            }
            case JsonValue.Numeral numeral -> {
                digest.update((byte) '#');
                part(numeral.literal());
            }
            case JsonValue.Truth truth -> digest.update((byte) (truth.value() ? 't' : 'f'));
            case JsonValue.Nothing _ -> digest.update((byte) '0');
        }
    }

    private void part(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length).array());
        digest.update(bytes);
    }
}
