package tallygate.gateway.command;

import java.time.Duration;

/**
 * How long each part is measured, and over how many connections.
 *
 * @param connections of the figures that are compared
 * @param wide of the figures under more load
 */
record BenchPlan(Duration warmup, Duration window, int connections, int wide) {
    private static final int WARMUP_SECONDS = 4;

    BenchPlan {
        if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(Duration.ofMinutes(2)) > 0) {
            throw new IllegalArgumentException("a part is measured for 1 s to 120 s, asked for " + window);
        }
    }

    static BenchPlan of(int seconds) {
        return new BenchPlan(
                Duration.ofSeconds(Math.min(seconds, WARMUP_SECONDS)), Duration.ofSeconds(seconds), 64, 256);
    }
}
