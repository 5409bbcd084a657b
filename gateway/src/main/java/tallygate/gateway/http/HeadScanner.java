package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;

/** Finds the end of a request head that comes in pieces, looking at each byte once, and holds its size limits. */
final class HeadScanner {
    private int scanned;
    private int lineStart;
    private boolean skippedBlankLine;

    /** Skips one empty line before the request line (RFC 9112, 2.2), nothing else. */
    Scan scan(ByteBuf bytes, RequestLimits limits) {
        if (scanned == 0 && bytes.isReadable() && !canStart(bytes.getByte(bytes.readerIndex()))) {
            return Refusal.REQUEST_LINE;
        }
        while (true) {
            int start = bytes.readerIndex();
            int lf = bytes.indexOf(start + scanned, bytes.writerIndex(), Ascii.LF);
            int seen = lf < 0 ? bytes.readableBytes() : lf - start + 1;
            if (lineStart == 0 && seen > limits.lineBytes()) {
                return Refusal.TARGET_TOO_LONG;
            }
            if (seen > limits.headBytes()) {
                return Refusal.HEAD_TOO_LARGE;
            }
            scanned = seen;
            if (lf < 0) {
                return Scan.More.MORE;
            }
            if (seen < lineStart + 2 || bytes.getByte(lf - 1) != Ascii.CR) {
                return Refusal.LINE_END;
            }
            boolean empty = seen == lineStart + 2;
            if (empty && lineStart > 0) {
                return new Scan.Found(seen);
            }
            if (empty && skippedBlankLine) {
                return Refusal.REQUEST_LINE;
            }
            if (empty) {
                bytes.skipBytes(2);
                skippedBlankLine = true;
                scanned = 0;
                return bytes.isReadable() ? scan(bytes, limits) : Scan.More.MORE;
            }
            lineStart = seen;
        }
    }

    void reset() {
        scanned = 0;
        lineStart = 0;
        skippedBlankLine = false;
    }

    /** Anything else, a TLS hello for example, need not be waited out. */
    private static boolean canStart(byte first) {
        return Ascii.isToken(first) || first == Ascii.CR || first == Ascii.LF;
    }
}
