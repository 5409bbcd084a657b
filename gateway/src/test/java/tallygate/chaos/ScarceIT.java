package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;
import tallygate.blackbox.SmallDisk;

/** What a node has too little of: descriptors, a reader of its log. */
class ScarceIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** Some thousands of callbacks on a machine that is busy with other tests. */
    private static final Duration FILLED_MAX = Duration.ofMinutes(5);

    private static final int LOG_MEBIBYTES = 8;
    private static final String CONFIGURATION = """
        endpoints:
          - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
        routes:
          orders: { handler: { kind: log } }
        """.formatted(Sender.SECRET);

    @TempDir
    private Path folder;

    private final Sender sender = new Sender();

    private void acknowledges(RunningGateway gateway, int callbacks) throws Exception {
        for (int i = 0; i < callbacks; i++) {
            assertThat(sender.send(gateway, Sender.newId()).status()).isEqualTo(200);
        }
    }

    private void acknowledgesBesideEachOther(RunningGateway gateway, int callbacks) throws Exception {
        Callable<Integer> one = () -> sender.send(gateway, Sender.newId()).status();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Integer> status : threads.invokeAll(Collections.nCopies(callbacks, one))) {
                assertThat(status.get()).isEqualTo(200);
            }
        }
    }

    private static long openFiles(RunningGateway gateway) throws Exception {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(gateway.pid()), "fd"))) {
            return open.count();
        }
    }

    private static boolean limit(RunningGateway gateway, String files) throws InterruptedException {
        return MariaDb.succeeds("prlimit", "--pid", Long.toString(gateway.pid()), "--nofile=" + files + ":");
    }

    @Test
    @Tag("F-11")
    void aNodeWithoutDescriptorsLosesNothingAndGoesOnWhenThereAreSomeAgain() throws Exception {
        try (RunningGateway gateway = new RunningGateway(folder, CONFIGURATION)) {
            gateway.awaitReady();
            acknowledges(gateway, 5);
            assumeTrue(limit(gateway, Long.toString(openFiles(gateway) + 4)), "limits cannot be set here (prlimit)");
            List<Socket> taken = new ArrayList<>();
            int port = Integer.parseInt(gateway.callbacksUrl().replaceAll(".*:(\\d+)/.*", "$1"));
            for (int i = 0; i < 40; i++) {
                taken.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            // On a connection that is open already.
            acknowledges(gateway, 5);
            for (Socket one : taken) {
                one.close();
            }
            limit(gateway, "4096");
            await().atMost(SOON)
                    .until(() -> sender.send(gateway, Sender.newId()).status() == 200);
            assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
            try (var sql = gateway.sql();
                    var statement = sql.createStatement();
                    var row = statement.executeQuery("SELECT COUNT(*) FROM async_task")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(sender.acknowledged().size());
            }
        }
    }

    @Test
    @Tag("F-56")
    void aLogThatNobodyReadsHoldsUpNoCallback() throws Exception {
        try (LogPipe log = new LogPipe(folder);
                RunningGateway gateway =
                        new RunningGateway(folder, CONFIGURATION, Map.of("TALLYGATE_LOG_LEVEL", "DEBUG"), log.pipe())) {
            gateway.awaitReady();
            log.stop();
            // Each of them is some lines; a pipe holds 64 KiB and the queue 8,192 lines.
            await().atMost(FILLED_MAX).until(() -> {
                acknowledgesBesideEachOther(gateway, 400);
                return gateway.metric("tallygate_log_dropped_total") > 0;
            });
            log.goOn();
            log.end();
            acknowledges(gateway, 50);
            log.again();
            isWrittenAgain(gateway, log::text);
            acknowledges(gateway, 5);
            assertThat(gateway.stop()).isIn(0, 143);
        }
    }

    private interface Text {
        String now() throws Exception;
    }

    /** What is logged from now on comes out, whatever became of the lines before. */
    private void isWrittenAgain(RunningGateway gateway, Text log) throws Exception {
        int before = log.now().length();
        await().atMost(SOON).until(() -> {
            acknowledges(gateway, 1);
            return log.now().length() > before;
        });
    }

    @Test
    @Tag("F-56")
    void aLogWhoseDiskIsFullHoldsUpNoCallbackAndIsWrittenAgainOnceThereIsRoom() throws Exception {
        Optional<SmallDisk> made = SmallDisk.at(Files.createDirectories(folder.resolve("logs")), LOG_MEBIBYTES);
        assumeTrue(made.isPresent(), "no file system can be mounted here: needs root");
        try (SmallDisk disk = made.orElseThrow()) {
            // Where a gateway of these tests logs to: on the small disk.
            Path log = Files.createSymbolicLink(folder.resolve("log.txt"), folder.resolve("logs/log.txt"));
            try (RunningGateway gateway =
                    new RunningGateway(folder, CONFIGURATION, Map.of("TALLYGATE_LOG_LEVEL", "DEBUG"), log)) {
                gateway.awaitReady();
                disk.fill(0);
                acknowledges(gateway, 100);
                assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
                disk.makeRoom();
                isWrittenAgain(gateway, () -> Files.readString(log));
                acknowledges(gateway, 5);
                assertThat(gateway.stop()).isIn(0, 143);
            }
        }
    }
}
