package tallygate.loadtest.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Watches the processor time of some processes and of the whole machine. */
public final class CpuWatch {
    /** One reading. */
    public record Reading(long nanos, Map<String, Long> micros, long busyMicros, long stolenMicros) {
        public Reading {
            micros = Map.copyOf(micros);
        }

        public CpuUse until(Reading later) {
            double seconds = (later.nanos - nanos) / 1e9;
            var used = new LinkedHashMap<String, Long>();
            micros.forEach((name, before) -> used.put(name, later.micros.getOrDefault(name, before) - before));
            long ours = used.values().stream().mapToLong(Long::longValue).sum();
            long others = later.busyMicros - busyMicros - ours + later.stolenMicros - stolenMicros;
            double cores = Math.max(0, Math.round(others / seconds / 1e4) / 100.0);
            return new CpuUse(Math.round(seconds * 1000) / 1000.0, used, cores);
        }
    }

    private final ProcFiles proc;
    private final Map<String, Long> pids;
    private final LongSupplier nanos;

    /** @param pids the processes to watch; all others are "others" */
    public CpuWatch(Map<String, Long> pids, LongSupplier nanos) {
        this(Path.of("/proc"), pids, nanos);
    }

    CpuWatch(Path proc, Map<String, Long> pids, LongSupplier nanos) {
        this.proc = new ProcFiles(proc);
        this.pids = Map.copyOf(pids);
        this.nanos = nanos;
    }

    /** @throws IOException when a watched process is gone, or this is not Linux */
    public Reading read() throws IOException {
        var micros = new LinkedHashMap<String, Long>();
        for (Map.Entry<String, Long> pid : pids.entrySet()) {
            micros.put(pid.getKey(), proc.processMicros(pid.getValue()));
        }
        ProcFiles.Machine machine = proc.machine();
        return new Reading(nanos.getAsLong(), micros, machine.busy(), machine.stolen());
    }
}
