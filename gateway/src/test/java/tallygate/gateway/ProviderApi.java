package tallygate.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider's API on a local port: what it knows by path, 404 for the rest. */
final class ProviderApi implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Reply> known = new ConcurrentHashMap<>();
    private final List<String> questions = new CopyOnWriteArrayList<>();

    record Reply(int status, byte[] body) {}

    ProviderApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    ProviderApi knows(String path, int status, String body) {
        return knows(path, status, body.getBytes(StandardCharsets.UTF_8));
    }

    ProviderApi knows(String path, int status, byte[] body) {
        known.put(path, new Reply(status, body));
        return this;
    }

    /** Paths with queries, in the order they were asked for. */
    List<String> questions() {
        return List.copyOf(questions);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            questions.add(exchange.getRequestURI().toString());
            Reply reply = known.getOrDefault(
                    exchange.getRequestURI().getPath(),
                    new Reply(404, "{\"error\":{\"code\":\"resource_missing\"}}".getBytes(StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
            exchange.getResponseBody().write(reply.body());
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
