package tallygate.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whether the time of a verification tells how much of a signature is right: Welch's t over two classes of wrong signatures, one
 * wrong in its first byte, one in its last. By hand on a quiet machine: {@code -Dtallygate.timing=true}.
 */
class ComparisonTimeTest {
    private static final int SAMPLES = 200_000;
    private static final int CALLS_A_SAMPLE = 8;
    private static final double T_MAX = 5;

    @Test
    @Tag("T-04")
    @EnabledIfSystemProperty(named = "tallygate.timing", matches = "true")
    void theTimeOfAComparisonDoesNotTellHowManyBytesAreRight() {
        Hmac hmac = Hmac.Hash.SHA256.keyed("whsec_sample".getBytes(StandardCharsets.UTF_8));
        byte[] message = "a message".getBytes(StandardCharsets.UTF_8);
        byte[] right = hmac.of(message);
        byte[] first = right.clone();
        first[0] ^= 1;
        byte[] last = right.clone();
        last[last.length - 1] ^= 1;
        var dice = new SplittableRandom(1);
        measure(hmac, message, first, last, dice); // Warms up.
        assertThat(Math.abs(welch(measure(hmac, message, first, last, dice)))).isLessThan(T_MAX);
    }

    /** Nanoseconds of each class; which comes next is drawn, so that both see the same machine. */
    private static long[][] measure(Hmac hmac, byte[] message, byte[] first, byte[] last, SplittableRandom dice) {
        long[][] times = new long[2][SAMPLES];
        int[] taken = new int[2];
        while (taken[0] < SAMPLES && taken[1] < SAMPLES) {
            int which = dice.nextInt(2);
            byte[] signature = which == 0 ? first : last;
            long before = System.nanoTime();
            for (int i = 0; i < CALLS_A_SAMPLE; i++) {
                if (hmac.matches(signature, message)) {
                    throw new AssertionError("a wrong signature fits");
                }
            }
            times[which][taken[which]++] = System.nanoTime() - before;
        }
        return new long[][] {cropped(times[0], taken[0]), cropped(times[1], taken[1])};
    }

    /** Without the slowest tenth, which belongs to the machine. */
    private static long[] cropped(long[] times, int taken) {
        long[] sorted = Arrays.copyOf(times, taken);
        Arrays.sort(sorted);
        return Arrays.copyOf(sorted, taken * 9 / 10);
    }

    private static double welch(long[][] classes) {
        double[] means = new double[2];
        double[] errors = new double[2];
        for (int i = 0; i < 2; i++) {
            double mean = Arrays.stream(classes[i]).average().orElseThrow();
            means[i] = mean;
            errors[i] = Arrays.stream(classes[i])
                            .mapToDouble(t -> (t - mean) * (t - mean))
                            .sum()
                    / (classes[i].length - 1.0)
                    / classes[i].length;
        }
        return (means[0] - means[1]) / Math.sqrt(errors[0] + errors[1]);
    }
}
