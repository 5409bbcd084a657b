package tallygate.gateway.http;

import io.netty.buffer.ByteBuf;

/**
 * A body in chunks, read as strictly as the head. Extensions and trailers are checked and dropped: what comes after the
 * body never becomes a header.
 */
final class ChunkedBody implements Body {
    private static final int SIZE_LINE_MAX = 256;
    private static final int SIZE_DIGITS_MAX = 8;
    private static final int NO_LINE = -1;
    private static final int BAD_LINE = -2;

    private enum Part {
        SIZE,
        DATA,
        DATA_END,
        TRAILERS
    }

    private final RequestLimits limits;
    private final BodyBytes gathered;
    private Part part = Part.SIZE;
    private long chunkLeft;
    private int extensionBytes;
    private int trailerBytes;
    private int trailers;

    ChunkedBody(RequestLimits limits, Budget budget) {
        this.limits = limits;
        this.gathered = new BodyBytes(limits.bodyBytes(), budget, limits.bodyBytesInFlight());
    }

    @Override
    public BodyBytes gathered() {
        return gathered;
    }

    @Override
    public Progress read(ByteBuf bytes) {
        while (bytes.isReadable()) {
            int before = bytes.readableBytes();
            Progress progress = switch (part) {
                case SIZE -> size(bytes);
                case DATA -> data(bytes);
                case DATA_END -> dataEnd(bytes);
                case TRAILERS -> trailer(bytes);
            };
            if (progress != State.MORE || bytes.readableBytes() == before) {
                return progress;
            }
        }
        return State.MORE;
    }

    private Progress size(ByteBuf bytes) {
        int start = bytes.readerIndex();
        int lineEnd = lineEnd(bytes, SIZE_LINE_MAX);
        if (lineEnd <= NO_LINE) {
            return lineEnd == NO_LINE ? State.MORE : Refusal.CHUNK;
        }
        int at = start;
        long size = 0;
        while (at < lineEnd && Character.digit(bytes.getByte(at), 16) >= 0) {
            size = size * 16 + Character.digit(bytes.getByte(at), 16);
            at++;
            if (at - start > SIZE_DIGITS_MAX) {
                return Refusal.CHUNK;
            }
        }
        extensionBytes += lineEnd - at;
        if (at == start || !areExtensions(bytes, at, lineEnd) || extensionBytes > limits.headBytes()) {
            return Refusal.CHUNK;
        }
        if (size > limits.bodyBytes() - gathered.size()) {
            return Refusal.BODY_TOO_LARGE;
        }
        bytes.readerIndex(lineEnd + 2);
        chunkLeft = size;
        part = size == 0 ? Part.TRAILERS : Part.DATA;
        return State.MORE;
    }

    private Progress data(ByteBuf bytes) {
        int count = (int) Math.min(chunkLeft, bytes.readableBytes());
        if (!gathered.append(bytes, count)) {
            return Refusal.BODY_MEMORY;
        }
        chunkLeft -= count;
        if (chunkLeft == 0) {
            part = Part.DATA_END;
        }
        return State.MORE;
    }

    private Progress dataEnd(ByteBuf bytes) {
        if (bytes.getByte(bytes.readerIndex()) != Ascii.CR) {
            return Refusal.CHUNK;
        }
        if (bytes.readableBytes() < 2) {
            return State.MORE;
        }
        if (bytes.getByte(bytes.readerIndex() + 1) != Ascii.LF) {
            return Refusal.CHUNK;
        }
        bytes.skipBytes(2);
        part = Part.SIZE;
        return State.MORE;
    }

    private Progress trailer(ByteBuf bytes) {
        int start = bytes.readerIndex();
        int lineEnd = lineEnd(bytes, limits.headBytes() - trailerBytes);
        if (lineEnd <= NO_LINE) {
            return lineEnd == NO_LINE ? State.MORE : Refusal.CHUNK;
        }
        bytes.readerIndex(lineEnd + 2);
        if (lineEnd == start) {
            return State.COMPLETE;
        }
        trailers++;
        trailerBytes += lineEnd + 2 - start;
        int nameEnd = tokenEnd(bytes, start, lineEnd);
        boolean isHeader = nameEnd > start
                && nameEnd < lineEnd
                && bytes.getByte(nameEnd) == ':'
                && isFieldText(bytes, nameEnd, lineEnd);
        return isHeader && trailers <= limits.headers() ? State.MORE : Refusal.CHUNK;
    }

    /** Index of the CR that ends the line at the reader index, or one of the two above. */
    private static int lineEnd(ByteBuf bytes, int lengthMax) {
        int start = bytes.readerIndex();
        int lf = bytes.indexOf(start, Math.min(bytes.writerIndex(), start + lengthMax), Ascii.LF);
        if (lf < 0) {
            return bytes.readableBytes() >= lengthMax ? BAD_LINE : NO_LINE;
        }
        return lf > start && bytes.getByte(lf - 1) == Ascii.CR ? lf - 1 : BAD_LINE;
    }

    /** {@code ;name} or {@code ;name=value} in tokens, any number of them, without the blanks and quotes of the grammar. */
    private static boolean areExtensions(ByteBuf bytes, int from, int to) {
        int at = from;
        while (at < to && bytes.getByte(at) == ';') {
            int nameEnd = tokenEnd(bytes, at + 1, to);
            if (nameEnd == at + 1) {
                return false;
            }
            at = nameEnd;
            if (at < to && bytes.getByte(at) == '=') {
                int valueEnd = tokenEnd(bytes, at + 1, to);
                if (valueEnd == at + 1) {
                    return false;
                }
                at = valueEnd;
            }
        }
        return at == to;
    }

    private static int tokenEnd(ByteBuf bytes, int from, int to) {
        int at = from;
        while (at < to && Ascii.isToken(bytes.getByte(at))) {
            at++;
        }
        return at;
    }

    private static boolean isFieldText(ByteBuf bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Ascii.isFieldByte(bytes.getByte(i))) {
                return false;
            }
        }
        return true;
    }
}
