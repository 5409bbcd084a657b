package tallygate.callback.participant.sample;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tallygate.callback.participant.Guard;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/** One sample service on loopback: step, compensation, status, books and a switch. */
final class SampleService implements AutoCloseable {
    private static final int BODY_BYTES_MAX = 1 << 20;
    private static final long LATE_MILLIS = 4_000;

    private final OrderFlow business;
    private final CompletableFuture<SampleDatabase> database = new CompletableFuture<>();
    private final Guard guard = new Guard();
    private final GuardedWork work;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;
    private volatile Mode forward = Mode.OK;
    private volatile Mode backward = Mode.OK;

    /**
     * Listens; until {@link #open} it answers that it is not there yet.
     *
     * @param port 0: any free one
     */
    SampleService(OrderFlow business, int port, boolean isGuarded) throws IOException {
        this.business = business;
        this.work = new GuardedWork(business, guard, isGuarded);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 128);
        server.setExecutor(threads);
        server.createContext(business.action(), exchange -> step(exchange, true));
        server.createContext(business.compensation(), exchange -> step(exchange, false));
        server.createContext("/requests/", this::status);
        server.createContext("/books", this::books);
        server.createContext("/switch", this::turn);
        server.start();
    }

    /** Makes its schema when that is not there, and begins to work. */
    void open(SampleDatabase at) throws SQLException {
        at.make(Guard.TABLE);
        at.make(business.tables().toArray(String[]::new));
        database.complete(at);
    }

    private Connection connect() throws SQLException {
        SampleDatabase at = database.getNow(null);
        if (at == null) {
            throw new SQLException("the sample's database is not there yet");
        }
        return at.open();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void behave(Mode forwardMode, Mode backwardMode) {
        forward = forwardMode;
        backward = backwardMode;
    }

    private void step(HttpExchange exchange, boolean isForward) throws IOException {
        try (exchange) {
            Mode mode = isForward ? forward : backward;
            byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX);
            Said said = switch (mode) {
                case OK -> work(exchange, body, isForward);
                case FAIL -> new Said(500, "{}");
                case REFUSE -> refuse(exchange, body, isForward);
                case HANG -> {
                    closed.await();
                    yield new Said(500, "{}");
                }
                case LATE -> {
                    Said done = work(exchange, body, isForward);
                    closed.await(LATE_MILLIS, TimeUnit.MILLISECONDS);
                    yield done;
                }
                case LOSE -> {
                    work(exchange, body, isForward);
                    yield new Said(0, "");
                }
                case TWICE -> {
                    work(exchange, body, isForward);
                    yield work(exchange, body, isForward);
                }
            };
            if (said.status() > 0) {
                answer(exchange, said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Said work(HttpExchange exchange, byte[] body, boolean isForward) {
        String request = header(exchange, "Idempotency-Key");
        try (Connection connection = connect()) {
            JsonValue call = JsonReader.read(body);
            return isForward
                    ? work.run(connection, request, call)
                    : work.undo(connection, header(exchange, "Tallygate-Compensates"), request, call);
        } catch (SQLException e) {
            return new Said(503, "{\"reason\":\"database error " + e.getErrorCode() + "\"}");
        } catch (UnreadableException e) {
            return new Said(400, "{\"reason\":\"not JSON\"}");
        }
    }

    private Said refuse(HttpExchange exchange, byte[] body, boolean isForward) {
        if (!isForward) {
            return new Said(409, "{\"reason\":\"switched to refuse\"}");
        }
        try (Connection connection = connect()) {
            guard.refuse(connection, header(exchange, "Idempotency-Key"), "switched to refuse");
            connection.commit();
            return new Said(409, "{\"reason\":\"switched to refuse\",\"bytes\":" + body.length + "}");
        } catch (SQLException e) {
            return new Said(503, "{}");
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    private void status(HttpExchange exchange) throws IOException {
        try (exchange;
                Connection connection = connect()) {
            String request = exchange.getRequestURI().getPath().substring("/requests/".length());
            String state = guard.state(connection, request.replace(":c:", ":"));
            boolean isUndo = request.contains(":c:");
            String shown = isUndo && !state.equals("compensated") ? "unknown" : state;
            String forwardShown = shown.equals("compensated") && !isUndo ? "failed" : shown;
            answer(exchange, new Said(200, "{\"state\":\"" + forwardShown + "\",\"result\":{}}"));
        } catch (SQLException e) {
            answer(exchange, new Said(503, "{}"));
        }
    }

    private void books(HttpExchange exchange) throws IOException {
        try (exchange;
                Connection connection = connect()) {
            answer(exchange, new Said(200, business.books(connection)));
        } catch (SQLException e) {
            answer(exchange, new Said(503, "{}"));
        }
    }

    String books() throws SQLException {
        try (Connection connection = connect()) {
            return business.books(connection);
        }
    }

    /** {@code POST /switch?forward=late&compensation=ok}. */
    private void turn(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query =
                    Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
            try {
                for (String pair : query.isEmpty() ? new String[0] : query.split("&", 10)) {
                    Mode mode =
                            Mode.valueOf(pair.substring(pair.indexOf('=') + 1).toUpperCase(Locale.ROOT));
                    if (pair.startsWith("forward=")) {
                        forward = mode;
                    } else if (pair.startsWith("compensation=")) {
                        backward = mode;
                    }
                }
                answer(
                        exchange,
                        new Said(200, "{\"forward\":\"" + forward + "\",\"compensation\":\"" + backward + "\"}"));
            } catch (IllegalArgumentException e) {
                answer(exchange, new Said(400, "{\"reason\":\"modes: ok, refuse, fail, hang, late, lose, twice\"}"));
            }
        }
    }

    private static void answer(HttpExchange exchange, Said said) throws IOException {
        byte[] bytes = said.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(said.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
