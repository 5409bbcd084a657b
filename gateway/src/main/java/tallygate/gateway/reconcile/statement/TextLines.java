package tallygate.gateway.reconcile.statement;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;

/** Lines of bounded length in a charset that is held to: a byte that does not belong there ends the reading. */
final class TextLines {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final BufferedReader reader;
    private final Charset charset;
    private final int charsMax;
    private final StringBuilder line = new StringBuilder(512);
    private long number;

    TextLines(InputStream in, Charset charset, int charsMax) {
        this.reader = new BufferedReader(
                new InputStreamReader(
                        in,
                        charset.newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)),
                1 << 16);
        this.charset = charset;
        this.charsMax = charsMax;
    }

    /** The number of the line that was read last, from 1. */
    long number() {
        return number;
    }

    /** @return false at the end */
    boolean next() throws IOException {
        line.setLength(0);
        int c;
        try {
            for (c = reader.read(); c >= 0 && c != '\n'; c = reader.read()) {
                if (line.length() == charsMax) {
                    throw new BadStatementException(
                            "line " + (number + 1) + " is longer than " + charsMax + " characters: no statement");
                }
                line.append((char) c);
            }
        } catch (CharacterCodingException e) {
            throw new BadStatementException(
                    "line " + (number + 1) + " is not in " + charset.displayName()
                            + ": take the file as the provider gave it",
                    e);
        }
        if (c < 0 && line.isEmpty()) {
            return false;
        }
        number++;
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        if (number == 1 && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK) {
            line.deleteCharAt(0);
        }
        return true;
    }

    /** What the last {@link #next} found, without its end. */
    String text() {
        return line.toString();
    }
}
