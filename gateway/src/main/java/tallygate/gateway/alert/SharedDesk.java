package tallygate.gateway.alert;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One node's part in telling for all. The teller tells what holds on any node, and its end when it holds on none; the others only
 * say what they see and remember what was told. While the store does not answer each node tells what it sees itself.
 */
final class SharedDesk {
    private static final long EVERY_NANOS = Duration.ofSeconds(3).toNanos();

    /** What could not be noted is at most told again after this many. */
    private static final int UNWRITTEN_MAX = 1_000;

    private final AlertLedger ledger;
    private final LongSupplier nanos;
    private final List<Unwritten> unwritten = new ArrayList<>();
    private Optional<AlertLedger.Standing> standing = Optional.empty();
    private Map<String, Line.Held> all = Map.of();
    private long askedNanos;
    private boolean hasAsked;

    private record Unwritten(String channel, Line.Spoken spoken) {}

    SharedDesk(AlertLedger ledger, LongSupplier nanos) {
        this.ledger = ledger;
        this.nanos = nanos;
    }

    void round(Map<String, Line.Held> own, List<Line> lines) throws InterruptedException {
        long now = nanos.getAsLong();
        if (!hasAsked || now - askedNanos >= EVERY_NANOS) {
            hasAsked = true;
            askedNanos = now;
            exchange(own, lines, now);
        }
        boolean isAlone = standing.isEmpty();
        if (!isAlone && !standing.get().isTeller()) {
            return;
        }
        for (Line line : lines) {
            Line.Spoken spoken = line.round(isAlone ? own : all, now);
            if (!spoken.isNothing() && unwritten.size() < UNWRITTEN_MAX) {
                unwritten.add(new Unwritten(line.channel().name(), spoken));
                write();
            }
        }
    }

    private void exchange(Map<String, Line.Held> own, List<Line> lines, long now) {
        write();
        standing = unwritten.isEmpty()
                ? ledger.exchange(own.values().stream()
                        .map(held -> new AlertLedger.Aged(held.alert(), Duration.ofNanos(now - held.sinceNanos())))
                        .toList())
                : Optional.empty();
        standing.ifPresent(found -> {
            Map<String, Line.Held> held = new LinkedHashMap<>();
            found.holding()
                    .forEach(aged -> held.put(
                            key(aged),
                            new Line.Held(aged.alert(), now - aged.age().toNanos())));
            all = held;
            lines.forEach(line -> line.said(told(found, line.channel().name(), now)));
        });
    }

    private static Map<String, Line.Said> told(AlertLedger.Standing standing, String channel, long now) {
        Map<String, Line.Said> said = new HashMap<>();
        standing.told().stream()
                .filter(told -> told.channel().equals(channel))
                .map(AlertLedger.Told::alert)
                .forEach(aged -> said.put(
                        key(aged), new Line.Said(aged.alert(), now - aged.age().toNanos())));
        return said;
    }

    private static String key(AlertLedger.Aged aged) {
        return aged.alert().kind() + '\n' + aged.alert().subject();
    }

    private void write() {
        while (!unwritten.isEmpty()) {
            Unwritten first = unwritten.getFirst();
            if (!ledger.told(
                    first.channel(), first.spoken().raised(), first.spoken().ended())) {
                return;
            }
            unwritten.removeFirst();
        }
    }
}
