package tallygate.gateway.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between the store and its server and breaks what goes through, at one chosen statement: before it is passed on, after
 * it was passed on (its answer is swallowed), or not at all but silent from then on, before it or after it. Or the server seems
 * to roll back: instead of the statement it gets a ROLLBACK, and the client is told of a deadlock or a lock wait.
 */
public final class FaultProxy implements AutoCloseable {
    /** Where the connection breaks. */
    public enum Cut {
        NOWHERE,
        BEFORE,
        AFTER,
        SILENT,
        UNANSWERED,
        DEADLOCK,
        LOCK_WAIT
    }

    /** COM_QUERY with this text. */
    private static final byte[] ROLLBACK = "\011\0\0\0\003ROLLBACK".getBytes(StandardCharsets.US_ASCII);

    private record Plan(Cut cut, String text, int times) {
        static final Plan NOTHING = new Plan(Cut.NOWHERE, "", 0);

        Plan next() {
            return times == 1 ? NOTHING : new Plan(cut, text, times - 1);
        }
    }

    private final ServerSocket listener;
    private final int serverPort;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicReference<Plan> plan = new AtomicReference<>(Plan.NOTHING);

    public FaultProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Breaks once, at the next packet to the server that holds the text; a statement id works as well as words. */
    public void breakAt(Cut cut, String text) {
        breakAt(cut, text, 1);
    }

    /** So many times. */
    public void breakAt(Cut cut, String text, int times) {
        plan.set(new Plan(cut, text, times));
    }

    /** Nothing breaks any more. */
    public void heal() {
        plan.set(Plan.NOTHING);
    }

    /** Whether what was planned has happened. */
    public boolean hasBroken() {
        return plan.get().cut() == Cut.NOWHERE;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                join(listener.accept());
            } catch (IOException _) {
                return;
            }
        }
    }

    private void join(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            open.addAll(List.of(client, server));
            AtomicReference<Cut> broken = new AtomicReference<>(Cut.NOWHERE);
            Thread.ofVirtual().start(() -> toServer(client, server, broken));
            Thread.ofVirtual().start(() -> toClient(server, client, broken));
        } catch (IOException _) {
            // The server is down: the client is told as it would be without a proxy.
            close(client);
        }
    }

    private void toServer(Socket client, Socket server, AtomicReference<Cut> broken) {
        byte[] buffer = new byte[1 << 20];
        try {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                Cut cut = cutOf(buffer, n);
                if (cut == Cut.BEFORE) {
                    break;
                }
                if (cut != Cut.NOWHERE) {
                    broken.set(cut);
                }
                if (isRollback(broken.get())) {
                    out.write(ROLLBACK);
                } else if (broken.get() != Cut.SILENT) {
                    out.write(buffer, 0, n);
                }
            }
        } catch (IOException _) {
            // The other side is gone too.
        } finally {
            if (broken.get() == Cut.NOWHERE) {
                close(client, server);
            }
        }
    }

    private void toClient(Socket server, Socket client, AtomicReference<Cut> broken) {
        byte[] buffer = new byte[1 << 20];
        try {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                Cut cut = broken.get();
                if (cut == Cut.AFTER) {
                    break;
                }
                if (isRollback(cut)) {
                    broken.set(Cut.NOWHERE);
                    out.write(cut == Cut.DEADLOCK ? error(1213, "40001") : error(1205, "HY000"));
                } else if (cut != Cut.UNANSWERED) {
                    out.write(buffer, 0, n);
                }
            }
        } catch (IOException _) {
            // The other side is gone too.
        } finally {
            close(client, server);
        }
    }

    private static boolean isRollback(Cut cut) {
        return cut == Cut.DEADLOCK || cut == Cut.LOCK_WAIT;
    }

    /** An ERR packet of the client/server protocol, as the first answer to a command. */
    private static byte[] error(int code, String state) {
        byte[] text = ("#" + state + "planted").getBytes(StandardCharsets.US_ASCII);
        byte[] packet = new byte[7 + text.length];
        packet[0] = (byte) (3 + text.length);
        packet[3] = 1;
        packet[4] = (byte) 0xff;
        packet[5] = (byte) code;
        packet[6] = (byte) (code >> 8);
        System.arraycopy(text, 0, packet, 7, text.length);
        return packet;
    }

    private Cut cutOf(byte[] buffer, int length) {
        Plan now = plan.get();
        String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
        if (now.cut() == Cut.NOWHERE || !text.contains(now.text()) || !plan.compareAndSet(now, now.next())) {
            return Cut.NOWHERE;
        }
        return now.cut();
    }

    private static void close(Socket... sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is closed already.
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        close(open.toArray(Socket[]::new));
    }
}
