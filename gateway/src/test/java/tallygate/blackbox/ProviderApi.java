package tallygate.blackbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A provider's API on a local port: answers what it was told to, 404 otherwise, and remembers what it was asked. */
public final class ProviderApi implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<Question> questions = new CopyOnWriteArrayList<>();
    private volatile boolean isAway;

    /** One question. */
    record Question(String resource, String authorization) {}

    public ProviderApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** @param path without the query */
    public void knows(String path, String json) {
        answers.put(path, json);
    }

    /** While it is away, every question gets a 503. */
    void away(boolean now) {
        isAway = now;
    }

    List<Question> questionsAbout(String id) {
        return questions.stream().filter(q -> q.resource().contains(id)).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            questions.add(
                    new Question(exchange.getRequestURI().toString(), authorization == null ? "" : authorization));
            String known = answers.get(exchange.getRequestURI().getPath());
            int status = isAway ? 503 : known == null ? 404 : 200;
            byte[] body = (status == 200 ? known : "{\"code\":\"NOT_FOUND_PAYMENT\"}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
