package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.Kill;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;

/** What a JVM has too little of inside: heap, and it ends; threads, and it goes on without. What was acknowledged is done. */
class ExhaustedIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    /** Of ExitOnOutOfMemoryError. */
    private static final int OUT_OF_MEMORY = 3;
    /** A user that has no process: limits of processes do not hold for root, and count all that a user has. */
    private static final String NOBODY = "54321";

    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "setsid");

    @TempDir
    private Path folder;

    private final Sender sender = new Sender();
    private MariaDb database;
    private Business business;

    @BeforeEach
    void begin() throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        database = MariaDb.fresh(folder.resolve("database"));
        business = new Business(folder);
    }

    @AfterEach
    void end() throws Exception {
        if (business != null) {
            business.close();
            database.close();
        }
    }

    private RunningGateway gateway(Path own, String options, List<String> through) throws IOException {
        String configuration = """
            database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s }
            work: { lease: 5s }
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 4s }
                retry: { exponential: { first: 200ms, factor: 2, cap: 2s, retries: 100 }, jitter: 0%% }
            """.formatted(database.port(), MariaDb.PASSWORD, Sender.SECRET, business.port());
        return new RunningGateway(
                own, configuration, Map.of("TALLYGATE_JAVA_OPTS", options), own.resolve("log.txt"), through);
    }

    private void sends(RunningGateway gateway, int callbacks) throws Exception {
        for (int i = 0; i < callbacks; i++) {
            sender.send(gateway, Sender.newId());
        }
    }

    private void everythingAcknowledgedIsDoneOnce() {
        await().atMost(SOON).untilAsserted(() -> {
            List<String> applied = business.deliveries().stream()
                    .filter(Evidence.Delivery::hasApplied)
                    .map(Evidence.Delivery::event)
                    .toList();
            assertThat(applied).doesNotHaveDuplicates().containsAll(sender.acknowledged());
        });
    }

    @Test
    @Tag("F-08")
    void aNodeWithoutHeapEndsAndLosesNothing() throws Exception {
        Path sign = folder.resolve("eat");
        String hungry = AgentJar.option(folder, HungryAgent.class) + sign;
        try (RunningGateway gateway = gateway(folder, "-Xmx96m " + hungry, List.of("setsid"))) {
            gateway.awaitReady();
            business.be(Business.Manner.HANGS);
            sends(gateway, 20);
            assertThat(sender.acknowledged()).hasSize(20);
            Files.createFile(sign);
            await().atMost(SOON).until(() -> {
                sends(gateway, 1);
                return !gateway.isAlive();
            });
            assertThat(gateway.stop()).as("exit code").isEqualTo(OUT_OF_MEMORY);
            Files.delete(sign);
            business.be(Business.Manner.OPEN);
            gateway.startAgain();
            gateway.awaitReady();
            everythingAcknowledgedIsDoneOnce();
        }
    }

    private static boolean saysThatItIsAlive(RunningGateway gateway) throws Exception {
        for (int i = 0; i < 3; i++) {
            if (gateway.get("/livez").statusCode() == 200) {
                return true;
            }
        }
        return false;
    }

    private static long threads(RunningGateway gateway) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(gateway.pid()), "task"))) {
            return tasks.count();
        }
    }

    private static boolean limit(RunningGateway gateway, String threads) throws InterruptedException {
        List<String> command = new ArrayList<>(AS_NOBODY);
        command.addAll(List.of("prlimit", "--pid", Long.toString(gateway.pid()), "--nproc=" + threads + ":"));
        return MariaDb.succeeds(command.toArray(String[]::new));
    }

    /** Open for a user that is not root. */
    private Path openFolder() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path own = Files.createDirectories(folder.resolve("own"));
        MariaDb.run("chown", NOBODY, own.toString());
        List<String> tried = new ArrayList<>(AS_NOBODY);
        tried.addAll(List.of("test", "-x", RunningGateway.launcher().toString()));
        assumeTrue(MariaDb.succeeds(tried.toArray(String[]::new)), "no other user can be taken here (setpriv, root)");
        return own;
    }

    @Test
    @Tag("F-10")
    void aNodeThatCanStartNoThreadGoesOnOrSaysThatItDoesNotAndLosesNothing() throws Exception {
        try (RunningGateway gateway = gateway(openFolder(), "-Xmx128m", AS_NOBODY)) {
            gateway.awaitReady();
            sends(gateway, 3);
            assumeTrue(limit(gateway, Long.toString(threads(gateway))), "limits cannot be set here (prlimit)");
            sends(gateway, 100);
            // Whatever it does, it may not say that it is well and leave its work.
            if (gateway.isAlive() && gateway.get("/livez").statusCode() == 200) {
                everythingAcknowledgedIsDoneOnce();
            }
            limit(gateway, "4096");
            if (gateway.isAlive() && !saysThatItIsAlive(gateway)) {
                // As its supervisor does with a node whose health is not told.
                gateway.kill(Kill.JVM);
            }
            if (!gateway.isAlive()) {
                gateway.startAgain();
            }
            gateway.awaitReady();
            sends(gateway, 3);
            assertThat(sender.acknowledged()).hasSizeGreaterThanOrEqualTo(6);
            everythingAcknowledgedIsDoneOnce();
        }
    }
}
