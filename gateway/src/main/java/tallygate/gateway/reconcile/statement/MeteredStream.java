package tallygate.gateway.reconcile.statement;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what is read, and ends the reading at a bound. */
final class MeteredStream extends FilterInputStream {
    /** Asked after each read. */
    @FunctionalInterface
    interface Guard {
        void check(long bytesSoFar) throws IOException;
    }

    private final Guard guard;
    private long count;

    MeteredStream(InputStream in, Guard guard) {
        super(in);
        this.guard = guard;
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        if (one >= 0) {
            counted(1);
        }
        return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        if (read > 0) {
            counted(read);
        }
        return read;
    }

    @Override
    public long skip(long wanted) throws IOException {
        byte[] sink = new byte[(int) Math.min(wanted, 8192)];
        return Math.max(0, read(sink, 0, sink.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void counted(int bytes) throws IOException {
        count += bytes;
        guard.check(count);
    }
}
