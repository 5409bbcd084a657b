package tallygate.gateway.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The business service of a demo: takes deliveries on loopback, prints a line for each, and shows the last ones on its page. */
final class DemoDownstream implements AutoCloseable {
    private static final int SHOWN_MAX = 100;
    private static final int BODY_BYTES_MAX = 1 << 20;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ObjectMapper json = new ObjectMapper();
    private final Deque<String> shown = new ArrayDeque<>();
    private final PrintWriter out;

    /** @param port 0 for any free one */
    DemoDownstream(int port, PrintWriter out) throws IOException {
        this.out = out;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 128);
        server.setExecutor(threads);
        server.createContext("/payment-events", this::take);
        server.createContext("/", this::show);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX);
            JsonNode event = json.readTree(body);
            String line = "received event=%s type=%s biz_id=%s amount=%s %s attempt=%s key=%s"
                    .formatted(
                            event.path("eventId").asText(),
                            event.path("eventType").asText(),
                            event.path("bizId").asText("-"),
                            event.path("amountMinor").asText("-"),
                            event.path("currency").asText(""),
                            event.path("attempt").asText(),
                            exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            remember(line);
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private void remember(String line) {
        synchronized (shown) {
            shown.addFirst(line);
            if (shown.size() > SHOWN_MAX) {
                shown.removeLast();
            }
        }
        out.println("[demo downstream] " + line);
        out.flush();
    }

    private void show(HttpExchange exchange) throws IOException {
        try (exchange) {
            List<String> lines;
            synchronized (shown) {
                lines = List.copyOf(shown);
            }
            String text = "Demo downstream: the last " + lines.size() + " deliveries, newest first.\n\n"
                    + String.join("\n", lines) + "\n";
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
