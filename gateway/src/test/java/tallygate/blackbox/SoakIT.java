package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing grows while nothing changes: heap after a collection, memory of the process, threads and descriptors, sampled each minute of a
 * steady load. By hand: {@code mvn -pl gateway -am verify -Dit.test=SoakIT -Dtallygate.soak.minutes=20}
 */
@EnabledIfSystemProperty(
        named = "tallygate.soak.minutes",
        matches = "\\d+",
        disabledReason = "takes as many minutes as -Dtallygate.soak.minutes says")
class SoakIT {
    private static final int PER_SECOND = Integer.getInteger("tallygate.soak.rate", 200);
    /** Code is still being compiled and caches are being filled before that. */
    private static final double SETTLED_AFTER = 0.25;

    @TempDir
    private Path folder;

    private record Sample(long heapBytes, long residentBytes, long threads, long descriptors) {}

    @Test
    void nothingGrowsUnderASteadyLoad() throws Exception {
        int minutes = Integer.getInteger("tallygate.soak.minutes");
        var samples = new ArrayList<Sample>();
        HttpServer receiver = forgetfulReceiver();
        try {
            try (var gateway = new RunningGateway(folder, """
                endpoints:
                  - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                routes:
                  orders:
                    handler: { kind: http, url: "http://127.0.0.1:%d/events", timeout: 5s }
                dedup: { cache-bytes: 2MiB }
                """.formatted(
                                    Sender.SECRET, receiver.getAddress().getPort()))
                    .awaitReady()) {
                for (int minute = 0; minute < minutes; minute++) {
                    drive(gateway, minute);
                    samples.add(sample(gateway));
                    System.out.println( // console
                            "minute " + (minute + 1) + ": " + samples.getLast());
                }
            }
        } finally {
            receiver.stop(0);
        }
        List<Sample> settled = samples.subList((int) (samples.size() * SETTLED_AFTER), samples.size());
        assertThat(growth(settled, Sample::heapBytes))
                .as("heap after a collection")
                .isLessThan(6 << 20);
        assertThat(growth(settled, Sample::residentBytes))
                .as("memory of the process")
                .isLessThan(48 << 20);
        assertThat(growth(settled, Sample::threads)).as("threads").isLessThan(8);
        assertThat(growth(settled, Sample::descriptors)).as("open descriptors").isLessThan(16);
    }

    /** Says yes to everything and keeps nothing. */
    private static HttpServer forgetfulReceiver() throws IOException {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, -1);
            }
        });
        receiver.start();
        return receiver;
    }

    /** By how much the lowest of the last third lies above the lowest of the first third: a leak has no low again. */
    private static long growth(List<Sample> samples, ToLongFunction<Sample> of) {
        int third = Math.max(1, samples.size() / 3);
        return lowest(samples.subList(samples.size() - third, samples.size()), of)
                - lowest(samples.subList(0, third), of);
    }

    private static long lowest(List<Sample> samples, ToLongFunction<Sample> of) {
        return samples.stream().mapToLong(of).min().orElseThrow();
    }

    /** A minute of new events, repeats and forgeries, signed for this minute. */
    private void drive(RunningGateway gateway, int minute) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                Path.of("target", "tallygate", "lib", "loadtest", "*")
                        .toAbsolutePath()
                        .toString(),
                "tallygate.loadtest.Main",
                "drive",
                "--url",
                gateway.callbacksUrl() + "shop",
                "--rate",
                Integer.toString(PER_SECOND),
                "--duplicates",
                "0.1",
                "--forged",
                "0.02",
                "--warmup",
                "1s",
                "--duration",
                "59s",
                "--seed",
                Integer.toString(minute + 1));
        builder.environment().put("TALLYGATE_LOADTEST_SECRET", Sender.SECRET);
        Path result = folder.resolve("drive-" + minute + ".json");
        builder.redirectErrorStream(true).redirectOutput(result.toFile());
        assertThat(builder.start().waitFor()).isZero();
        assertThat(Files.readString(result))
                .as("the load driver's result")
                .containsPattern("\"accepted\":[1-9][0-9]{2,}");
    }

    private static Sample sample(RunningGateway gateway) throws Exception {
        long pid = gateway.pid();
        // Twice: what the first collection only makes ready is gone after the second.
        collect(pid);
        collect(pid);
        return new Sample(
                gateway.get("/metrics")
                        .body()
                        .lines()
                        .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
                        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum(),
                status(pid, "VmRSS:") * 1024,
                status(pid, "Threads:"),
                descriptors(pid));
    }

    private static void collect(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        assertThat(new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.run")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();
    }

    private static long status(long pid, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private static long descriptors(long pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return open.count();
        }
    }
}
