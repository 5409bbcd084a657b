package tallygate.gateway.http;

/**
 * How large one request and all of them together may be.
 *
 * @param lineBytes of the request line
 * @param headBytes of the request line and all headers (also of the trailers of a chunked body)
 * @param headers header lines of one request
 * @param bodyBytes of one body
 * @param bodyBytesInFlight of all bodies that are being received or worked on
 * @param inFlight requests that wait for their handler's answer
 */
public record RequestLimits(
        int lineBytes, int headBytes, int headers, int bodyBytes, long bodyBytesInFlight, int inFlight) {
    private static final int HEAD_BYTES_MAX = 1 << 20;

    public RequestLimits {
        Bounds.require("lineBytes", lineBytes, 64, HEAD_BYTES_MAX);
        Bounds.require("headBytes", headBytes, lineBytes, HEAD_BYTES_MAX);
        Bounds.require("headers", headers, 1, 1_000);
        Bounds.require("bodyBytes", bodyBytes, 0, 1 << 30);
        Bounds.require("bodyBytesInFlight", bodyBytesInFlight, bodyBytes, 1L << 40);
        Bounds.require("inFlight", inFlight, 1, 1_000_000);
    }

    /** These, or with smaller bodies. */
    RequestLimits withBodyBytesAtMost(int most) {
        return most >= bodyBytes
                ? this
                : new RequestLimits(lineBytes, headBytes, headers, most, bodyBytesInFlight, inFlight);
    }

    public static RequestLimits defaults() {
        return new RequestLimits(4 << 10, 8 << 10, 64, 256 << 10, 64L << 20, 4_096);
    }
}
