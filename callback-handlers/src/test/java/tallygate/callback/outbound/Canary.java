package tallygate.callback.outbound;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens on a loopback port: whatever must not be called must not reach it. */
final class Canary implements AutoCloseable {
    static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket server = new ServerSocket(0, 50, LOOPBACK);
    private final Behaviour behaviour;
    final AtomicInteger connections = new AtomicInteger();

    /** The head of the first request. */
    final CompletableFuture<String> head = new CompletableFuture<>();

    @FunctionalInterface
    interface Behaviour {
        void serve(Socket socket) throws IOException;
    }

    Canary(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        Thread.ofVirtual().start(this::serve);
    }

    static Canary answering(String answer) throws IOException {
        return new Canary(socket -> write(socket, answer));
    }

    private void serve() {
        while (true) {
            try (Socket socket = server.accept()) {
                connections.incrementAndGet();
                head.complete(readHead(socket));
                behaviour.serve(socket);
            } catch (IOException _) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    int port() {
        return server.getLocalPort();
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private static String readHead(Socket socket) throws IOException {
        var text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }

    static void write(Socket socket, String answer) throws IOException {
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    }
}
