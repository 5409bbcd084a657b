package tallygate.gateway.http;

import java.util.Locale;

/** Which bytes RFC 9110 allows where. */
final class Ascii {
    static final byte CR = '\r';
    static final byte LF = '\n';
    static final byte SP = ' ';
    static final byte TAB = '\t';

    private static final boolean[] TOKEN = new boolean[256];

    static {
        for (char c = '0'; c <= 'z'; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c);
        }
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private Ascii() {}

    static boolean isToken(byte b) {
        return TOKEN[b & 0xFF];
    }

    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0x7F || !TOKEN[c]) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Visible ASCII: what a request-target is made of. */
    static boolean isVisible(byte b) {
        return b > 0x20 && b < 0x7F;
    }

    /** What a header value may hold: visible ASCII, blank, tab and the bytes above ASCII (negative in Java). */
    static boolean isFieldByte(byte b) {
        return b < 0 || (b >= 0x20 && b != 0x7F) || b == TAB;
    }

    /** What we write into a header ourselves: no control and nothing above ASCII. */
    static boolean isFieldValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\t' && (c < 0x20 || c > 0x7E)) {
                return false;
            }
        }
        return true;
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
