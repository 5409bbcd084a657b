package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.gateway.mysql.FaultProxy;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** One packaged gateway, and single statements of its that fail: no sender notices. */
class RolledBackIT {
    private static final Duration DONE_MAX = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static TestDatabase database;
    private static FaultProxy proxy;
    private static RunningGateway gateway;
    private static final Sender sender = new Sender();

    @BeforeAll
    static void start() throws Exception {
        database = TestDatabases.embedded();
        proxy = new FaultProxy(database.port());
        gateway = new RunningGateway(folder, """
            database: { url: "%s", username: %s, password: "%s", pool-size: 2 }
            mode: development
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: log } }
            """.formatted(
                        database.through(proxy.port()).settings().url(),
                        database.settings().username(),
                        database.settings().password(),
                        Sender.SECRET));
        gateway.awaitReady();
        assertThat(sender.send(gateway, Sender.newId()).status()).isEqualTo(200);
    }

    @AfterAll
    static void stop() throws IOException {
        gateway.close();
        proxy.close();
    }

    @AfterEach
    void whatWasAcknowledgedIsStoredOnceAndGetsDone() {
        Rows rows = new Rows(database);
        await().atMost(DONE_MAX).untilAsserted(() -> {
            var stored = rows.byEvent();
            assertThat(sender.acknowledged()).allSatisfy(id -> {
                assertThat(stored).containsKey(id);
                assertThat(stored.get(id).copies()).isEqualTo(1);
                assertThat(stored.get(id).status()).isEqualTo(2);
            });
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"DEADLOCK", "LOCK_WAIT"})
    @Tag("F-22")
    void anInsertThatIsRolledBackIsSentAgainAndNoSenderNotices(FaultProxy.Cut why) throws Exception {
        double before = gateway.metric("tallygate_commit_retries_total");
        String id = Sender.newId();
        proxy.breakAt(why, id);
        assertThat(sender.send(gateway, id).status()).isEqualTo(200);
        assertThat(gateway.metric("tallygate_commit_retries_total")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE", "AFTER"})
    @Tag("F-19")
    void aConnectionThatIsCutBeforeOrAfterTheCommitCostsNobodyAnything(FaultProxy.Cut where) throws Exception {
        double before = gateway.metric("tallygate_commit_unknown_total");
        String id = Sender.newId();
        proxy.breakAt(where, id);
        assertThat(sender.send(gateway, id).status()).isEqualTo(200);
        assertThat(gateway.metric("tallygate_commit_unknown_total")).isEqualTo(before + 1);
        assertThat(sender.send(gateway, id).status()).as("a copy").isEqualTo(200);
    }

    @Test
    void aRowThatAnotherTransactionHoldsIsWaitedFor() throws Exception {
        String id = Sender.newId();
        try (Connection other = database.connect();
                Statement statement = other.createStatement();
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO async_task (id, source, event_id) VALUES (1, 'shop', '" + id + "')");
            Future<Sender.Answered> answer = thread.submit(() -> sender.send(gateway, id));
            double retries = gateway.metric("tallygate_commit_retries_total");
            await().atMost(DONE_MAX).until(() -> gateway.metric("tallygate_commit_retries_total") > retries);
            other.rollback();
            assertThat(answer.get().status()).isEqualTo(200);
        }
    }

    /** Heartbeat and record of refused requests use the two connections of the pool; callbacks need none of them. */
    @Test
    @Tag("F-27")
    void aPoolThatIsUsedUpHoldsUpNoCallback() throws Exception {
        try (Connection root = database.connectAsRoot();
                Statement statement = root.createStatement()) {
            statement.execute("LOCK TABLES node WRITE, rejected_callback WRITE, rejected_tally WRITE");
            await().atMost(DONE_MAX).until(() -> {
                StripeCallback spoiled =
                        StripeCallback.of(Sender.newId(), Sender.SECRET).spoiled();
                assertThat(gateway.callback("/callbacks/shop", spoiled.body(), spoiled.headers())
                                .statusCode())
                        .isEqualTo(401);
                return gateway.metric("tallygate_pool_busy") >= 2;
            });
            for (int i = 0; i < 20; i++) {
                assertThat(sender.send(gateway, Sender.newId()).status()).isEqualTo(200);
            }
            statement.execute("UNLOCK TABLES");
        }
        await().atMost(DONE_MAX).until(() -> gateway.metric("tallygate_pool_busy") == 0);
    }
}
