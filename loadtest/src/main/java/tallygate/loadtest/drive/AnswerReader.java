package tallygate.loadtest.drive;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads HTTP/1.1 answers off one connection as far as load needs: the status, where the answer ends, whether the connection
 * stays open. Interim (1xx) answers are passed over.
 */
final class AnswerReader {
    private static final int HEAD_BYTES_MAX = 16 << 10;

    private enum At {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK_DATA,
        TRAILER,
        UNTIL_CLOSE
    }

    private final StringBuilder line = new StringBuilder(64);
    private At at = At.HEAD;
    private int headBytes;
    private int status;
    private boolean kept;
    private boolean chunked;
    private long left;

    int status() {
        return status;
    }

    boolean isKept() {
        return kept;
    }

    /** True when an end of the stream here completes the answer. */
    boolean endsWithStream() {
        return at == At.UNTIL_CLOSE;
    }

    /**
     * Consumes what is there.
     *
     * @return true when one answer is complete; what follows it is left in the buffer
     * @throws BadAnswerException when the bytes are not an HTTP answer
     */
    boolean read(ByteBuffer in) throws BadAnswerException {
        while (in.hasRemaining()) {
            boolean complete = switch (at) {
                case HEAD -> lineEnds(in) && headLine();
                case BODY -> skip(in);
                case CHUNK_SIZE -> lineEnds(in) && chunkSize();
                case CHUNK_DATA -> chunkData(in);
                case TRAILER -> lineEnds(in) && trailer();
                case UNTIL_CLOSE -> {
                    in.position(in.limit());
                    yield false;
                }
            };
            if (complete) {
                at = At.HEAD;
                return true;
            }
        }
        return false;
    }

    private boolean lineEnds(ByteBuffer in) throws BadAnswerException {
        while (in.hasRemaining()) {
            if (++headBytes > HEAD_BYTES_MAX) {
                throw new BadAnswerException("head over " + HEAD_BYTES_MAX + " bytes");
            }
            byte next = in.get();
            if (next == '\n') {
                return true;
            }
            if (next != '\r') {
                line.append((char) (next & 0xff));
            }
        }
        return false;
    }

    private boolean headLine() throws BadAnswerException {
        if (line.isEmpty()) {
            return status != 0 && headEnds();
        }
        if (status == 0) {
            statusLine();
        } else {
            header();
        }
        line.setLength(0);
        return false;
    }

    private void statusLine() throws BadAnswerException {
        if (line.length() < 12 || line.indexOf("HTTP/1.") != 0) {
            throw new BadAnswerException("not a status line: " + line.length() + " characters");
        }
        status = number(line.substring(9, 12), 10);
        if (status < 100) {
            throw new BadAnswerException("status " + status);
        }
        kept = line.charAt(7) == '1';
        chunked = false;
        left = -1;
    }

    private void header() throws BadAnswerException {
        int colon = line.indexOf(":");
        // Only three names matter, and all others are told apart by their length alone.
        if (colon != 14 && colon != 17 && colon != 10) {
            return;
        }
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
        String value = line.substring(colon + 1).strip();
        switch (name) {
            case "content-length" -> left = number(value, 10);
            case "transfer-encoding" -> chunked = value.toLowerCase(Locale.ROOT).endsWith("chunked");
            case "connection" -> kept = !value.equalsIgnoreCase("close") && kept;
            default -> {}
        }
    }

    private boolean headEnds() {
        headBytes = 0;
        if (status < 200) {
            status = 0;
            return false;
        }
        if (status == 204 || status == 304 || (!chunked && left == 0)) {
            return ended();
        }
        if (chunked) {
            at = At.CHUNK_SIZE;
        } else if (left > 0) {
            at = At.BODY;
        } else {
            at = At.UNTIL_CLOSE;
            kept = false;
        }
        return false;
    }

    private boolean skip(ByteBuffer in) {
        int step = (int) Math.min(left, in.remaining());
        in.position(in.position() + step);
        left -= step;
        return left == 0 && ended();
    }

    private boolean chunkSize() throws BadAnswerException {
        int semicolon = line.indexOf(";");
        left = number((semicolon < 0 ? line.toString() : line.substring(0, semicolon)).strip(), 16);
        line.setLength(0);
        headBytes = 0;
        // The line end after the data counts as data.
        at = left == 0 ? At.TRAILER : At.CHUNK_DATA;
        left += 2;
        return false;
    }

    private boolean chunkData(ByteBuffer in) {
        int step = (int) Math.min(left, in.remaining());
        in.position(in.position() + step);
        left -= step;
        if (left == 0) {
            at = At.CHUNK_SIZE;
        }
        return false;
    }

    private boolean trailer() {
        boolean last = line.isEmpty();
        line.setLength(0);
        return last && ended();
    }

    private boolean ended() {
        headBytes = 0;
        line.setLength(0);
        return true;
    }

    /** Makes the reader ready for the next answer; {@link #status} and {@link #isKept} are forgotten. */
    void reset() {
        at = At.HEAD;
        status = 0;
        headBytes = 0;
        line.setLength(0);
    }

    private static int number(String text, int radix) throws BadAnswerException {
        try {
            return Integer.parseUnsignedInt(text, radix);
        } catch (NumberFormatException e) {
            throw new BadAnswerException("not a number: " + text.getBytes(StandardCharsets.UTF_8).length + " bytes");
        }
    }

    /** The bytes are not an HTTP answer: the connection is of no use any more. */
    static final class BadAnswerException extends Exception {
        private static final long serialVersionUID = 1L;

        BadAnswerException(String message) {
            super(message);
        }
    }
}
