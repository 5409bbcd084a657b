package tallygate.gateway.confirm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How often one node asks a provider for one endpoint: ten times a second, with room for a burst. */
final class Paces {
    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final Duration BURST = Duration.ofSeconds(2);
    private static final Duration PAUSE_MIN = Duration.ofSeconds(1);

    private final InstantSource clock;
    /** When the endpoint's next question is due by its pace; lags behind the clock by the burst at most. */
    private final Map<String, Instant> next = new ConcurrentHashMap<>();

    Paces(InstantSource clock) {
        this.clock = clock;
    }

    /** @return nothing when it may ask now (and that is counted), else how long to wait */
    Optional<Duration> pauseOf(String endpoint) {
        Instant now = clock.instant();
        boolean[] mayAsk = new boolean[1];
        Instant due = next.compute(endpoint, (_, before) -> {
            Instant floor = now.minus(BURST);
            Instant from = before == null || before.isBefore(floor) ? floor : before;
            mayAsk[0] = !from.isAfter(now);
            return mayAsk[0] ? from.plus(PERIOD) : from;
        });
        if (mayAsk[0]) {
            return Optional.empty();
        }
        Duration ahead = Duration.between(now, due);
        return Optional.of(ahead.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : ahead);
    }
}
