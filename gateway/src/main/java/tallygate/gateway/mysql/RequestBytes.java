package tallygate.gateway.mysql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

/** Requests as bytes: header lines that a person can read, and whole requests whose bytes give back exactly what came. */
final class RequestBytes {
    private static final byte VERSION = 1;

    private RequestBytes() {}

    /** {@code Name: value} lines, each ended by a line feed. */
    static byte[] headers(List<Header> headers) {
        int length = 0;
        for (Header header : headers) {
            length += header.name().length() + header.value().length() + 3;
        }
        StringBuilder lines = new StringBuilder(length);
        for (Header header : headers) {
            escape(header.name(), lines);
            lines.append(": ");
            escape(header.value(), lines);
            lines.append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalArgumentException for what is no list of header lines */
    static List<Header> headers(byte[] bytes) {
        List<Header> headers = new ArrayList<>();
        String text = new String(bytes, StandardCharsets.UTF_8);
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int colon = text.indexOf(": ", from);
            if (colon < 0 || end < colon + 2) {
                throw new IllegalArgumentException("its header lines are damaged at character " + from);
            }
            headers.add(new Header(unescape(text.substring(from, colon)), unescape(text.substring(colon + 2, end))));
            from = end + 1;
        }
        return headers;
    }

    static void escape(String text, StringBuilder to) {
        if (text.indexOf('\\') < 0 && text.indexOf('\n') < 0 && text.indexOf('\r') < 0) {
            to.append(text);
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            switch (unit) {
                case '\\' -> to.append("\\\\");
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                default -> to.append(unit);
            }
        }
    }

    static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                plain.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                plain.append(unit);
            }
        }
        return plain.toString();
    }

    /** The whole request: a version byte, then each part with its length before it. */
    static byte[] whole(RawRequest request) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(request.body().length + 512);
        out.write(VERSION);
        for (String part : List.of(
                request.method(), request.scheme(), request.authority(), request.target(), request.remoteAddress())) {
            part(part.getBytes(StandardCharsets.UTF_8), out);
        }
        part(headers(request.headers()), out);
        part(request.body(), out);
        return out.toByteArray();
    }

    private static void part(byte[] bytes, ByteArrayOutputStream out) {
        out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
        out.writeBytes(bytes);
    }

    /** @throws IllegalArgumentException for a version that is none of ours, and for damaged bytes */
    static RawRequest whole(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte version = in.hasRemaining() ? in.get() : 0;
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "a kept request of version " + version + ", this gateway reads " + VERSION);
        }
        String method = text(in);
        String scheme = text(in);
        String authority = text(in);
        String target = text(in);
        String address = text(in);
        List<Header> headers = headers(part(in));
        return new RawRequest(method, scheme, authority, target, headers, part(in), address);
    }

    private static byte[] part(ByteBuffer in) {
        int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a kept request is damaged at byte " + in.position());
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer in) {
        return new String(part(in), StandardCharsets.UTF_8);
    }
}
