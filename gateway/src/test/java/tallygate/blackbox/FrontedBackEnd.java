package tallygate.blackbox;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tallygate.gateway.http.AddressRange;
import tallygate.gateway.http.HttpListener;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.http.ListenerConfig;
import tallygate.gateway.http.Proxies;
import tallygate.gateway.http.ProxyProtocol;
import tallygate.signature.RawRequest;

/** A server behind a proxy that writes down what it takes for requests; each is answered with its own target. */
interface FrontedBackEnd extends AutoCloseable {
    /** The header in which the proxy marks each request that it passes on. */
    String MARK = "X-Front";

    /**
     * @param marks the proxy's, exactly one where it passed this on as a request
     * @param scheme by which its sender is said to have come
     */
    record Taken(List<String> marks, String method, String target, String scheme) {}

    int port();

    List<Taken> taken();

    @Override
    void close();

    /** Our listener, as it stands behind a load balancer. */
    final class Ours implements FrontedBackEnd {
        private final List<Taken> taken = new CopyOnWriteArrayList<>();
        private final HttpListener listener;

        Ours() {
            ListenerConfig plain =
                    ListenerConfig.plain("fronted", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
            var config = new ListenerConfig(
                    plain.name(),
                    plain.bind(),
                    plain.loops(),
                    plain.requests(),
                    plain.connections(),
                    plain.deadlines(),
                    plain.tls(),
                    new Proxies(ProxyProtocol.OPTIONAL, List.of(AddressRange.parse("127.0.0.0/8"))),
                    plain.drain());
            listener = HttpListener.start(
                    config,
                    (request, reply) -> {
                        taken.add(of(request));
                        reply.send(HttpReply.text(200, request.target()));
                    },
                    new SimpleMeterRegistry(),
                    Clock.systemUTC(),
                    System::nanoTime);
        }

        private static Taken of(RawRequest request) {
            List<String> marks = request.headers().stream()
                    .filter(header -> header.isNamed(MARK))
                    .map(header -> header.value())
                    .toList();
            return new Taken(marks, request.method(), request.target(), request.scheme());
        }

        @Override
        public int port() {
            return listener.boundAddress().getPort();
        }

        @Override
        public List<Taken> taken() {
            return List.copyOf(taken);
        }

        @Override
        public void close() {
            listener.close();
        }
    }

    /** A server with the fault of CL.0: it thinks that only POST has a body. */
    final class BlindToBodies implements FrontedBackEnd {
        private final List<Taken> taken = new CopyOnWriteArrayList<>();
        private final ServerSocket socket;

        BlindToBodies() throws IOException {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(() -> {
                while (!socket.isClosed()) {
                    try {
                        Socket one = socket.accept();
                        Thread.ofVirtual().start(() -> serve(one));
                    } catch (IOException _) {
                        // The test is over.
                    }
                }
            });
        }

        private void serve(Socket connection) {
            try (connection;
                    InputStream in = new BufferedInputStream(connection.getInputStream());
                    OutputStream out = connection.getOutputStream()) {
                for (List<String> head = head(in); !head.isEmpty(); head = head(in)) {
                    String[] words = head.getFirst().split(" ", -1);
                    if (words[0].equals("POST")) {
                        in.skipNBytes(value(head, "Content-Length").stream()
                                .mapToLong(Long::parseLong)
                                .sum());
                    }
                    String target = words.length > 1 ? words[1] : "";
                    taken.add(new Taken(value(head, MARK), words[0], target, ""));
                    out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + target.length() + "\r\n\r\n" + target)
                            .getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                }
            } catch (IOException | NumberFormatException _) {
                // The proxy closed, or there is no telling what came.
            }
        }

        /** The lines before the next empty one; none at the end. */
        private static List<String> head(InputStream in) throws IOException {
            var text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                int b = in.read();
                if (b < 0) {
                    return List.of();
                }
                text.append((char) b);
            }
            return text.toString().strip().lines().toList();
        }

        private static List<String> value(List<String> head, String name) {
            return head.stream()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .toList();
        }

        @Override
        public int port() {
            return socket.getLocalPort();
        }

        @Override
        public List<Taken> taken() {
            return List.copyOf(taken);
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
