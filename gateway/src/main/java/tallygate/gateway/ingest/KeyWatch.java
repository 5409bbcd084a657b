package tallygate.gateway.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.provider.HeldKey;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alert.Severity;
import tallygate.gateway.alert.Alerts;

/**
 * Counts down to the end of every key that has one: a gauge a key, and an alert that grows with its nearness. A key whose
 * successor is configured already is only noted.
 */
public final class KeyWatch {
    /** The alert's stable word. */
    public static final String KIND = "key-ends";

    private static final Duration NOTICE_FROM = Duration.ofDays(30);
    private static final Duration WARNING_FROM = Duration.ofDays(7);
    private static final Duration CRITICAL_FROM = Duration.ofDays(1);

    private final Clock clock;
    private final Alerts alerts;
    private final MultiGauge gauge;
    private Set<String> raised = Set.of();

    private record Ending(Endpoint endpoint, HeldKey key, Instant end) {
        String subject() {
            return endpoint.name() + " " + key.slot();
        }

        Tags tags() {
            return Tags.of("endpoint", endpoint.name(), "key", key.id(), "slot", key.slot());
        }
    }

    public KeyWatch(Clock clock, Alerts alerts, MeterRegistry registry) {
        this.clock = clock;
        this.alerts = alerts;
        this.gauge = MultiGauge.builder("tallygate.key.expires.seconds")
                .description("Time until a key no longer counts; negative when it has ended.")
                .register(registry);
    }

    /** Looks at the keys of these endpoints. To be called at start, after every reload, and now and then. */
    public synchronized void look(EndpointTable table) {
        List<Ending> endings = endings(table);
        gauge.register(
                endings.stream()
                        .map(ending -> MultiGauge.Row.of(ending.tags(), ending.end(), this::secondsUntil))
                        .toList(),
                true);
        Set<String> open = new HashSet<>();
        for (Ending ending : endings) {
            Optional<Severity> severity = severity(ending);
            if (severity.isPresent()) {
                open.add(ending.subject());
                alerts.raise(alert(ending, severity.get()));
            }
        }
        raised.stream().filter(subject -> !open.contains(subject)).forEach(subject -> alerts.resolve(KIND, subject));
        raised = open;
    }

    private static List<Ending> endings(EndpointTable table) {
        List<Ending> endings = new ArrayList<>();
        for (Endpoint endpoint : table.endpoints()) {
            for (HeldKey key : endpoint.bound().keys()) {
                key.notAfter().ifPresent(end -> endings.add(new Ending(endpoint, key, end)));
            }
        }
        return endings;
    }

    private double secondsUntil(Instant end) {
        return Duration.between(clock.instant(), end).toMillis() / 1e3;
    }

    private Optional<Severity> severity(Ending ending) {
        Duration left = Duration.between(clock.instant(), ending.end());
        if (left.compareTo(NOTICE_FROM) > 0) {
            return Optional.empty();
        }
        if (hasSuccessor(ending) || left.compareTo(WARNING_FROM) > 0) {
            return Optional.of(Severity.NOTICE);
        }
        return Optional.of(left.compareTo(CRITICAL_FROM) > 0 ? Severity.WARNING : Severity.CRITICAL);
    }

    /** Another key under the same configuration key outlasts this one by more than the time of notice. */
    private boolean hasSuccessor(Ending ending) {
        Instant safe = clock.instant().plus(NOTICE_FROM);
        return ending.endpoint().bound().keys().stream()
                .filter(other -> !other.slot().equals(ending.key().slot()))
                .filter(other -> configKey(other).equals(configKey(ending.key())))
                .anyMatch(other ->
                        other.notAfter().filter(end -> !end.isAfter(safe)).isEmpty());
    }

    private static String configKey(HeldKey key) {
        int bracket = key.slot().indexOf('[');
        return bracket < 0 ? key.slot() : key.slot().substring(0, bracket);
    }

    private Alert alert(Ending ending, Severity severity) {
        boolean isOver = !ending.end().isAfter(clock.instant());
        String summary = "key " + ending.key().slot() + " of endpoint "
                + ending.endpoint().name() + (isOver ? " ended at " : " ends at ") + ending.end()
                + (hasSuccessor(ending)
                        ? "; another one is configured: remove it when the provider has changed over"
                        : "; callbacks signed with it are refused from then on: get the new one from the provider, add"
                                + " it beside this one, reload");
        return new Alert(
                KIND,
                ending.subject(),
                severity,
                summary,
                Map.of(
                        "endpoint",
                        ending.endpoint().name(),
                        "provider",
                        ending.endpoint().provider(),
                        "key",
                        ending.key().id(),
                        "slot",
                        ending.key().slot(),
                        "ends",
                        ending.end().toString()));
    }
}
