package tallygate.blackbox;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Senders who mean no good, all of one address of this machine that nobody else sends from. */
final class Attackers implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int THREADS = 8;
    private static final int FORGERIES = 20;
    private static final String HEAD = "POST /callbacks/shop HTTP/1.1\r\nHost: a\r\n";

    private final int port;
    private final String from;
    private final List<Socket> held = new CopyOnWriteArrayList<>();
    private final Map<Integer, Integer> answers = new ConcurrentHashMap<>();

    Attackers(int port) {
        this(port, "127.0.0.66");
    }

    Attackers(int port, String from) {
        this.port = port;
        this.from = from;
    }

    /** Ways to hold a connection, most of them without asking anything whole. */
    enum Hold {
        /** Asks for something small, and then for nothing. */
        KEPT_ALIVE("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n"),
        /** Asks for many answers, over and over, and reads none. */
        NO_READING("GET /callbacks/shop HTTP/1.1\r\nHost: a\r\n\r\n".repeat(40_000)),
        NO_BYTE(""),
        HALF_A_HEAD(HEAD + "X: "),
        HALF_A_BODY(HEAD + "Content-Length: 100000\r\n\r\nx"),
        HALF_A_CHUNK(HEAD + "Transfer-Encoding: chunked\r\n\r\nffff\r\nx"),
        HALF_CLOSED(HEAD + "Content-Length: 100000\r\n\r\nx");

        private final String bytes;

        Hold(String bytes) {
            this.bytes = bytes;
        }

        /** Those that a deadline ends. */
        static Set<Hold> unfinished() {
            return EnumSet.complementOf(EnumSet.of(KEPT_ALIVE));
        }
    }

    private Socket connect(int receiveBytes) throws IOException {
        var socket = new Socket();
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** Opens so many connections, and keeps them until {@link #close}. */
    void hold(Hold how, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = connect(how == Hold.NO_READING ? 2_048 : 0);
            held.add(socket);
            // Whoever does not read cannot write on, either.
            Thread.ofVirtual().start(() -> begin(socket, how));
        }
    }

    private static void begin(Socket socket, Hold how) {
        try {
            socket.getOutputStream().write(how.bytes.getBytes(StandardCharsets.ISO_8859_1));
            if (how == Hold.HALF_CLOSED) {
                socket.shutdownOutput();
            }
        } catch (IOException _) {
            // Turned away already, or cut off.
        }
    }

    /** Another byte on each connection: its sender would like to pass for slow. */
    void drip() {
        for (Socket socket : held) {
            Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write('y');
                } catch (IOException _) {
                    // It has been cut off, or it is closed on this side.
                }
            });
        }
    }

    /**
     * Sends forgeries on kept connections, and between them what is no HTTP and what is too large.
     *
     * @param perSecond all together; 0 for as fast as they are answered
     */
    void flood(int count, int perSecond) throws Exception {
        byte[] forgeries = forgeries();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    long began = System.nanoTime();
                    for (int sent = 0; sent < count / THREADS; sent += FORGERIES + 2) {
                        ask(forgeries, FORGERIES);
                        ask("\u0000\u0001 no HTTP\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), 1);
                        ask((HEAD + "Content-Length: 99999999\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1), 1);
                        if (perSecond > 0) {
                            long due = began + sent * 1_000_000_000L * THREADS / perSecond;
                            LockSupport.parkNanos(due - System.nanoTime());
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static byte[] forgeries() throws GeneralSecurityException {
        var all = new StringBuilder();
        for (int i = 0; i < FORGERIES; i++) {
            StripeCallback forged = StripeCallback.of(Sender.newId(), "whsec_of_somebody_else_012345");
            all.append(HEAD)
                    .append("Content-Length: ")
                    .append(forged.body().length)
                    .append("\r\n");
            forged.headers()
                    .forEach((name, value) ->
                            all.append(name).append(": ").append(value).append("\r\n"));
            all.append("\r\n").append(new String(forged.body(), StandardCharsets.UTF_8));
        }
        return all.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void ask(byte[] bytes, int requests) {
        try (Socket socket = connect(0);
                InputStream in = new BufferedInputStream(socket.getInputStream())) {
            socket.getOutputStream().write(bytes);
            for (int i = 0; i < requests; i++) {
                answers.merge(status(in), 1, Integer::sum);
            }
        } catch (IOException _) {
            answers.merge(0, 1, Integer::sum);
        }
    }

    /** Of the next answer, which is read to its end; 0 at the end of the connection. */
    private static int status(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return 0;
            }
            head.append((char) b);
        }
        String[] lines = head.toString().split("\r\n", -1);
        for (String line : lines) {
            if (line.startsWith("Content-Length: ")) {
                in.skipNBytes(Long.parseLong(line.substring(16)));
            }
        }
        return Integer.parseInt(lines[0].split(" ", -1)[1]);
    }

    /** How often each status was answered; 0 stands for a connection that ended without one. */
    Map<Integer, Integer> answers() {
        return new TreeMap<>(answers);
    }

    @Override
    public void close() {
        for (Socket socket : held) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is gone either way.
            }
        }
    }
}
