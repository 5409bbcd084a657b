package tallygate.gateway.http;

import java.time.Duration;

/** The checks of the settings' constructors. */
final class Bounds {
    private static final Duration DAY = Duration.ofDays(1);

    private Bounds() {}

    static void require(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be " + min + ".." + max + ", was " + value);
        }
    }

    static void requirePositive(String name, Duration value) {
        if (value.isZero() || value.isNegative() || value.compareTo(DAY) > 0) {
            throw new IllegalArgumentException(name + " must be more than 0 and at most a day, was " + value);
        }
    }
}
