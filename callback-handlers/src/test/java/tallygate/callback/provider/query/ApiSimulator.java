package tallygate.callback.provider.query;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;
import tallygate.callback.provider.Binding;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Credentials;
import tallygate.callback.provider.Credentials.Value;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.catalog.Providers;

/** A provider's API on a local port, asked over real HTTP through the guarded client. */
final class ApiSimulator implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final HttpServer server;
    private final List<Got> questions = new CopyOnWriteArrayList<>();
    private volatile Function<Got, Reply> behaviour = _ -> new Reply(404, Map.of(), "{}");

    record Got(String method, String resource, Map<String, String> headers, String body) {
        String path() {
            int query = resource.indexOf('?');
            return query < 0 ? resource : resource.substring(0, query);
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /** @param raw instead of the text, when it is not empty */
    record Reply(int status, Map<String, String> headers, String body, byte[] raw) {
        Reply(int status, Map<String, String> headers, String body) {
            this(status, headers, body, new byte[0]);
        }

        static Reply of(byte[] raw) {
            return new Reply(200, Map.of(), "", raw);
        }

        static Reply of(String body) {
            return new Reply(200, Map.of(), body);
        }

        static Reply of(int status, String body) {
            return new Reply(status, Map.of(), body);
        }
    }

    ApiSimulator() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    ApiSimulator answering(Function<Got, Reply> next) {
        behaviour = next;
        return this;
    }

    /** By the path of the question. */
    ApiSimulator knowing(Map<String, String> bodies) {
        return answering(got -> bodies.containsKey(got.path())
                ? Reply.of(bodies.get(got.path()))
                : Reply.of(404, "{\"error\":{\"code\":\"resource_missing\"},\"code\":\"NOT_FOUND_PAYMENT\"}"));
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Got> questions() {
        return List.copyOf(questions);
    }

    static QueryTools tools() {
        return new QueryTools(
                GuardedOutbound.of(InsideHosts.NONE, System::nanoTime),
                InstantSource.fixed(NOW),
                new SplittableRandom(1));
    }

    /** An endpoint of the provider whose API is here. */
    BoundProvider bound(String provider, Map<String, String> texts) {
        Map<String, Value> values = new HashMap<>();
        texts.forEach((key, text) -> values.put(key, new Value.Text(text)));
        return bound(provider, new Credentials(values));
    }

    BoundProvider bound(String provider, Credentials credentials) {
        Map<String, Value> values = new HashMap<>(credentials.values());
        values.put("api-url", new Value.Text(url()));
        return switch (Providers.builtIn().bind(provider, "shop", new Credentials(values))) {
            case Binding.Bound(var bound) -> bound;
            case Binding.Refused(var problems) -> throw new AssertionError(new ArrayList<>(problems));
        };
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new HashMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, all) -> headers.put(name.toLowerCase(Locale.ROOT), all.getFirst()));
            Got got = new Got(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            questions.add(got);
            Reply reply = behaviour.apply(got);
            byte[] body = reply.raw().length > 0 ? reply.raw() : reply.body().getBytes(StandardCharsets.UTF_8);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
