package tallygate.callback.outbound;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import tallygate.signature.Header;

/** Reads the answers of one HTTP/1.1 connection, within limits of time and size. RFC 9112. */
final class HttpAnswerReader {
    private static final int LINE_BYTES_MAX = 16 * 1024;
    private static final int HEAD_BYTES_MAX = 64 * 1024;
    private static final int INTERIM_MAX = 16;

    private final Socket socket;
    private final InputStream in;
    private final int bodyBytesMax;
    private final byte[] buffer = new byte[8 * 1024];
    private int at;
    private int end;
    private int headBytes;
    private boolean hasReadAnything;
    private boolean isAtEndOfAnswer;

    HttpAnswerReader(Socket socket, int bodyBytesMax) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.bodyBytesMax = bodyBytesMax;
    }

    /**
     * When a call ends.
     *
     * @param endNanos of the whole call, by the monotonic clock
     * @param silence the longest time without a byte
     */
    record Deadline(LongSupplier nanos, long endNanos, Duration silence) {
        /** Milliseconds for the next read. */
        int nextReadMillis() throws SocketTimeoutException {
            long leftMillis = (endNanos - nanos.getAsLong()) / 1_000_000;
            if (leftMillis <= 0) {
                throw new SocketTimeoutException("the whole call took too long");
            }
            return Math.toIntExact(Math.min(leftMillis, silence.toMillis()));
        }
    }

    void reset() {
        hasReadAnything = false;
        isAtEndOfAnswer = false;
    }

    boolean hasReadAnything() {
        return hasReadAnything;
    }

    boolean isAtEndOfAnswer() {
        return isAtEndOfAnswer && at == end;
    }

    Called.Answered read(Deadline deadline) throws IOException {
        return read(deadline, Optional.empty());
    }

    /** @param into where the body of a 2xx answer goes instead of into memory */
    Called.Answered read(Deadline deadline, Optional<BodySink> into) throws IOException {
        for (int interim = 0; interim <= INTERIM_MAX; interim++) {
            headBytes = 0;
            String statusLine = line(deadline);
            int status = status(statusLine);
            List<Header> headers = headers(deadline);
            if (status >= 200) {
                return withBody(statusLine, status, headers, deadline, into);
            }
            if (status == 101) {
                throw new IOException("the receiver switched protocols, which nobody asked for");
            }
        }
        throw new IOException("more than " + INTERIM_MAX + " interim answers");
    }

    private Called.Answered withBody(
            String statusLine, int status, List<Header> headers, Deadline deadline, Optional<BodySink> into)
            throws IOException {
        var memory = new ByteArrayOutputStream(256);
        var body = into.filter(_ -> status < 300).orElse(new BodySink(memory, bodyBytesMax));
        boolean isChunked = headers.stream()
                .anyMatch(h -> h.isNamed("Transfer-Encoding")
                        && h.value().toLowerCase(Locale.ROOT).endsWith("chunked"));
        List<String> lengths =
                values(headers, "Content-Length").stream().distinct().toList();
        boolean isEnd;
        if (status == 204 || status == 304) {
            isEnd = true;
        } else if (isChunked) {
            isEnd = chunks(body, deadline) && lengths.isEmpty();
        } else if (lengths.isEmpty()) {
            copy(Long.MAX_VALUE, body, deadline);
            isEnd = false;
        } else {
            isEnd = copyExactly(length(lengths), body, deadline);
        }
        isAtEndOfAnswer = isEnd && statusLine.startsWith("HTTP/1.1") && !asksToClose(headers);
        byte[] bytes =
                memory.size() > bodyBytesMax ? Arrays.copyOf(memory.toByteArray(), bodyBytesMax) : memory.toByteArray();
        return new Called.Answered(status, headers, bytes, body.isOver());
    }

    private static boolean asksToClose(List<Header> headers) {
        return values(headers, "Connection").stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
    }

    private static List<String> values(List<Header> headers, String name) {
        return headers.stream().filter(h -> h.isNamed(name)).map(Header::value).toList();
    }

    private static long length(List<String> lengths) throws IOException {
        if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,15}")) {
            throw new IOException("the answer's Content-Length is not one number");
        }
        return Long.parseLong(lengths.getFirst());
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
            throw new IOException("the answer does not begin with an HTTP/1.1 status line");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private List<Header> headers(Deadline deadline) throws IOException {
        var headers = new ArrayList<Header>();
        for (String line = line(deadline); !line.isEmpty(); line = line(deadline)) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("a header line of the answer has no name");
            }
            headers.add(new Header(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return headers;
    }

    /** @return false when the body went over the limit, so that its end was not read */
    private boolean chunks(BodySink body, Deadline deadline) throws IOException {
        while (true) {
            headBytes = 0;
            String line = line(deadline);
            int extension = line.indexOf(';');
            String size = (extension < 0 ? line : line.substring(0, extension)).strip();
            if (!size.matches("[0-9A-Fa-f]{1,12}")) {
                throw new IOException("the answer has a malformed chunk");
            }
            long length = Long.parseLong(size, 16);
            if (length == 0) {
                headers(deadline);
                return true;
            }
            if (!copyExactly(length, body, deadline)) {
                return false;
            }
            if (!line(deadline).isEmpty()) {
                throw new IOException("the answer has a chunk longer than it says");
            }
        }
    }

    private boolean copyExactly(long length, BodySink body, Deadline deadline) throws IOException {
        long copied = copy(length, body, deadline);
        if (copied < length && !body.isOver()) {
            throw new EOFException("the connection ended inside the answer");
        }
        return copied == length;
    }

    /** Copies up to so many bytes, until the connection's end or one byte over the limit of bodies. */
    private long copy(long length, BodySink body, Deadline deadline) throws IOException {
        long copied = 0;
        while (copied < length && !body.isOver() && fill(deadline)) {
            int n = (int) Math.min(Math.min(end - at, length - copied), body.room() + 1);
            body.write(buffer, at, n);
            at += n;
            copied += n;
        }
        return copied;
    }

    private String line(Deadline deadline) throws IOException {
        var line = new ByteArrayOutputStream(64);
        while (true) {
            if (!fill(deadline)) {
                throw new EOFException("the connection ended before the answer did");
            }
            byte next = buffer[at++];
            if (next == '\n') {
                break;
            }
            line.write(next);
            headBytes++;
            if (line.size() > LINE_BYTES_MAX || headBytes > HEAD_BYTES_MAX) {
                throw new IOException("the head of the answer is longer than the limit");
            }
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private boolean fill(Deadline deadline) throws IOException {
        if (at < end) {
            return true;
        }
        socket.setSoTimeout(deadline.nextReadMillis());
        at = 0;
        end = Math.max(0, in.read(buffer));
        hasReadAnything |= end > 0;
        return end > 0;
    }
}
