package tallygate.callback.outbound;

import java.io.IOException;
import java.io.OutputStream;

/** Takes the body of one answer, up to a limit; one byte more is taken to know that there was more. */
final class BodySink {
    private final OutputStream to;
    private final long bytesMax;
    private long bytes;

    BodySink(OutputStream to, long bytesMax) {
        this.to = to;
        this.bytesMax = bytesMax;
    }

    void write(byte[] from, int at, int length) throws IOException {
        to.write(from, at, length);
        bytes += length;
    }

    boolean isOver() {
        return bytes > bytesMax;
    }

    long bytesMax() {
        return bytesMax;
    }

    long room() {
        return bytesMax - bytes;
    }
}
