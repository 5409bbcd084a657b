package tallygate.callback.outbound;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tallygate.signature.Header;

/**
 * One request to send.
 *
 * @param headers besides Host, Content-Length and Connection, in this order
 * @param body nobody may write to the array
 */
public record HttpCall(String method, HttpTarget target, List<Header> headers, byte[] body) {
    public HttpCall {
        headers = List.copyOf(headers);
        requireToken(method);
        for (Header header : headers) {
            requireToken(header.name());
            requireOneLine(header.value());
        }
        requireOneLine(target.resource());
    }

    /** Head and body as they go over the wire, in one array, so that they go out in one packet where they fit. */
    byte[] bytes() {
        var head = new StringBuilder(512);
        head.append(method).append(' ').append(target.resource()).append(" HTTP/1.1\r\n");
        head.append("Host: ").append(target.authority()).append("\r\n");
        for (Header header : headers) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        if (body.length > 0 || !method.equals("GET")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append("\r\n");
        var bytes = new ByteArrayOutputStream(head.length() + body.length);
        // Header values came off the wire byte for byte as ISO-8859-1, and go on so.
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private static void requireToken(String token) {
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7F && c != ':')) {
            throw new IllegalArgumentException("not an HTTP token of visible ASCII");
        }
    }

    /** Nothing from a callback can begin a header or a request of its own. */
    private static void requireOneLine(String value) {
        if (value.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0)) {
            throw new IllegalArgumentException("a line break or NUL inside an HTTP header or target");
        }
    }
}
