package tallygate.gateway.admin.web;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser's form with fields and, as its last part, one file (RFC 7578). The file is not read here but handed on as a stream. */
final class Multipart {
    private static final Pattern BOUNDARY =
            Pattern.compile("multipart/form-data;.*boundary=\"?([0-9A-Za-z'()+_,./:=?-]{1,70})\"?.*");
    private static final Pattern NAME = Pattern.compile("(?i)content-disposition:.*?; name=\"([^\"]{1,100})\".*");
    private static final Pattern FILE = Pattern.compile("(?i)content-disposition:.*?; filename=\"([^\"]{0,255})\".*");
    private static final int LINE_MAX = 4_096;
    private static final int FIELDS_MAX = 20;

    private final BufferedInputStream in;
    private final byte[] end;

    private Multipart(InputStream body, String boundary) {
        this.in = new BufferedInputStream(body, 1 << 16);
        this.end = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** @throws IOException when the body is not such a form */
    static Upload read(String contentType, InputStream body) throws IOException {
        Matcher boundary = BOUNDARY.matcher(contentType);
        if (!boundary.matches()) {
            throw new IOException("the form is not multipart/form-data with a boundary");
        }
        return new Multipart(body, boundary.group(1)).parts();
    }

    private Upload parts() throws IOException {
        Map<String, String> fields = new HashMap<>();
        line();
        for (int part = 0; part < FIELDS_MAX; part++) {
            String name = "";
            String file = "";
            boolean isFile = false;
            for (String header = line(); !header.isEmpty(); header = line()) {
                Matcher named = NAME.matcher(header);
                name = named.matches() ? named.group(1) : name;
                Matcher filed = FILE.matcher(header);
                if (filed.matches()) {
                    isFile = true;
                    file = filed.group(1).replaceAll(".*[/\\\\]", "");
                }
            }
            if (isFile) {
                return new Upload(fields, file, new Part());
            }
            byte[] value = new Part().readNBytes(LINE_MAX);
            fields.put(name, new String(value, StandardCharsets.UTF_8));
            if (line().startsWith("--")) {
                break;
            }
        }
        throw new IOException("the form carries no file");
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the form ends before its parts do");
            }
            if (line.size() >= LINE_MAX) {
                throw new IOException("a line of the form is longer than " + LINE_MAX + " bytes");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    /** The bytes of one part, up to the boundary. */
    private final class Part extends InputStream {
        private boolean isOver;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int at, int length) throws IOException {
            int taken = 0;
            while (!isOver && taken < length) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("the form ends inside a part");
                }
                if (next == end[0] && isBoundary()) {
                    isOver = true;
                } else {
                    to[at + taken++] = (byte) next;
                }
            }
            return taken == 0 && isOver && length > 0 ? -1 : taken;
        }

        /** Its first byte is read; when the rest follows it is read too. */
        private boolean isBoundary() throws IOException {
            in.mark(end.length);
            byte[] ahead = in.readNBytes(end.length - 1);
            boolean isIt = ahead.length == end.length - 1;
            for (int i = 0; i < ahead.length && isIt; i++) {
                isIt = ahead[i] == end[i + 1];
            }
            if (!isIt) {
                in.reset();
            }
            return isIt;
        }
    }
}
