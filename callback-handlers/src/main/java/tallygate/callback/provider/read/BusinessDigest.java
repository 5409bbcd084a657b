package tallygate.callback.provider.read;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;

/**
 * SHA-256 over the fields that make an event what it is. Equal for two deliveries of one event (attempt counters, send times
 * and nonces stay out), different when anything else differs. Every part goes in with its length, so none can borrow from its
 * neighbour.
 */
public final class BusinessDigest {
    /** Enough for most events. */
    private static final int FIRST_BYTES = 2_048;

    /** Gathered and hashed at once: one long update costs far less than hundreds of short ones. */
    private byte[] parts = new byte[FIRST_BYTES];

    private int length;

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
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(parts, 0, length);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    private void tree(JsonValue value) {
        switch (value) {
            case JsonValue.Fields fields -> members(fields);
            case JsonValue.Items items -> {
                mark('[');
                items.values().forEach(this::tree);
                mark(']');
            }
            case JsonValue.Text text -> {
                mark('"');
                part(text.value());
            }
            case JsonValue.Numeral numeral -> {
                mark('#');
                part(numeral.literal());
            }
            case JsonValue.Truth truth -> mark(truth.value() ? 't' : 'f');
            case JsonValue.Nothing _ -> mark('0');
        }
    }

    private void members(JsonValue.Fields fields) {
        mark('{');
        String[] names = fields.values().keySet().toArray(String[]::new);
        Arrays.sort(names);
        for (String name : names) {
            part(name);
            tree(Objects.requireNonNull(fields.values().get(name)));
        }
        mark('}');
    }

    private void mark(char kind) {
        room(1);
        parts[length++] = (byte) kind;
    }

    private void part(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        room(Integer.BYTES + bytes.length);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            parts[length++] = (byte) (bytes.length >>> shift);
        }
        System.arraycopy(bytes, 0, parts, length, bytes.length);
        length += bytes.length;
    }

    private void room(int more) {
        if (length + more > parts.length) {
            parts = Arrays.copyOf(parts, Math.max(parts.length * 2, length + more));
        }
    }
}
