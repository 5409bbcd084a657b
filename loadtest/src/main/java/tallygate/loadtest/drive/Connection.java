package tallygate.loadtest.drive;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One kept connection: at most one message is on its way at a time. For one thread. */
final class Connection {
    private static final ByteBuffer NOTHING_TO_WRITE = ByteBuffer.allocate(0);

    private final InetSocketAddress target;
    private final AnswerReader reader = new AnswerReader();

    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private ByteBuffer out = NOTHING_TO_WRITE;
    private boolean connected;
    private boolean busy;
    private int message;
    private long since;
    private long sentAt;
    private int failuresInRow;
    private long reopenAt;

    Connection(InetSocketAddress target) {
        this.target = target;
    }

    /** Begins to connect. @return true when it is connected at once */
    boolean open(Selector selector) throws IOException {
        SocketChannel fresh = SocketChannel.open();
        channel = fresh;
        fresh.configureBlocking(false);
        fresh.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connected = fresh.connect(target);
        key = fresh.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        return connected;
    }

    /** Ends the connecting that {@link #open} began. */
    void finishOpening() throws IOException {
        if (opened().finishConnect()) {
            registered().interestOps(SelectionKey.OP_READ);
            connected = true;
            failuresInRow = 0;
        }
    }

    /** @param since what latency counts from */
    void send(int message, ByteBuffer request, long since, long now) throws IOException {
        this.busy = true;
        this.message = message;
        this.since = since;
        this.sentAt = now;
        this.out = request;
        write();
    }

    /** Writes on what did not fit into the socket. */
    void write() throws IOException {
        opened().write(out);
        registered()
                .interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /**
     * Reads what is there.
     *
     * @param buffer scratch, shared by all connections of the loop
     * @return the status of a completed answer; 0 when there is none yet
     * @throws IOException when the connection ended before its answer did, or what came is not HTTP
     */
    int read(ByteBuffer buffer) throws IOException {
        buffer.clear();
        int bytes = opened().read(buffer);
        buffer.flip();
        try {
            if (bytes < 0 ? busy && reader.endsWithStream() : reader.read(buffer)) {
                int status = reader.status();
                boolean kept = reader.isKept() && busy && !buffer.hasRemaining() && !out.hasRemaining();
                reader.reset();
                if (!kept) {
                    close();
                }
                return status;
            }
        } catch (AnswerReader.BadAnswerException e) {
            throw new IOException("the answer is not HTTP: " + e.getMessage(), e);
        }
        if (bytes < 0) {
            throw new IOException("closed by the other side");
        }
        return 0;
    }

    /** The message is answered, or given up. */
    void release() {
        busy = false;
        out = NOTHING_TO_WRITE;
    }

    void close() {
        SocketChannel open = channel;
        channel = null;
        key = null;
        connected = false;
        reader.reset();
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // Nothing can be done about a socket that fails to close, and nothing depends on it.
            }
        }
    }

    /** Waits a little longer after each failure in a row: 10 ms to 320 ms. */
    void reopenLater(long now) {
        reopenAt = now + (10_000_000L << Math.min(failuresInRow++, 5));
    }

    boolean isOpen() {
        return channel != null;
    }

    /** False also while it is still being opened. */
    boolean isConnected() {
        return connected;
    }

    boolean isBusy() {
        return busy;
    }

    int message() {
        return message;
    }

    long since() {
        return since;
    }

    long sentAt() {
        return sentAt;
    }

    long reopenAt() {
        return reopenAt;
    }

    private SocketChannel opened() throws IOException {
        SocketChannel open = channel;
        if (open == null) {
            throw new IOException("not connected");
        }
        return open;
    }

    private SelectionKey registered() throws IOException {
        SelectionKey registered = key;
        if (registered == null) {
            throw new IOException("not connected");
        }
        return registered;
    }
}
