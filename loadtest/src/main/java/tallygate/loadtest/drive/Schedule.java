package tallygate.loadtest.drive;

import java.time.Duration;
import java.util.SplittableRandom;

/** Arrival times of the open model, made before the run: nanoseconds after its start, ascending. */
public final class Schedule {
    private final long[] offsets;

    private Schedule(long[] offsets) {
        this.offsets = offsets;
    }

    /** Independent arrivals (exponential gaps), as many senders that know nothing of each other make them. */
    public static Schedule poisson(double perSecond, Duration length, long seed) {
        var dice = new SplittableRandom(seed);
        double gapNanos = 1e9 / positive(perSecond);
        long[] offsets = new long[(int) Math.round(perSecond * length.toNanos() / 1e9)];
        double at = 0;
        for (int i = 0; i < offsets.length; i++) {
            at += gapNanos * -Math.log1p(-dice.nextDouble());
            offsets[i] = (long) at;
        }
        return new Schedule(offsets);
    }

    /** Equal gaps. */
    public static Schedule even(double perSecond, Duration length) {
        double gapNanos = 1e9 / positive(perSecond);
        long[] offsets = new long[(int) Math.round(perSecond * length.toNanos() / 1e9)];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (long) (gapNanos * i);
        }
        return new Schedule(offsets);
    }

    int size() {
        return offsets.length;
    }

    long offset(int arrival) {
        return offsets[arrival];
    }

    private static double positive(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("a rate is above 0, got " + perSecond);
        }
        return perSecond;
    }
}
