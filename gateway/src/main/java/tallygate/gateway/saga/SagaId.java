package tallygate.gateway.saga;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The name of one run of a saga, the same for every retry of what started it. */
public record SagaId(String value) {
    public static final int LENGTH_MAX = 40;
    private static final int DIGEST_BYTES = 16;

    public SagaId {
        if (!value.matches("[A-Za-z0-9_-]{1," + LENGTH_MAX + "}")) {
            throw new IllegalArgumentException(
                    "a saga id has 1.." + LENGTH_MAX + " letters, digits, _ and -, got " + value.length());
        }
    }

    /**
     * @param identity what must start one saga only: the effect key, else the event's identity, else the caller's own key
     */
    public static SagaId derived(String sagaType, String identity) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((sagaType + '\n' + identity).getBytes(StandardCharsets.UTF_8));
            return new SagaId("sg" + HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    /** The request id of a step in a direction; a compensation names its forward request beside it. */
    public String request(Direction direction, int seq) {
        return switch (direction) {
            case FORWARD -> value + ":s" + seq;
            case COMPENSATION -> value + ":c:s" + seq;
        };
    }

    @Override
    public String toString() {
        return value;
    }
}
