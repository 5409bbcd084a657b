package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.Kill;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;
import tallygate.gateway.mysql.FaultProxy;

/** A packaged gateway is killed at a chosen moment: in the middle of a callback, and each time one task is called. */
class KilledIT {
    private static final Duration SOON = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    private final Sender sender = new Sender();
    private MariaDb database;
    private FaultProxy proxy;
    private Business business;
    private RunningGateway gateway;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        database = MariaDb.fresh(folder.resolve("database"));
        proxy = new FaultProxy(database.port());
        business = new Business(folder);
        gateway = new RunningGateway(
                folder, """
                    database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s }
                    work: { lease: 5s, lease-patrol: 500ms, due-scan: 1s, crashes-max: 2 }
                    endpoints:
                      - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                    routes:
                      orders: { handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 4s } }
                    """.formatted(proxy.port(), MariaDb.PASSWORD, Sender.SECRET, business.port()));
        gateway.awaitReady();
    }

    @AfterEach
    void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        if (proxy != null) {
            business.close();
            proxy.close();
            database.close();
        }
    }

    private long rows(String event, String more) throws Exception {
        return new Tables(database).number("SELECT COUNT(*) FROM async_task WHERE event_id = '" + event + "'" + more);
    }

    private long applied(String event) {
        return business.deliveries().stream()
                .filter(delivery -> delivery.hasApplied() && delivery.event().equals(event))
                .count();
    }

    /** The kill comes between a database that has committed, or never heard of it, and the answer to the provider. */
    private void isFoundBySendingAgain(FaultProxy.Cut where, long storedBefore) throws Exception {
        String event = Sender.newId();
        proxy.breakAt(where, event);
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<Sender.Answered> first = beside.submit(() -> sender.send(gateway, event));
            await().atMost(SOON).pollInterval(Duration.ofMillis(5)).until(proxy::hasBroken);
            // So that it cannot help itself before it is dead.
            gateway.signal("STOP");
            await().atMost(SOON).until(() -> rows(event, "") == storedBefore);
            gateway.kill(Kill.JVM);
            assertThat(first.get().status()).isNotEqualTo(200);
        }
        assertThat(rows(event, "")).isEqualTo(storedBefore);
        gateway.startAgain();
        gateway.awaitReady();
        assertThat(sender.send(gateway, event).status()).isEqualTo(200);
        await().atMost(SOON).until(() -> rows(event, " AND status = 2") == 1);
        assertThat(rows(event, "")).isOne();
        assertThat(applied(event)).isOne();
    }

    @Test
    @Tag("F-02")
    void betweenReadingAndCommittingOrCommittingAndAnsweringTheNextTryFindsWhatThereIs() throws Exception {
        isFoundBySendingAgain(FaultProxy.Cut.SILENT, 0);
        isFoundBySendingAgain(FaultProxy.Cut.UNANSWERED, 1);
    }

    @Test
    @Tag("F-41")
    void aTaskThatKillsItsNodeEachTimeIsFailedAndAllOthersAreDone() throws Exception {
        business.be(Business.Manner.HANGS);
        String deadly = Sender.newId();
        assertThat(sender.send(gateway, deadly).status()).isEqualTo(200);
        int deaths = 0;
        while (rows(deadly, " AND status = 3") == 0) {
            int before = business.arrivals();
            await().atMost(SOON).until(() -> business.arrivals() > before || rows(deadly, " AND status = 3") == 1);
            if (rows(deadly, " AND status = 3") == 1) {
                break;
            }
            gateway.kill(Kill.JVM);
            deaths++;
            assertThat(deaths).as("nodes that it may kill").isLessThan(8);
            gateway.startAgain();
            gateway.awaitReady();
        }
        business.be(Business.Manner.OPEN);
        assertThat(deaths).isGreaterThanOrEqualTo(2);
        List<String> others = List.of(Sender.newId(), Sender.newId(), Sender.newId());
        for (String other : others) {
            assertThat(sender.send(gateway, other).status()).isEqualTo(200);
        }
        for (String other : others) {
            await().atMost(SOON).until(() -> rows(other, " AND status = 2") == 1);
            assertThat(applied(other)).isOne();
        }
        assertThat(rows(deadly, " AND status = 3 AND last_error LIKE '%worker-lost%'"))
                .isOne();
    }
}
