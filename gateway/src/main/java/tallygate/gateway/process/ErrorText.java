package tallygate.gateway.process;

/** Text for {@code last_error} and log lines: one line, printable, at most 512 characters. */
final class ErrorText {
    static final int CHARS_MAX = 512;

    private ErrorText() {}

    static String of(String text) {
        return of(text, CHARS_MAX);
    }

    /** Text from outside for a log line: nothing in it can begin a new line or end up half a character. */
    static String of(String text, int charsMax) {
        var line = new StringBuilder(Math.min(text.length(), charsMax));
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            int printable = isPrintable(point) ? point : ' ';
            if (line.length() + Character.charCount(printable) > charsMax) {
                line.setCharAt(line.length() - 1, '…');
                break;
            }
            line.appendCodePoint(printable);
        }
        return line.toString();
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
