package tallygate.blackbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A TCP proxy, as between a gateway and its database: open, closed (cuts and refuses), resetting (cuts by RST and refuses),
 * hanging (half open: nothing comes through and nobody is told), slow, or losing (what goes through waits for a resend now and
 * then).
 */
public final class DatabaseGate implements AutoCloseable {
    private static final long SLOW_NANOS = 40_000_000;
    /** The first retransmission of Linux. */
    private static final long RESENT_NANOS = 200_000_000;

    private static final int LOSES_ONE_OF = 16;

    private final ServerSocket listener;
    private volatile int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final AtomicLong passed = new AtomicLong();
    private volatile State state;

    /** How it is passed through. */
    public enum State {
        OPEN,
        CLOSED,
        RESETTING,
        HANGING,
        SLOW,
        LOSING
    }

    public DatabaseGate(int target, State first) throws IOException {
        this.target = target;
        this.state = first;
        this.listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Another server takes over: what is open is cut. */
    public void leadTo(int port) {
        target = port;
        sockets.forEach(DatabaseGate::close);
    }

    public void be(State next) {
        lock.lock();
        try {
            state = next;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        switch (next) {
            case CLOSED -> sockets.forEach(DatabaseGate::close);
            case RESETTING -> sockets.forEach(DatabaseGate::reset);
            case OPEN, HANGING, SLOW, LOSING -> {}
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (state == State.CLOSED) {
                    close(client);
                } else if (state == State.RESETTING) {
                    reset(client);
                } else {
                    join(client);
                }
            } catch (IOException e) {
                // The listener was closed.
            }
        }
    }

    private void join(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(server);
            Thread.ofVirtual().start(() -> pump(client, server));
            Thread.ofVirtual().start(() -> pump(server, client));
        } catch (IOException e) {
            // The database refused this one: the client sees its connection end.
            close(client);
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
        if (state == State.LOSING && passed.incrementAndGet() % LOSES_ONE_OF == 0) {
            LockSupport.parkNanos(RESENT_NANOS);
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

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already.
        }
        close(socket);
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
