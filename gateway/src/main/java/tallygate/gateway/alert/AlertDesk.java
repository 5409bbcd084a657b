package tallygate.gateway.alert;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Keeps which alerts hold, and tells each channel: grouped, not too often, reminded of what stays, and of its end. A channel that
 * cannot be reached is told again; nothing is forgotten before it was told. Where nodes share a ledger one of them tells for all.
 * Safe for many threads; {@link #round} is one thread's.
 */
public final class AlertDesk implements Alerts {
    private static final int OPEN_MAX = 1_000;

    private final Alerts log;
    private final LongSupplier nanos;
    private final MeterRegistry meters;
    private final Map<Key, Open> open = new LinkedHashMap<>();
    private volatile List<Line> lines = List.of();
    private volatile Optional<SharedDesk> shared = Optional.empty();

    private record Key(String kind, String subject) {
        static Key of(Alert alert) {
            return new Key(alert.kind(), alert.subject());
        }
    }

    private record Open(Alert alert, long sinceNanos) {}

    /** @param log is told too, at once */
    public AlertDesk(Alerts log, LongSupplier nanos, MeterRegistry meters) {
        this.log = log;
        this.nanos = nanos;
        this.meters = meters;
        Gauge.builder("tallygate.alerts.open", this, desk -> desk.open().size())
                .description("Alerts that hold now on this node.")
                .register(meters);
    }

    /** The channels of a configuration, in place of those before. What holds is told to the new ones. */
    public void channels(List<AlertChannel> channels, AlertPace pace) {
        lines = channels.stream()
                .map(channel -> new Line(channel, pace, meters))
                .toList();
    }

    /** From now on nodes tell together. */
    public void share(AlertLedger ledger) {
        shared = Optional.of(new SharedDesk(ledger, nanos));
    }

    @Override
    public void raise(Alert alert) {
        log.raise(alert);
        synchronized (open) {
            Open before = open.get(Key.of(alert));
            if (before != null || open.size() < OPEN_MAX) {
                open.put(Key.of(alert), new Open(alert, before == null ? nanos.getAsLong() : before.sinceNanos()));
            }
        }
    }

    @Override
    public void resolve(String kind, String subject) {
        log.resolve(kind, subject);
        synchronized (open) {
            open.remove(new Key(kind, subject));
        }
    }

    /** What holds now, the oldest first. */
    public List<Alert> open() {
        synchronized (open) {
            return open.values().stream().map(Open::alert).toList();
        }
    }

    /** Tells every channel what is due; to be called about once a second. */
    public void round() throws InterruptedException {
        Map<String, Line.Held> own = new LinkedHashMap<>();
        synchronized (open) {
            open.forEach((key, alert) ->
                    own.put(key.kind() + '\n' + key.subject(), new Line.Held(alert.alert(), alert.sinceNanos())));
        }
        Optional<SharedDesk> together = shared;
        if (together.isPresent()) {
            together.get().round(own, lines);
            return;
        }
        for (Line line : lines) {
            line.round(own, nanos.getAsLong());
        }
    }

    /** Tells one channel a trial alert, for the console's test button. */
    public AlertChannel.Told test(String channel) throws InterruptedException {
        for (Line line : lines) {
            if (line.channel().name().equals(channel)) {
                var trial = new Alert(
                        "test",
                        channel,
                        Alert.Severity.NOTICE,
                        "This is a test: alerts of Tallygate arrive here. / 这是测试：Tallygate 的告警会送达此处。",
                        Map.of());
                return line.channel().tell(new AlertMessage(List.of(trial), List.of(), 0));
            }
        }
        return new AlertChannel.Told.Failed("there is no channel " + channel);
    }

    /** The names of the channels. */
    public List<String> channelNames() {
        List<String> names = new ArrayList<>();
        lines.forEach(line -> names.add(line.channel().name()));
        return names;
    }
}
