package tallygate.callback.handler;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import tallygate.callback.Delivery;
import tallygate.signature.Header;

/** W3C Trace Context: all tries of one task share a trace, each has a span of its own. */
final class TraceContext {
    private TraceContext() {}

    static Header header(Delivery delivery, RandomGenerator dice) {
        // An all-zero span id is not allowed.
        long span = dice.nextLong() | 1;
        return new Header(
                "traceparent", "00-" + traceId(delivery) + "-" + HexFormat.of().toHexDigits(span) + "-01");
    }

    private static String traceId(Delivery delivery) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((delivery.taskId() + " " + delivery.idempotencyKey()).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
