package tallygate.gateway.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The business service of the drill's tasks: applies each idempotency key once, can be taken away, and can be slow. */
final class DrillReceiver implements AutoCloseable {
    /** Longer than any call waits. */
    private static final long STILL_SECONDS = 60;

    private static final long SLOW_SECONDS = 2;

    /** How it answers. */
    enum Manner {
        PROMPT,
        SLOW,
        /** Takes the call, does nothing and never answers: callers run into their timeout. */
        STILL
    }

    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    /** Calls by idempotency key; a key in it is an effect that was applied. */
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    private volatile Manner manner = Manner.PROMPT;
    private @Nullable HttpServer server;

    DrillReceiver(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    void appear() throws IOException {
        HttpServer fresh = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 128);
        fresh.setExecutor(threads);
        fresh.createContext("/", this::take);
        fresh.start();
        server = fresh;
    }

    void vanish() {
        HttpServer now = server;
        if (now != null) {
            now.stop(0);
            server = null;
        }
    }

    void behave(Manner next) {
        manner = next;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            Manner now = manner;
            if (now == Manner.STILL) {
                TimeUnit.SECONDS.sleep(STILL_SECONDS);
                return;
            }
            calls.merge(key, 1, Integer::sum);
            if (now == Manner.SLOW) {
                TimeUnit.SECONDS.sleep(SLOW_SECONDS);
            }
            exchange.sendResponseHeaders(204, -1);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Different keys so far: effects, where each key is applied once. */
    int effects() {
        return calls.size();
    }

    int calls() {
        return calls.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public void close() {
        vanish();
        threads.shutdownNow();
    }
}
