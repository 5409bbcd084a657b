package tallygate.gateway.http;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tallygate.signature.RawRequest;

/**
 * A real listener on a loopback port whose clock is ticked by hand. Its handler keeps every request and answers 200 with
 * the body's length, unless the test takes the replies over.
 */
final class Edge implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    final List<RawRequest> requests = new CopyOnWriteArrayList<>();
    final List<RequestHandler.Reply> waiting = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final HttpListener listener;
    private final AtomicLong nanos = new AtomicLong();

    private Edge(Settings settings, RequestHandler handler) {
        listener = HttpListener.start(
                settings.config(), keeping(handler), meters, Clock.fixed(NOW, ZoneOffset.UTC), nanos::get);
    }

    static Edge answering() {
        return answering(_ -> {});
    }

    static Edge answering(Consumer<Settings> changes) {
        return with(changes, (request, reply) -> reply.send(echo(request)));
    }

    /** The test answers: the replies are in {@link #waiting}. */
    static Edge holding(Consumer<Settings> changes) {
        return with(changes, (_, _) -> {});
    }

    static Edge with(Consumer<Settings> changes, RequestHandler handler) {
        var settings = new Settings();
        changes.accept(settings);
        return new Edge(settings, handler);
    }

    /** A bare listener with a clock that stands still. */
    static HttpListener start(Settings settings, RequestHandler handler) {
        return HttpListener.start(
                settings.config(), handler, new SimpleMeterRegistry(), Clock.fixed(NOW, ZoneOffset.UTC), () -> 0);
    }

    static HttpReply echo(RawRequest request) {
        return HttpReply.text(200, request.target() + " " + request.body().length);
    }

    private RequestHandler keeping(RequestHandler handler) {
        return (request, reply) -> {
            requests.add(request);
            waiting.add(reply);
            handler.handle(request, reply);
        };
    }

    /** The listener knows the connection when this returns. */
    RawClient connect() {
        double before = count("connections.opened");
        RawClient client = RawClient.to(listener.boundAddress());
        await().until(() -> count("connections.opened") > before);
        return client;
    }

    /** Sends, and returns when the listener has read it. */
    void send(RawClient client, String latin1) {
        double before = count("received.bytes");
        client.send(latin1);
        await().until(() -> count("received.bytes") >= before + latin1.length());
    }

    RequestHandler.Reply waitFor(int index) {
        await().until(() -> waiting.size() > index);
        return waiting.get(index);
    }

    /** Every deadline sees the new time within the next tick. */
    void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    double count(String name, String... tags) {
        Counter counter = meters.find("tallygate.http." + name).tags(tags).counter();
        return counter == null ? 0 : counter.count();
    }

    double gauge(String name) {
        Gauge gauge = meters.find("tallygate.http." + name).gauge();
        return gauge == null ? Double.NaN : gauge.value();
    }

    String body(int index) {
        return new String(requests.get(index).body(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        listener.close();
    }
}
