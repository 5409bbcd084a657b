package tallygate.gateway.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tallygate.signature.Header;

/**
 * One HTTP answer.
 *
 * @param status 200 to 599; 204 and 304 have no body
 * @param headers besides Content-Type, Content-Length, Date and Connection, which the listener writes; names are
 *     tokens, values visible ASCII, blanks and tabs
 * @param contentType empty for none
 * @param body nobody may write to the array
 */
public record HttpReply(int status, List<Header> headers, String contentType, byte[] body) {
    private static final byte[] NOTHING = {};
    private static final Set<String> WRITTEN_BY_LISTENER =
            Set.of("content-type", "content-length", "date", "connection", "transfer-encoding", "keep-alive");

    public HttpReply {
        headers = List.copyOf(headers);
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("status must be 200..599, was " + status);
        }
        if ((status == 204 || status == 304) && body.length > 0) {
            throw new IllegalArgumentException(
                    "an answer with status " + status + " has no body, this one has " + body.length + " bytes");
        }
        headers.forEach(HttpReply::check);
        if (!Ascii.isFieldValue(contentType)) {
            throw new IllegalArgumentException("content type holds a control or non-ASCII character");
        }
    }

    /** An answer without a body. */
    public static HttpReply empty(int status) {
        return new HttpReply(status, List.of(), "", NOTHING);
    }

    /** An answer with a UTF-8 text. */
    public static HttpReply text(int status, String text) {
        return new HttpReply(status, List.of(), "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void check(Header header) {
        if (!Ascii.isToken(header.name()) || !Ascii.isFieldValue(header.value())) {
            throw new IllegalArgumentException("header " + header.name().length()
                    + " characters long: its name is no token or its value holds a control or non-ASCII character");
        }
        if (WRITTEN_BY_LISTENER.contains(header.name().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("header " + header.name() + " is written by the listener");
        }
    }
}
