package tallygate.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import tallygate.signature.Header;

/**
 * Reads one request head by the grammar of RFC 9112, without any of its leniencies: whatever two servers could read in
 * two ways is refused, so that a proxy in front can never see other requests than we do. Pure; knows no sockets.
 */
final class HeadParser {
    private int headersMax;
    private byte[] bytes = {};
    private int at;
    private int end;

    /** @param length of the head, from the first byte of the request line through the empty line; every LF in it follows a CR */
    Head parse(byte[] head, int length, int headersMax) {
        this.headersMax = headersMax;
        bytes = head;
        at = 0;
        end = length - 2;
        int lineEnd = lineEnd();
        int methodEnd = indexOf(Ascii.SP, 0, lineEnd);
        if (!isToken(0, methodEnd)) {
            return Refusal.REQUEST_LINE;
        }
        int targetEnd = indexOf(Ascii.SP, methodEnd + 1, lineEnd);
        if (targetEnd < 0) {
            return Refusal.REQUEST_LINE;
        }
        Version version = version(targetEnd + 1, lineEnd);
        if (version == Version.NONE) {
            return Refusal.REQUEST_LINE;
        }
        if (version == Version.OTHER) {
            return Refusal.VERSION;
        }
        String method = text(0, methodEnd);
        if (method.equals("CONNECT") || method.equals("TRACE")) {
            return Refusal.METHOD;
        }
        if (!isTarget(methodEnd + 1, targetEnd)) {
            return Refusal.TARGET;
        }
        at = lineEnd + 2;
        return headers(method, text(methodEnd + 1, targetEnd), version == Version.HTTP_1_1);
    }

    private Head headers(String method, String target, boolean isHttp11) {
        List<Header> headers = new ArrayList<>(12);
        var fields = new HeadFields(isHttp11);
        while (at < end) {
            int lineEnd = lineEnd();
            byte first = bytes[at];
            if (first == Ascii.SP || first == Ascii.TAB) {
                return Refusal.HEADER_FOLDED;
            }
            int nameEnd = indexOf((byte) ':', at, lineEnd);
            if (!isToken(at, nameEnd)) {
                return Refusal.HEADER;
            }
            if (indexOf((byte) '_', at, nameEnd) >= 0) {
                return Refusal.HEADER_NAME;
            }
            if (!isFieldText(nameEnd + 1, lineEnd)) {
                return Refusal.HEADER;
            }
            if (headers.size() == headersMax) {
                return Refusal.HEAD_TOO_LARGE;
            }
            Header header = new Header(text(at, nameEnd), trimmed(nameEnd + 1, lineEnd));
            headers.add(header);
            fields.accept(header);
            at = lineEnd + 2;
        }
        return fields.head(method, target, headers);
    }

    private enum Version {
        HTTP_1_1,
        HTTP_1_0,
        OTHER,
        NONE
    }

    private Version version(int from, int to) {
        if (to - from != 8
                || bytes[from] != 'H'
                || bytes[from + 1] != 'T'
                || bytes[from + 2] != 'T'
                || bytes[from + 3] != 'P'
                || bytes[from + 4] != '/'
                || !isDigit(bytes[from + 5])
                || bytes[from + 6] != '.'
                || !isDigit(bytes[from + 7])) {
            return Version.NONE;
        }
        if (bytes[from + 5] != '1') {
            return Version.OTHER;
        }
        return switch (bytes[from + 7]) {
            case '1' -> Version.HTTP_1_1;
            case '0' -> Version.HTTP_1_0;
            default -> Version.OTHER;
        };
    }

    private boolean isTarget(int from, int to) {
        if (from == to || bytes[from] != '/') {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (!Ascii.isVisible(bytes[i]) || bytes[i] == '#') {
                return false;
            }
        }
        return true;
    }

    private boolean isToken(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Ascii.isToken(bytes[i])) {
                return false;
            }
        }
        return to > from;
    }

    private boolean isFieldText(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Ascii.isFieldByte(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    private String trimmed(int from, int to) {
        int start = from;
        int stop = to;
        while (start < stop && isBlank(bytes[start])) {
            start++;
        }
        while (stop > start && isBlank(bytes[stop - 1])) {
            stop--;
        }
        return text(start, stop);
    }

    /** The CR before the next LF: the caller has seen that no LF stands alone. A lone CR is a control byte of its line. */
    private int lineEnd() {
        int i = at;
        while (bytes[i] != Ascii.LF) {
            i++;
        }
        return i - 1;
    }

    private int indexOf(byte wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, ISO_8859_1);
    }

    private static boolean isBlank(byte b) {
        return b == Ascii.SP || b == Ascii.TAB;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
