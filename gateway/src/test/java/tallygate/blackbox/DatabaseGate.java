package tallygate.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A TCP proxy between a gateway and its database: open, closed (cuts and refuses), hanging, or slow. */
final class DatabaseGate implements AutoCloseable {
    private static final long SLOW_NANOS = 40_000_000;

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private volatile State state;

    enum State {
        OPEN,
        CLOSED,
        HANGING,
        SLOW
    }

    DatabaseGate(int target, State first) throws IOException {
        this.target = target;
        this.state = first;
        this.listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    void be(State next) {
        lock.lock();
        try {
            state = next;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        if (next == State.CLOSED) {
            sockets.forEach(DatabaseGate::close);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (state == State.CLOSED) {
                    client.close();
                } else {
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    sockets.add(client);
                    sockets.add(server);
                    Thread.ofVirtual().start(() -> pump(client, server));
                    Thread.ofVirtual().start(() -> pump(server, client));
                }
            } catch (IOException e) {
                // The listener was closed, or the database refused this one: the client sees its connection end.
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                pass();
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // One side is gone; closing both tells the other.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void pass() {
        if (state == State.SLOW) {
            LockSupport.parkNanos(SLOW_NANOS);
        }
        lock.lock();
        try {
            while (state == State.HANGING) {
                moved.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closed already.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        be(State.CLOSED);
    }
}
