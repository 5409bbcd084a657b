package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import tallygate.signature.Header;

/** Writes an answer as one block of bytes. */
final class AnswerEncoder {
    private static final byte[] LINE_END = ascii("\r\n");
    private static final byte[] COLON = ascii(": ");
    private static final byte[] DATE = ascii("Date: ");
    private static final byte[] TYPE = ascii("Content-Type: ");
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] CLOSE = ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    private static final byte[][] STATUS_LINES = new byte[600][];

    static {
        for (int status = 200; status < STATUS_LINES.length; status++) {
            String reason = HttpResponseStatus.valueOf(status).reasonPhrase();
            STATUS_LINES[status] = ascii("HTTP/1.1 " + status + " " + reason + "\r\n");
        }
    }

    /** What becomes of the connection, as the sender is told. */
    enum Afterwards {
        CLOSE,
        /** HTTP/1.1 goes on without saying so. */
        GOES_ON,
        /** HTTP/1.0 must be told. */
        KEEP_ALIVE
    }

    private AnswerEncoder() {}

    /** @param withBody false for the answer to HEAD, which has the length of a body and no body */
    static ByteBuf encode(
            ByteBufAllocator buffers, HttpReply reply, Afterwards afterwards, boolean withBody, byte[] date) {
        byte[] body = reply.body();
        ByteBuf out = buffers.ioBuffer(256 + headerBytes(reply) + body.length);
        out.writeBytes(STATUS_LINES[reply.status()]);
        for (Header header : reply.headers()) {
            text(out, header.name());
            out.writeBytes(COLON);
            text(out, header.value());
            out.writeBytes(LINE_END);
        }
        if (!reply.contentType().isEmpty()) {
            out.writeBytes(TYPE);
            text(out, reply.contentType());
            out.writeBytes(LINE_END);
        }
        if (reply.status() != 204 && reply.status() != 304) {
            out.writeBytes(LENGTH);
            number(out, body.length);
            out.writeBytes(LINE_END);
        }
        out.writeBytes(DATE).writeBytes(date).writeBytes(LINE_END);
        switch (afterwards) {
            case CLOSE -> out.writeBytes(CLOSE);
            case KEEP_ALIVE -> out.writeBytes(KEEP_ALIVE);
            case GOES_ON -> {}
        }
        out.writeBytes(LINE_END);
        if (withBody) {
            out.writeBytes(body);
        }
        return out;
    }

    private static int headerBytes(HttpReply reply) {
        int bytes = reply.contentType().length();
        for (Header header : reply.headers()) {
            bytes += header.name().length() + header.value().length() + 4;
        }
        return bytes;
    }

    private static void text(ByteBuf out, String ascii) {
        out.writeCharSequence(ascii, StandardCharsets.US_ASCII);
    }

    private static void number(ByteBuf out, int value) {
        if (value >= 10) {
            number(out, value / 10);
        }
        out.writeByte('0' + value % 10);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
