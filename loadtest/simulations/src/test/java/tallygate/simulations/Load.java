package tallygate.simulations;

import java.time.Duration;

/**
 * How hard and how long, by system properties: {@code load.rate} new events a second on average (default 200),
 * {@code load.seconds} (default 60), {@code load.hurry} by how much providers' waiting times are shortened (default 60:
 * a plan of an hour takes a minute).
 */
record Load(double perSecond, Duration time, double hurry) {
    Load {
        if (!(perSecond >= 1 && perSecond <= 100_000)) {
            throw new IllegalArgumentException("load.rate is 1..100000 events a second, got " + perSecond);
        }
        if (time.compareTo(Duration.ofSeconds(6)) < 0 || time.compareTo(Duration.ofHours(12)) > 0) {
            throw new IllegalArgumentException("load.seconds is 6..43200, got " + time.toSeconds());
        }
        if (!(hurry >= 1 && hurry <= 10_000)) {
            throw new IllegalArgumentException("load.hurry is 1..10000, got " + hurry);
        }
    }

    static Load asked() {
        return new Load(
                Double.parseDouble(System.getProperty("load.rate", "200")),
                Duration.ofSeconds(Long.getLong("load.seconds", 60)),
                Double.parseDouble(System.getProperty("load.hurry", "60")));
    }

    /** New events that the whole run needs when it goes on at a multiple of the rate. */
    int events(double times) {
        return (int) Math.ceil(perSecond * times * (time.toSeconds() + 2)) + 10;
    }

    Duration part(double share) {
        return Duration.ofMillis(Math.round(time.toMillis() * share));
    }
}
