package tallygate.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuWatchTest {
    @TempDir
    Path proc;

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void whatTheWatchedProcessesDidNotUseTheOthersUsed() throws IOException {
        machine(1_000, 500, 20, 0);
        process(7, "mariadbd", 100, 50);
        process(8, "java", 10, 10);
        var watch = new CpuWatch(proc, Map.of("database", 7L, "gateway", 8L), nanos::get);
        CpuWatch.Reading before = watch.read();
        machine(1_400, 700, 20, 0);
        process(7, "mariadbd", 250, 100);
        process(8, "java", 210, 60);
        nanos.set(10_000_000_000L);
        CpuUse use = before.until(watch.read());
        assertThat(use.seconds()).isEqualTo(10);
        assertThat(use.micros()).isEqualTo(Map.of("database", 2_000_000L, "gateway", 2_500_000L));
        assertThat(use.othersCores())
                .as("6 s used by all, 4.5 s by ours, in 10 s")
                .isEqualTo(0.15, within(0.001));
        assertThat(use.isQuiet()).isTrue();
        assertThat(use.microsEach("gateway", 100_000)).isEqualTo(25.0);
        assertThat(use.microsEach("gateway", 0)).isZero();
        assertThat(use.microsEach("nobody", 10)).isZero();
    }

    @Test
    void timeThatTheHostTookAwayCountsAsOthers() throws IOException {
        machine(0, 0, 0, 0);
        var watch = new CpuWatch(proc, Map.of(), nanos::get);
        CpuWatch.Reading before = watch.read();
        machine(0, 0, 0, 310);
        nanos.set(10_000_000_000L);
        CpuUse use = before.until(watch.read());
        assertThat(use.othersCores()).isEqualTo(0.31, within(0.001));
        assertThat(use.isQuiet()).isFalse();
    }

    @Test
    void aCommandNameWithBlanksAndBracketsIsReadRight() throws IOException {
        machine(0, 0, 0, 0);
        process(9, "a) (b c) 5", 3, 4);
        CpuWatch.Reading reading = new CpuWatch(proc, Map.of("odd", 9L), nanos::get).read();
        assertThat(reading.micros()).isEqualTo(Map.of("odd", 70_000L));
    }

    @Test
    void aProcessThatIsGoneIsAnErrorAndNotZero() throws IOException {
        machine(0, 0, 0, 0);
        var watch = new CpuWatch(proc, Map.of("gone", 99L), nanos::get);
        assertThatThrownBy(watch::read).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void thisProcessIsFoundInTheRealProc() throws IOException {
        var watch = new CpuWatch(Map.of("self", ProcessHandle.current().pid()), System::nanoTime);
        CpuWatch.Reading reading = watch.read();
        assertThat(reading.micros().get("self")).isPositive();
        assertThat(reading.busyMicros()).isGreaterThanOrEqualTo(reading.micros().get("self"));
    }

    private void machine(long user, long system, long softirq, long stolen) throws IOException {
        Files.writeString(
                proc.resolve("stat"),
                "cpu  " + user + " 0 " + system + " 99999 77 0 " + softirq + " " + stolen + " 0 0\ncpu0 1 1 1 1\n");
    }

    private void process(long pid, String name, long user, long system) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                directory.resolve("stat"),
                pid + " (" + name + ") S 1 2 3 0 -1 4194560 11 12 13 14 " + user + " " + system + " 0 0 20 0 5 0\n");
    }
}
