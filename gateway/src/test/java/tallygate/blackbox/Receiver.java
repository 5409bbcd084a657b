package tallygate.blackbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A business service that keeps what it got, and answers as told. */
final class Receiver implements AutoCloseable {
    private static final Pattern EVENT = Pattern.compile("\"eventId\":\"([^\"]+)\"");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private volatile Function<Call, Reply> answers = _ -> new Reply(200, Map.of());
    private boolean isHanging;

    /** One delivery. */
    record Call(String method, String path, String key, String body, String trace) {
        String event() {
            Matcher id = EVENT.matcher(body);
            return id.find() ? id.group(1) : "";
        }
    }

    /** What one delivery is answered. */
    record Reply(int status, Map<String, String> headers) {}

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<Call> calls() {
        return List.copyOf(calls);
    }

    void answerWith(int next) {
        answers = _ -> new Reply(next, Map.of());
    }

    void answerBy(Function<Call, Reply> rule) {
        answers = rule;
    }

    /** While it hangs, deliveries are noted and answered only when it is released. */
    void hang(boolean now) {
        lock.lock();
        try {
            isHanging = now;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitRelease() {
        lock.lock();
        try {
            while (isHanging) {
                released.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            Call call = new Call(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    key == null ? "" : key,
                    body,
                    String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            calls.add(call);
            awaitRelease();
            Reply reply = answers.apply(call);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), -1);
        }
    }

    @Override
    public void close() {
        // A test that failed while it hung would wait here for ever.
        hang(false);
        server.stop(0);
        threads.close();
    }
}
