package tallygate.loadtest.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * Who used the processors between two moments.
 *
 * @param micros processor time of each watched process, by the name it was given
 * @param othersCores what everybody else used, the host's other guests included, in cores; above {@link #OTHERS_MAX} the
 *     run says little about us
 */
public record CpuUse(double seconds, Map<String, Long> micros, double othersCores) {
    /** The most that others may use in a run that counts, in cores. */
    public static final double OTHERS_MAX = 0.3;

    public CpuUse {
        micros = Map.copyOf(new TreeMap<>(micros));
    }

    public boolean isQuiet() {
        return othersCores <= OTHERS_MAX;
    }

    /** Processor time of one process for each of so many things done; 0 when nothing was done. */
    public double microsEach(String name, long done) {
        return done == 0 ? 0 : Math.round(10.0 * micros.getOrDefault(name, 0L) / done) / 10.0;
    }
}
