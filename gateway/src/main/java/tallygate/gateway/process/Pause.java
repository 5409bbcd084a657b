package tallygate.gateway.process;

import java.time.Duration;

/**
 * How long a loop rests after a round.
 *
 * @param isWakeable false: the whole time, whatever happens, because the last round failed
 */
record Pause(Duration length, boolean isWakeable) {
    static final Pause NONE = new Pause(Duration.ZERO, true);

    static Pause upTo(Duration length) {
        return new Pause(length, true);
    }

    static Pause whole(Duration length) {
        return new Pause(length, false);
    }
}
