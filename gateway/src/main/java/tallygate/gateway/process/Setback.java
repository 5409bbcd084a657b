package tallygate.gateway.process;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses after failed rounds of one loop: they double up to a second and differ between nodes. Used by one thread. */
final class Setback {
    private static final Duration FIRST = Duration.ofMillis(20);
    private static final Duration MAX = Duration.ofSeconds(1);

    private final RandomGenerator dice;
    private int failures;

    Setback(RandomGenerator dice) {
        this.dice = dice;
    }

    boolean isOn() {
        return failures > 0;
    }

    Pause failed() {
        long ceiling = Math.min(MAX.toMillis(), FIRST.toMillis() << Math.min(failures, 10));
        failures++;
        return Pause.whole(Duration.ofMillis(ceiling / 2 + dice.nextLong(ceiling / 2 + 1)));
    }

    void over() {
        failures = 0;
    }
}
