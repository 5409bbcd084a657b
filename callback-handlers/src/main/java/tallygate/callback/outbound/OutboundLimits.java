package tallygate.callback.outbound;

import java.time.Duration;

/**
 * Bounds of one request.
 *
 * @param connect for the connection, and again for the TLS handshake
 * @param total from looking up the name to the last byte of the answer
 * @param bodyBytesMax of the answer; a longer one counts as none
 */
public record OutboundLimits(Duration connect, Duration total, int bodyBytesMax) {
    private static final Duration TOTAL_MAX = Duration.ofMinutes(10);

    /** For questions to a provider: 3 s, 10 s, 1 MiB. */
    public static final OutboundLimits STANDARD =
            new OutboundLimits(Duration.ofSeconds(3), Duration.ofSeconds(10), 1024 * 1024);

    public OutboundLimits {
        if (connect.toMillis() < 1 || total.toMillis() < 1 || total.compareTo(TOTAL_MAX) > 0 || bodyBytesMax < 0) {
            throw new IllegalArgumentException("outbound limits out of bounds: connect " + connect + ", total " + total
                    + ", body " + bodyBytesMax + " bytes");
        }
    }

    public OutboundLimits withTotal(Duration other) {
        return new OutboundLimits(connect.compareTo(other) < 0 ? connect : other, other, bodyBytesMax);
    }

    public OutboundLimits withBodyBytesMax(int other) {
        return new OutboundLimits(connect, total, other);
    }
}
