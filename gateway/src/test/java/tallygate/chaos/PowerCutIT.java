package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;

/** The power is cut under the database in the middle of callbacks; a second server starts on what the disk held. */
class PowerCutIT {
    private static final Logger log = LoggerFactory.getLogger(PowerCutIT.class);
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int SENDERS = 8;
    private static final int ACKNOWLEDGED_MIN = 300;

    @TempDir
    private Path folder;

    @Test
    @Tag("F-17")
    void everyAcknowledgedRowIsThere() throws Exception {
        assertThat(missingAfterPowerCut(1))
                .as("acknowledged, and not on the disk")
                .isEmpty();
    }

    /** Without the flush at each commit the test must see rows missing, else it sees nothing at all. */
    @Test
    @EnabledIfSystemProperty(named = "chaos.all", matches = "true")
    void withoutTheFlushAtEachCommitRowsAreMissing() throws Exception {
        assertThat(missingAfterPowerCut(2)).isNotEmpty();
    }

    /** @param flush innodb_flush_log_at_trx_commit */
    private List<String> missingAfterPowerCut(int flush) throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        Optional<LoopDisk> made = LoopDisk.fresh(folder, "400M");
        assumeTrue(made.isPresent(), "no loop device can be mounted here: needs root and the device");
        Sender sender = new Sender();
        try (LoopDisk disk = made.orElseThrow();
                MariaDb database = MariaDb.fresh(disk.mounted(), "--innodb-flush-log-at-trx-commit=" + flush);
                RunningGateway gateway = gateway(database)) {
            gateway.awaitReady();
            // The files of a fresh installation are nobody's promise: only what is acknowledged from now on is.
            assertThat(new ProcessBuilder("sync").start().waitFor()).isZero();
            AtomicBoolean isOver = new AtomicBoolean();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < SENDERS; i++) {
                    threads.submit(() -> {
                        while (!isOver.get()) {
                            sender.send(gateway, Sender.newId());
                        }
                        return null;
                    });
                }
                await().atMost(SOON).until(() -> sender.acknowledged().size() > ACKNOWLEDGED_MIN);
                database.signal("STOP");
                isOver.set(true);
            }
            try (LoopDisk after = disk.afterPowerCut();
                    MariaDb second = MariaDb.fresh(after.mounted())) {
                Set<String> stored = stored(second);
                List<String> missing = new ArrayList<>(sender.acknowledged());
                missing.removeAll(stored);
                log.warn(
                        "flush={} acknowledged={} missing={}",
                        flush,
                        sender.acknowledged().size(),
                        missing.size());
                return missing;
            }
        }
    }

    private static Set<String> stored(MariaDb server) throws Exception {
        Set<String> events = new HashSet<>();
        try (Connection connection = server.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONVERT(event_id USING utf8mb4) FROM async_task")) {
            while (row.next()) {
                assertThat(events.add(row.getString(1))).as("once").isTrue();
            }
        }
        return events;
    }

    /** Development, so that it also starts on a server that it warns of. */
    private RunningGateway gateway(MariaDb database) throws Exception {
        return new RunningGateway(folder, """
            database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s }
            mode: development
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: http, url: "http://127.0.0.1:9/nobody" } }
            """.formatted(database.port(), MariaDb.PASSWORD, Sender.SECRET));
    }
}
