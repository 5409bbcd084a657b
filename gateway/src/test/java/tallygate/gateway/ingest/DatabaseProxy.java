package tallygate.gateway.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network between a node and its database: cuts it, freezes it, or loses the request or the answer of single statements.
 */
final class DatabaseProxy implements AutoCloseable {
    /** What happens to a statement that holds the marked text. */
    enum Loss {
        /** Nothing. */
        NONE,
        /** The connection breaks before the server sees it. */
        REQUEST,
        /** The server works it, and the connection breaks before its answer comes back. */
        ANSWER
    }

    private final ServerSocket listener;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger left = new AtomicInteger();
    private final Object thaw = new Object();
    private volatile Loss loss = Loss.NONE;
    private volatile String mark = "";
    private volatile boolean isDown;
    private volatile boolean isFrozen;

    DatabaseProxy(int server) throws IOException {
        this.server = server;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The next statements with this text are lost, so many times. */
    void lose(Loss what, String text, int times) {
        mark = text;
        loss = what;
        left.set(times);
    }

    /** Breaks every connection and refuses new ones. */
    void down() {
        isDown = true;
        open.forEach(DatabaseProxy::close);
    }

    /** Nothing gets through in either direction, and nobody is told. */
    void freeze() {
        isFrozen = true;
    }

    /** Ends both; what was frozen goes on its way. */
    void heal() {
        isDown = false;
        synchronized (thaw) {
            isFrozen = false;
            thaw.notifyAll();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (isDown) {
                    close(client);
                    continue;
                }
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
                open.add(client);
                open.add(behind);
                Connection connection = new Connection(client, behind);
                Thread.ofVirtual().start(connection::toServer);
                Thread.ofVirtual().start(connection::toClient);
            } catch (IOException _) {
                return;
            }
        }
    }

    private final class Connection {
        private final Socket client;
        private final Socket behind;
        private volatile boolean isAnswerLost;

        Connection(Socket client, Socket behind) {
            this.client = client;
            this.behind = behind;
        }

        void toServer() {
            try {
                copy(client.getInputStream(), behind.getOutputStream(), true);
            } catch (IOException _) {
                // Gone, as it may be.
            }
            if (!isAnswerLost) {
                end();
            }
        }

        void toClient() {
            try {
                copy(behind.getInputStream(), client.getOutputStream(), false);
            } catch (IOException _) {
                // Gone, as it may be.
            }
            end();
        }

        private void copy(InputStream in, OutputStream out, boolean isRequest) throws IOException {
            byte[] buffer = new byte[1 << 20];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                awaitThaw();
                if (isRequest && isMarked(buffer, n)) {
                    if (loss == Loss.REQUEST) {
                        return;
                    }
                    isAnswerLost = true;
                }
                if (!isRequest && isAnswerLost) {
                    return;
                }
                out.write(buffer, 0, n);
            }
        }

        private void end() {
            close(client);
            close(behind);
            open.remove(client);
            open.remove(behind);
        }
    }

    private boolean isMarked(byte[] buffer, int length) {
        return loss != Loss.NONE
                && left.get() > 0
                && new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains(mark)
                && left.getAndDecrement() > 0;
    }

    private void awaitThaw() {
        synchronized (thaw) {
            while (isFrozen) {
                try {
                    thaw.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // Closed already.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        heal();
        open.forEach(DatabaseProxy::close);
    }
}
