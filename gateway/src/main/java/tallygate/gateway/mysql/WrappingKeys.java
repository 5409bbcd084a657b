package tallygate.gateway.mysql;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The operator's keys, which wrap the keys that payloads are sealed with.
 *
 * @param byId the newest first: it wraps what is made from now on
 */
public record WrappingKeys(Map<String, SecretKey> byId) {
    /** Payloads are stored in clear. */
    public static final WrappingKeys NONE = new WrappingKeys(Map.of());

    private static final int BYTES = 32;

    public WrappingKeys {
        byId = new LinkedHashMap<>(byId);
    }

    /** @throws IllegalArgumentException for anything but 32 bytes */
    public static SecretKey key(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a payload key has 32 bytes, got " + bytes.length);
        }
        return new SecretKeySpec(bytes, "AES");
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    /** @throws IllegalStateException when there is none */
    String newest() {
        return byId.keySet().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no payload key is configured"));
    }

    Optional<SecretKey> key(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Names only. */
    @Override
    public String toString() {
        return "WrappingKeys" + byId.keySet();
    }
}
