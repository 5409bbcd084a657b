package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;

/**
 * How long to wait before each further try. Never unlimited: after the last pause and one more try it is over.
 *
 * @param schedule 0..20 pauses
 */
public record Pauses(List<Duration> schedule) {
    /** 2 s, 5 s, 15 s. */
    public static final Pauses STANDARD =
            new Pauses(List.of(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(15)));

    private static final int LENGTH_MAX = 20;
    private static final Duration WISH_MAX = Duration.ofHours(1);

    public Pauses {
        schedule = List.copyOf(schedule);
        if (schedule.size() > LENGTH_MAX) {
            throw new IllegalArgumentException("at most " + LENGTH_MAX + " pauses, got " + schedule.size());
        }
        for (Duration pause : schedule) {
            if (pause.isNegative()) {
                throw new IllegalArgumentException("a pause is not negative, got " + pause);
            }
        }
    }

    /** True when a request that was sent so often may be sent again. */
    boolean allows(int triesMade) {
        return triesMade <= schedule.size();
    }

    /**
     * Before the next try; none when there is no next try, so that what follows begins at once.
     *
     * @param wish what the participant asked for (Retry-After), at most an hour of it is granted
     */
    Duration beforeRetry(int triesMade, Duration wish) {
        return allows(triesMade) ? pause(triesMade, wish) : Duration.ZERO;
    }

    /** The pause of that number, from 1; the last one for all numbers beyond. */
    Duration pause(int number, Duration wish) {
        Duration planned = schedule.isEmpty()
                ? Duration.ofSeconds(1)
                : schedule.get(Math.clamp(number - 1L, 0, schedule.size() - 1));
        Duration granted = wish.compareTo(WISH_MAX) < 0 ? wish : WISH_MAX;
        return planned.compareTo(granted) > 0 ? planned : granted;
    }
}
