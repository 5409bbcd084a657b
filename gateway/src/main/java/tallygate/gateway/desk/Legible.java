package tallygate.gateway.desk;

/**
 * Text from outside for people's eyes: what deceives the eye or steers a terminal is shown by its number, as in
 * {@code [U+202E]}. That is controls (escape sequences among them), marks that turn the direction of text, and what is invisible.
 * Joiners stay: emoji and several scripts need them. Tabs and line feeds stay.
 */
public final class Legible {
    private Legible() {}

    /** The text itself when there is nothing to show, which is nearly always. */
    public static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (deceives(text.charAt(i))) {
                return shown(text, i);
            }
        }
        return text;
    }

    private static String shown(String text, int from) {
        StringBuilder out = new StringBuilder(text.length() + 32).append(text, 0, from);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (deceives(c)) {
                out.append("[U+").append(String.format("%04X", (int) c)).append(']');
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** True for a character that must not reach a screen as it is. */
    public static boolean deceives(char c) {
        if (c < 0x20) {
            return c != '\n' && c != '\t';
        }
        if (c < 0x7F) {
            return false;
        }
        return c <= 0x9F
                || c == 0xAD
                || c == 0x061C
                || c == 0x180E
                || c == 0x200B
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x2028 && c <= 0x202E)
                || (c >= 0x2060 && c <= 0x206F)
                || c == 0xFEFF
                || (c >= 0xFFF0 && c <= 0xFFFB)
                || c == 0xDB40; // tags, which hide a text within a text
    }
}
