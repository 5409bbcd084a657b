package tallygate.loadtest.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads processor time from Linux' {@code /proc}; see proc(5). All results are microseconds. */
final class ProcFiles {
    /** USER_HZ: what /proc counts in on every Linux, whatever the kernel's own tick is. */
    private static final long TICK_MICROS = 10_000;

    private final Path proc;

    ProcFiles(Path proc) {
        this.proc = proc;
    }

    /** User and system time of all threads of a process since it began, the ended ones included. */
    long processMicros(long pid) throws IOException {
        String stat = read(proc.resolve(Long.toString(pid)).resolve("stat"));
        // The command name may hold blanks and brackets; the last bracket ends it, and field 3 follows.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MICROS;
    }

    /** Time that all processors together spent working since the machine began. */
    Machine machine() throws IOException {
        String first = read(proc.resolve("stat")).lines().findFirst().orElseThrow();
        String[] fields = first.trim().split(" +");
        long user = Long.parseLong(fields[1]);
        long nice = Long.parseLong(fields[2]);
        long system = Long.parseLong(fields[3]);
        long irq = Long.parseLong(fields[6]);
        long softirq = Long.parseLong(fields[7]);
        long stolen = Long.parseLong(fields[8]);
        return new Machine((user + nice + system + irq + softirq) * TICK_MICROS, stolen * TICK_MICROS);
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** @param stolen time that other guests of the host took from us */
    record Machine(long busy, long stolen) {}
}
