package tallygate.gateway.process;

import java.time.Duration;

/**
 * Calls a second after an outage: from {@value #FIRST} on, doubled ten times until the ramp ends, so that what has piled up
 * does not fall upon a receiver that has just got up. Guarded by the lock of {@link Holdings}.
 */
final class Ramp {
    /** Calls in the first second. */
    static final int FIRST = 10;

    private static final int DOUBLINGS = 10;
    /** What is not used within this time is not saved up. */
    private static final double SAVED_SECONDS = 0.25;

    private final double lengthSeconds;
    private boolean isOn;
    private long beganNanos;
    private long filledNanos;
    private double calls;

    Ramp(Duration length) {
        this.lengthSeconds = length.toNanos() / 1e9;
    }

    void begin(long nowNanos) {
        isOn = lengthSeconds > 0;
        beganNanos = nowNanos;
        filledNanos = nowNanos;
        calls = 1;
    }

    void end() {
        isOn = false;
    }

    boolean isOn(long nowNanos) {
        isOn &= seconds(nowNanos - beganNanos) < lengthSeconds;
        return isOn;
    }

    /** Takes one call out, if there is one. */
    boolean take(long nowNanos) {
        if (!isOn(nowNanos)) {
            return true;
        }
        double rate = FIRST * Math.pow(2, DOUBLINGS * seconds(nowNanos - beganNanos) / lengthSeconds);
        calls = Math.min(Math.max(1, rate * SAVED_SECONDS), calls + rate * seconds(nowNanos - filledNanos));
        filledNanos = nowNanos;
        if (calls < 1) {
            return false;
        }
        calls--;
        return true;
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
