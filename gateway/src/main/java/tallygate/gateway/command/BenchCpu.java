package tallygate.gateway.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Processor time of this process, of the database server and of everybody else, from Linux' {@code /proc}; see proc(5). */
final class BenchCpu {
    /** The most that others may use in a run that counts. */
    static final double OTHERS_CORES_MAX = 0.3;

    /** USER_HZ: what /proc counts in on every Linux, whatever the kernel's own tick is. */
    private static final long TICK_MICROS = 10_000;

    /**
     * Processor time between two readings, in microseconds.
     *
     * @param database zero when the database server runs elsewhere
     */
    record Use(long self, long database, long others, double seconds) {
        double othersCores() {
            return Math.max(0, Math.round(others / seconds / 1e4) / 100.0);
        }
    }

    /** One reading. */
    record Reading(long self, long database, long busy, long nanos) {
        Use until(Reading later) {
            long ownSelf = later.self - self;
            long ownDatabase = later.database - database;
            return new Use(
                    ownSelf, ownDatabase, later.busy - busy - ownSelf - ownDatabase, (later.nanos - nanos) / 1e9);
        }
    }

    private final OptionalLong databasePid;

    BenchCpu(OptionalLong databasePid) {
        this.databasePid = databasePid;
    }

    Reading read() {
        try {
            long database = databasePid.isPresent() ? processMicros(databasePid.getAsLong()) : 0;
            return new Reading(processMicros(ProcessHandle.current().pid()), database, busyMicros(), System.nanoTime());
        } catch (IOException e) {
            throw new BenchException("processor time cannot be read from /proc (bench needs Linux): " + e, e);
        }
    }

    private static long processMicros(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // The command name may hold blanks and brackets; the last bracket ends it, and field 3 follows.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MICROS;
    }

    /** User, nice, system, interrupts, and what the host's other guests took. */
    private static long busyMicros() throws IOException {
        String[] fields = Files.readString(Path.of("/proc/stat"))
                .lines()
                .findFirst()
                .orElse("")
                .split(" +");
        long ticks = 0;
        for (int field : new int[] {1, 2, 3, 6, 7, 8}) {
            ticks += Long.parseLong(fields[field]);
        }
        return ticks * TICK_MICROS;
    }
}
