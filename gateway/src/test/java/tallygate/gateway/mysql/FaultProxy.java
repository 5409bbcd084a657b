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
 * it was passed on (its answer is swallowed), or not at all but silent from then on.
 */
final class FaultProxy implements AutoCloseable {
    /** Where the connection breaks. */
    enum Cut {
        NOWHERE,
        BEFORE,
        AFTER,
        SILENT
    }

    private record Plan(Cut cut, String text) {}

    private final ServerSocket listener;
    private final int serverPort;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicReference<Plan> plan = new AtomicReference<>(new Plan(Cut.NOWHERE, ""));

    FaultProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Breaks once, at the next packet to the server that holds the text; a statement id works as well as words. */
    void breakAt(Cut cut, String text) {
        plan.set(new Plan(cut, text));
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                open.addAll(List.of(client, server));
                AtomicReference<Cut> broken = new AtomicReference<>(Cut.NOWHERE);
                Thread.ofVirtual().start(() -> toServer(client, server, broken));
                Thread.ofVirtual().start(() -> toClient(server, client, broken));
            } catch (IOException _) {
                return;
            }
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
                if (broken.get() != Cut.SILENT) {
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
                if (broken.get() == Cut.AFTER) {
                    break;
                }
                out.write(buffer, 0, n);
            }
        } catch (IOException _) {
            // The other side is gone too.
        } finally {
            close(client, server);
        }
    }

    private Cut cutOf(byte[] buffer, int length) {
        Plan now = plan.get();
        String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
        if (now.cut() == Cut.NOWHERE
                || !text.contains(now.text())
                || !plan.compareAndSet(now, new Plan(Cut.NOWHERE, ""))) {
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
