package tallygate.gateway.http;

/**
 * Why the listener itself answers a request, before or instead of the handler.
 *
 * <p>The texts say what is wrong with the HTTP of a request; they never say anything about keys or signatures.
 */
enum Refusal implements Head, Scan, Body.Progress {
    REQUEST_LINE(400, "request line is not 'METHOD SP target SP HTTP/1.x CRLF'"),
    TARGET(400, "request target must be a path of visible ASCII characters that starts with a slash"),
    HEADER(400, "header line is not 'name: value' or holds a control character"),
    HEADER_FOLDED(400, "header line starts with a blank: folded headers are refused"),
    HEADER_NAME(400, "header name holds an underscore: use a hyphen"),
    LINE_END(400, "line does not end with CR LF"),
    HOST(400, "exactly one valid Host header is needed"),
    LENGTH(400, "Content-Length must be one plain number, without Transfer-Encoding beside it"),
    TRANSFER_CODING(400, "the only transfer coding understood is 'chunked', once, in HTTP/1.1"),
    CHUNK(400, "chunked body is malformed"),
    BODY_UNEXPECTED(400, "GET and HEAD requests have no body"),
    PROXY_HEADER(400, "PROXY protocol header is missing or malformed"),
    METHOD(405, "method is not allowed here"),
    HEAD_TIMEOUT(408, "request head took too long"),
    BODY_TIMEOUT(408, "request body took too long"),
    BODY_TOO_SLOW(408, "request body came too slowly"),
    BODY_TOO_LARGE(413, "request body is too large"),
    TARGET_TOO_LONG(414, "request line is too long"),
    CONTENT_CODING(415, "Content-Encoding must be absent or identity"),
    MULTIPART(415, "multipart bodies are not accepted"),
    EXPECTATION(417, "the only expectation understood is '100-continue'"),
    HEAD_TOO_LARGE(431, "request head is too large or has too many headers"),
    HANDLER_FAILED(500, "internal error"),
    CONNECTIONS(503, "too many connections, try again"),
    HANDSHAKES(503, "too many TLS handshakes, try again"),
    CONNECTIONS_OF_ADDRESS(503, "too many connections from this address, try again"),
    IN_FLIGHT(503, "too many requests in flight, try again"),
    BODY_MEMORY(503, "too many request bodies in flight, try again"),
    ANSWER_TIMEOUT(503, "no answer in time, try again"),
    VERSION(505, "HTTP version must be 1.1 or 1.0");

    private final int status;
    private final String text;

    Refusal(int status, String text) {
        this.status = status;
        this.text = text;
    }

    int status() {
        return status;
    }

    String text() {
        return text;
    }

    /** Whether it turns a connection away, before there is a request. */
    boolean isOfConnection() {
        return switch (this) {
            case CONNECTIONS, CONNECTIONS_OF_ADDRESS, HANDSHAKES, PROXY_HEADER -> true;
            default -> false;
        };
    }

    /** The value of the metric label {@code reason}. */
    String label() {
        return Ascii.lower(name()).replace('_', '-');
    }
}
