package tallygate.callback.provider.read;

import java.io.ByteArrayOutputStream;

/** Drops the blanks between JSON tokens and nothing else: blanks inside strings stay. */
public final class Minifier {
    private Minifier() {}

    public static byte[] minify(byte[] json) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length);
        boolean inString = false;
        boolean isEscaped = false;
        for (byte b : json) {
            if (inString) {
                out.write(b);
                inString = isEscaped || b != '"';
                isEscaped = !isEscaped && b == '\\';
            } else if (b != ' ' && b != '\t' && b != '\n' && b != '\r') {
                out.write(b);
                inString = b == '"';
            }
        }
        return out.toByteArray();
    }
}
