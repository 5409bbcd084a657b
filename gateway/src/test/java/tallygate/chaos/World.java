package tallygate.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.blackbox.DatabaseGate;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.SmallDisk;
import tallygate.gateway.mysql.FaultProxy;
import tallygate.house.DebianPackages;

/**
 * Packaged nodes on a database of their own, a business behind them, and something to break between any two of them. Everything
 * is a child process or a socket of this one, and ends with it.
 */
final class World implements AutoCloseable {
    static final String SECRET = "whsec_chaoscanary0123456789";
    /** Of the downstream's own name, so that the name can be taken away. */
    private static final String HOST = "business.chaos";

    private static final int DISK_MEBIBYTES = 400;

    final Path folder;
    final MariaDb database;
    final FaultProxy proxy;
    final DatabaseGate gate;
    final Business business;
    final DatabaseGate way;
    final List<RunningGateway> nodes = new ArrayList<>();
    final List<LogPipe> logs = new ArrayList<>();
    final Optional<SmallDisk> disk;
    final Path hosts;
    final Path clockFile;
    private final Optional<Path> faketime;

    World(Path folder, int count, boolean hasSmallDisk, NodeOptions options) throws IOException, InterruptedException {
        this.folder = folder;
        this.hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 " + HOST + "\n");
        this.clockFile = Files.writeString(folder.resolve("clock"), "+0\n");
        this.faketime = faketime();
        Path data = folder.resolve("database");
        this.disk = hasSmallDisk ? SmallDisk.at(data, DISK_MEBIBYTES) : Optional.empty();
        this.database = MariaDb.fresh(data);
        this.proxy = new FaultProxy(database.port());
        this.gate = new DatabaseGate(proxy.port(), DatabaseGate.State.OPEN);
        this.business = new Business(folder);
        this.way = new DatabaseGate(business.port(), DatabaseGate.State.OPEN);
        for (int i = 0; i < count; i++) {
            nodes.add(node(i, count > 1 && i == count - 1, options));
        }
    }

    /** libfaketime, where it is installed or can be. */
    static Optional<Path> faketime() {
        DebianPackages.program("faketime", Path.of("/usr/bin/faketime"));
        return List.of("x86_64-linux-gnu", "aarch64-linux-gnu").stream()
                .map(arch -> Path.of("/usr/lib", arch, "faketime", "libfaketimeMT.so.1"))
                .filter(Files::isReadable)
                .findFirst();
    }

    boolean hasClock() {
        return faketime.isPresent() && nodes.size() > 1;
    }

    private RunningGateway node(int number, boolean hasOwnClock, NodeOptions options) throws IOException {
        Path own = Files.createDirectories(folder.resolve("node-" + number));
        LogPipe log = new LogPipe(own);
        logs.add(log);
        Map<String, String> environment = new HashMap<>(options.environment());
        environment.put(
                "TALLYGATE_JAVA_OPTS",
                "-Xmx192m -Djdk.net.hosts.file=" + hosts
                        + " -Dsun.net.inetaddr.ttl=1 -Dsun.net.inetaddr.negative.ttl=1"
                        + " -Dio.netty.leakDetection.level=paranoid " + options.jvm());
        if (hasOwnClock && faketime.isPresent()) {
            environment.put("LD_PRELOAD", faketime.get().toString());
            environment.put("FAKETIME_TIMESTAMP_FILE", clockFile.toString());
            // Without a cache each look at the clock reads the file, and a start takes minutes on a busy machine.
            environment.put("FAKETIME_CACHE_DURATION", "1");
            environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            // Else each wait with a limit ends at once, and the node turns in circles on every processor there is.
            environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        }
        return new RunningGateway(own, configuration(), environment, log.pipe());
    }

    /** Times as short as they may be, so that a fault is longer than a lease and an outage shorter than a test. */
    String configuration() {
        return """
            database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s, pool-size: 4 }
            work: { lease: 5s, lease-patrol: 500ms, due-scan: 1s, lease-scan: 5s, crashes-max: 20 }
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
              - { name: flow, provider: stripe, secrets: ["%s"], route: flow }
            routes:
              orders:
                handler: { kind: http, url: "http://%s:%d/effects", timeout: 1s, connect-timeout: 1s }
                concurrency: 32
                poison: 0
                breaker: { calls: 40, percent: 80, window: 5s, open: 1s, open-most: 2s, probes: 3, ramp: 1s }
                retry: { exponential: { first: 200ms, factor: 2, cap: 2s, retries: 100 }, jitter: 20%% }
                early: { first: 200ms, most: 1s, deadline: 1h }
              flow:
                handler: { kind: saga, saga: flow }
                breaker: { calls: 40, percent: 80, window: 5s, open: 1s, open-most: 2s, probes: 3, ramp: 1s }
            sagas:
              participants:
                chain: { url: "http://%s:%d/saga", connect-timeout: 1s }
              definitions:
                flow:
                  version: 1
                  steps:
            %s
            """.formatted(
                        gate.port(),
                        MariaDb.PASSWORD,
                        SECRET,
                        SECRET,
                        HOST,
                        way.port(),
                        HOST,
                        way.port(),
                        step("stock") + step("coupon") + step("pay"));
    }

    private static String step(String name) {
        return "        - { name: " + name + ", participant: chain, action: /" + name + "/do, compensation: /" + name
                + "/undo, timeout: 1s, timeout-floor: 500ms, retry: [300ms, 1s, 2s, 2s, 2s, 2s, 2s, 2s, 2s, 2s],"
                + " retry-compensation: [300ms, 1s, 2s, 2s, 2s, 2s, 2s, 2s, 2s, 2s] }\n";
    }

    void awaitReady() {
        nodes.forEach(RunningGateway::awaitReady);
    }

    @Override
    public void close() throws Exception {
        nodes.forEach(RunningGateway::close);
        logs.forEach(LogPipe::close);
        way.close();
        business.close();
        gate.close();
        proxy.close();
        database.close();
        if (disk.isPresent()) {
            disk.get().close();
        }
    }
}
