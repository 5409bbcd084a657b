package tallygate.callback.handler;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A business service on a local port that remembers what it got. */
final class Receiver {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Got> got = new CopyOnWriteArrayList<>();

    record Got(String method, URI uri, Map<String, List<String>> headers, byte[] body, int clientPort) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> entry.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    record Answer(int status, Map<String, String> headers, String body) {
        static Answer of(int status) {
            return new Answer(status, Map.of(), "");
        }

        Answer with(String name, String value) {
            var more = new HashMap<>(headers);
            more.put(name, value);
            return new Answer(status, more, body);
        }
    }

    Receiver(Function<Got, Answer> behaviour) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, behaviour));
        server.start();
    }

    private void answer(HttpExchange exchange, Function<Got, Answer> behaviour) throws IOException {
        try (exchange) {
            var request = new Got(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    exchange.getRequestBody().readAllBytes(),
                    exchange.getRemoteAddress().getPort());
            got.add(request);
            Answer answer = behaviour.apply(request);
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    List<Got> got() {
        return got;
    }

    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }
}
