package tallygate.gateway.alert;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One channel, and what it has been told. */
final class Line {
    private static final Logger log = LoggerFactory.getLogger(Line.class);
    private static final Duration RETRY_FIRST = Duration.ofSeconds(10);
    private static final Duration RETRY_MOST = Duration.ofMinutes(10);
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

    private final AlertChannel channel;
    private final AlertPace pace;
    private final Counter delivered;
    private final Counter failed;
    /** What people were told of and has not been taken back. */
    private final Map<String, Said> said = new HashMap<>();

    private final Deque<Long> sentNanos = new ArrayDeque<>();
    private int failures;
    private long retryNanos;

    /** An alert that holds. */
    record Held(Alert alert, long sinceNanos) {}

    record Said(Alert alert, long atNanos) {}

    /** What people were told just now. */
    record Spoken(List<Alert> raised, List<Alert> ended) {
        static final Spoken NOTHING = new Spoken(List.of(), List.of());

        boolean isNothing() {
            return raised.isEmpty() && ended.isEmpty();
        }
    }

    Line(AlertChannel channel, AlertPace pace, MeterRegistry meters) {
        this.channel = channel;
        this.pace = pace;
        this.delivered = counter(meters, channel.name(), "delivered");
        this.failed = counter(meters, channel.name(), "failed");
    }

    private static Counter counter(MeterRegistry meters, String channel, String result) {
        return Counter.builder("tallygate.alert.messages")
                .description("Messages to alert channels.")
                .tag("channel", channel)
                .tag("result", result)
                .register(meters);
    }

    AlertChannel channel() {
        return channel;
    }

    /** In place of what was said before: another node may have told it. */
    void said(Map<String, Said> byAll) {
        said.clear();
        said.putAll(byAll);
    }

    /** @return what was told; it is remembered here already */
    Spoken round(Map<String, Held> holding, long nowNanos) throws InterruptedException {
        if (failures > 0 && nowNanos - retryNanos < 0) {
            return Spoken.NOTHING;
        }
        List<Map.Entry<String, Held>> due = due(holding, nowNanos);
        List<Map.Entry<String, Said>> over = said.entrySet().stream()
                .filter(told -> !holding.containsKey(told.getKey()))
                .map(Map.Entry::copyOf)
                .toList();
        if ((due.isEmpty() && over.isEmpty()) || !mayTell(nowNanos)) {
            return Spoken.NOTHING;
        }
        var raised = due.subList(0, Math.min(due.size(), pace.alertsPerMessage()));
        var ended = over.subList(0, Math.min(over.size(), pace.alertsPerMessage()));
        AlertMessage message = new AlertMessage(
                raised.stream().map(entry -> entry.getValue().alert()).toList(),
                ended.stream().map(entry -> entry.getValue().alert()).toList(),
                due.size() - raised.size() + over.size() - ended.size());
        return switch (channel.tell(message)) {
            case AlertChannel.Told.Delivered _ -> {
                failures = 0;
                delivered.increment();
                sentNanos.add(nowNanos);
                due.forEach(entry ->
                        said.put(entry.getKey(), new Said(entry.getValue().alert(), nowNanos)));
                over.forEach(entry -> said.remove(entry.getKey()));
                yield new Spoken(
                        due.stream().map(entry -> entry.getValue().alert()).toList(),
                        over.stream().map(entry -> entry.getValue().alert()).toList());
            }
            case AlertChannel.Told.Failed(String why) -> {
                failed(why, nowNanos);
                yield Spoken.NOTHING;
            }
        };
    }

    private void failed(String why, long nowNanos) {
        failed.increment();
        Duration pause = RETRY_FIRST.multipliedBy(1L << Math.min(failures, 10));
        retryNanos = nowNanos + (pause.compareTo(RETRY_MOST) < 0 ? pause : RETRY_MOST).toNanos();
        if (failures++ == 0) {
            log.warn("channel={} alerts cannot be told, tried again with growing pauses: {}", channel.name(), why);
        }
    }

    /** What is new and has had its time to be joined by others, or was told too long ago. */
    private List<Map.Entry<String, Held>> due(Map<String, Held> holding, long nowNanos) {
        List<Map.Entry<String, Held>> due = new ArrayList<>();
        boolean isGathered = false;
        for (Map.Entry<String, Held> each : holding.entrySet()) {
            if (each.getValue().alert().severity().compareTo(channel.least()) < 0) {
                continue;
            }
            Said before = said.get(each.getKey());
            if (before == null) {
                due.add(each);
                isGathered |=
                        nowNanos - each.getValue().sinceNanos() >= pace.gather().toNanos();
            } else if (nowNanos - before.atNanos() >= pace.remind().toNanos()) {
                due.add(each);
                isGathered = true;
            }
        }
        return isGathered ? due : List.of();
    }

    private boolean mayTell(long nowNanos) {
        while (!sentNanos.isEmpty() && nowNanos - sentNanos.peek() > HOUR_NANOS) {
            sentNanos.remove();
        }
        return sentNanos.size() < pace.messagesPerHour();
    }
}
