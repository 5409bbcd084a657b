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
        Instant mine = next.compute(endpoint, (_, due) -> {
            Instant floor = now.minus(BURST);
            Instant from = due == null || due.isBefore(floor) ? floor : due;
            return from.isAfter(now) ? from : from.plus(PERIOD);
        });
        Duration ahead = Duration.between(now, mine);
        return ahead.compareTo(PERIOD) <= 0
                ? Optional.empty()
                : Optional.of(ahead.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : ahead);
    }
}
