package tallygate.gateway.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one listener; all carry the label {@code listener}.
 *
 * <ul>
 *   <li>{@code tallygate_http_connections_opened_total}, {@code …_connections_open}
 *   <li>{@code tallygate_http_connections_refused_total{reason}}: turned away before a request
 *   <li>{@code tallygate_http_connections_displaced_total}: those on which nothing whole was asked that made place for another
 *   <li>{@code tallygate_http_connections_expired_total{phase}}: a deadline passed
 *   <li>{@code tallygate_http_handshakes_failed_total}
 *   <li>{@code tallygate_http_requests_total{status}}: answers by class, {@code 2xx} to {@code 5xx}
 *   <li>{@code tallygate_http_requests_refused_total{reason}}: answered by the listener itself, part of the above
 *   <li>{@code tallygate_http_requests_in_flight}, {@code tallygate_http_bodies_in_flight_bytes}
 *   <li>{@code tallygate_http_handler_failures_total}: exceptions of the handler, answered with 500
 *   <li>{@code tallygate_http_answers_late_total}: given after the answer deadline and dropped
 *   <li>{@code tallygate_http_clients_gone_total}: the sender closed before its answer was written
 *   <li>{@code tallygate_http_received_bytes_total}, {@code tallygate_http_sent_bytes_total}: on the wire, TLS included
 *   <li>{@code tallygate_http_buffers_direct_bytes}: of all sockets of the process, outside the heap
 *   <li>{@code tallygate_http_event_loop_lag_seconds}: of the slowest loop
 *   <li>{@code tallygate_http_certificate_expiry_timestamp_seconds}: of the TLS certificate in use
 *   <li>{@code tallygate_http_draining}: 0 accepting, 1 draining, 2 closing, 3 closed
 * </ul>
 */
final class HttpMetrics {
    private final MeterRegistry registry;
    private final Tags tags;
    private final Counter opened;
    private final Map<Refusal, Counter> connectionsRefused = new EnumMap<>(Refusal.class);
    private final Map<Refusal, Counter> requestsRefused = new EnumMap<>(Refusal.class);
    private final Map<Expired, Counter> expired = new EnumMap<>(Expired.class);
    private final Counter[] byClass = new Counter[6];
    private final Counter displaced;
    private final Counter handshakesFailed;
    private final Counter handlerFailures;
    private final Counter late;
    private final Counter gone;
    private final Counter received;
    private final Counter sent;

    HttpMetrics(MeterRegistry registry, String listener) {
        this.registry = registry;
        this.tags = Tags.of("listener", listener);
        this.opened = counter("connections.opened", Tags.empty());
        this.displaced = counter("connections.displaced", Tags.empty());
        this.handshakesFailed = counter("handshakes.failed", Tags.empty());
        this.handlerFailures = counter("handler.failures", Tags.empty());
        this.late = counter("answers.late", Tags.empty());
        this.gone = counter("clients.gone", Tags.empty());
        this.received = counter("received.bytes", Tags.empty());
        this.sent = counter("sent.bytes", Tags.empty());
        for (Refusal refusal : Refusal.values()) {
            Tags reason = Tags.of("reason", refusal.label());
            if (refusal.isOfConnection()) {
                connectionsRefused.put(refusal, counter("connections.refused", reason));
            } else {
                requestsRefused.put(refusal, counter("requests.refused", reason));
            }
        }
        for (Expired phase : Expired.values()) {
            expired.put(phase, counter("connections.expired", Tags.of("phase", phase.label())));
        }
        for (int hundreds = 2; hundreds < byClass.length; hundreds++) {
            byClass[hundreds] = counter("requests", Tags.of("status", hundreds + "xx"));
        }
    }

    private Counter counter(String name, Tags more) {
        return registry.counter("tallygate.http." + name, tags.and(more));
    }

    /** The registry holds the source weakly: who calls this keeps it. */
    <T> void gauge(String name, T source, ToDoubleFunction<T> value) {
        Gauge.builder("tallygate.http." + name, source, value).tags(tags).register(registry);
    }

    void connectionOpened() {
        opened.increment();
    }

    void connectionDisplaced() {
        displaced.increment();
    }

    void connectionRefused(Refusal refusal) {
        increment(connectionsRefused.get(refusal));
    }

    void refused(Refusal refusal) {
        increment(requestsRefused.get(refusal));
    }

    void expired(Expired phase) {
        increment(expired.get(phase));
    }

    void handshakeFailed() {
        handshakesFailed.increment();
    }

    void handlerFailed() {
        handlerFailures.increment();
    }

    void answeredLate() {
        late.increment();
    }

    void clientGone() {
        gone.increment();
    }

    void received(int bytes) {
        received.increment(bytes);
    }

    void sent(int bytes) {
        sent.increment(bytes);
    }

    void answered(int status) {
        byClass[status / 100].increment();
    }

    private static void increment(@Nullable Counter counter) {
        if (counter == null) {
            throw new IllegalStateException("a refusal of a connection counted as one of a request, or the reverse");
        }
        counter.increment();
    }
}
