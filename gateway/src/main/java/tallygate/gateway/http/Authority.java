package tallygate.gateway.http;

/** Host and port as RFC 3986 writes them: {@code example.com}, {@code 10.0.0.1:8080}, {@code [2001:db8::1]:443}. */
final class Authority {
    private static final int PORT_DIGITS_MAX = 5;

    private Authority() {}

    static boolean isValid(String text) {
        int hostEnd = text.startsWith("[") ? literalEnd(text) : nameEnd(text);
        return hostEnd > 0 && (hostEnd == text.length() || isPort(text, hostEnd));
    }

    private static int literalEnd(String text) {
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ']') {
                return i > 1 ? i + 1 : -1;
            }
            if (Character.digit(c, 16) < 0 && c != ':' && c != '.') {
                return -1;
            }
        }
        return -1;
    }

    private static int nameEnd(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ':') {
                return i;
            }
            boolean allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!allowed && "-._~%!$&'()*+,;=".indexOf(c) < 0) {
                return -1;
            }
        }
        return text.length();
    }

    private static boolean isPort(String text, int colon) {
        if (text.charAt(colon) != ':' || text.length() - colon - 1 > PORT_DIGITS_MAX) {
            return false;
        }
        for (int i = colon + 1; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
