package tallygate.gateway.http;

import java.util.List;
import tallygate.signature.Header;

/**
 * A request line and its headers, proven to have one reading only.
 *
 * @param isHttp11 false for HTTP/1.0
 * @param host the Host header, empty when there is none (HTTP/1.0 only)
 * @param framing how the body's end is found
 * @param keepAlive the sender wants to go on with this connection
 * @param expects what Expect asks for
 * @param coding a coding or type of the body that is not accepted
 */
record RequestHead(
        String method,
        String target,
        boolean isHttp11,
        List<Header> headers,
        String host,
        Framing framing,
        boolean keepAlive,
        Expects expects,
        Coding coding)
        implements Head {

    /**
     * @param chunked the body is chunked; then {@code length} is 0
     * @param length bytes of a body of known length, 0 for none
     */
    record Framing(boolean chunked, long length) {
        static final Framing NO_BODY = new Framing(false, 0);
        static final Framing CHUNKED = new Framing(true, 0);

        boolean hasBody() {
            return chunked || length > 0;
        }
    }

    enum Expects {
        NOTHING,
        CONTINUE,
        OTHER
    }

    enum Coding {
        PLAIN,
        CODED,
        MULTIPART
    }

    boolean isMethod(String name) {
        return method.equals(name);
    }
}
