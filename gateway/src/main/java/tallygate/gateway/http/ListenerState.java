package tallygate.gateway.http;

import io.netty.handler.ssl.SslContext;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What all connections of one listener share. */
final class ListenerState {
    /** What a reload replaces, at once and whole. */
    record Settings(ListenerConfig config, Optional<SslContext> tls, Optional<Instant> certificateEnds) {}

    private final RequestHandler handler;
    private final HttpMetrics metrics;
    private final Admission admission;
    private final Refusals refusals;
    private final Budget inFlight = new Budget();
    private final Budget bodyBytes = new Budget();
    private final ConnectionCounts counts = new ConnectionCounts();
    private volatile Settings settings;
    private volatile boolean closing;

    ListenerState(Settings settings, RequestHandler handler, HttpMetrics metrics) {
        this.settings = settings;
        this.handler = handler;
        this.metrics = metrics;
        Set<String> methods = new TreeSet<>(handler.methods());
        this.admission = new Admission(methods, inFlight);
        this.refusals = new Refusals(methods);
    }

    String name() {
        return settings.config().name();
    }

    ListenerConfig config() {
        return settings.config();
    }

    Settings settings() {
        return settings;
    }

    void settings(Settings next) {
        settings = next;
    }

    RequestHandler handler() {
        return handler;
    }

    HttpMetrics metrics() {
        return metrics;
    }

    Admission admission() {
        return admission;
    }

    Refusals refusals() {
        return refusals;
    }

    /** Requests their handler has. */
    Budget inFlight() {
        return inFlight;
    }

    /** Bytes of bodies being received or worked on. */
    Budget bodyBytes() {
        return bodyBytes;
    }

    ConnectionCounts counts() {
        return counts;
    }

    /** Every answer from now on is its connection's last. */
    boolean isClosing() {
        return closing;
    }

    void closing() {
        closing = true;
    }
}
