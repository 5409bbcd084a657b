package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.DatabaseGate.State;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/**
 * One packaged gateway through everything a database does to it: never a success answer for what is not stored, never a lost one,
 * and it recovers without help.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UnhappyDatabaseIT {
    /** The answer deadline, and what a loaded machine takes to carry an answer over. */
    private static final Duration ANSWER_MAX = Duration.ofMillis(3_500);

    private static final Duration RECOVERY_MAX = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static TestDatabase database;
    private static DatabaseGate gate;
    private static RunningGateway gateway;
    private static final Sender sender = new Sender();

    @BeforeAll
    static void startWithoutDatabase() throws IOException {
        database = TestDatabases.embedded();
        gate = new DatabaseGate(database.port(), State.CLOSED);
        gateway = new RunningGateway(folder, """
            database: { url: "%s", username: %s, password: "%s" }
            mode: development
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: log } }
            """.formatted(
                        database.through(gate.port()).settings().url(),
                        database.settings().username(),
                        database.settings().password(),
                        Sender.SECRET));
    }

    @AfterEach
    void whatWasAcknowledgedIsStoredOnceAndGetsDone() throws Exception {
        gate.be(State.OPEN);
        sendUntilAcknowledged();
        Rows rows = new Rows(database);
        await().atMost(RECOVERY_MAX).untilAsserted(() -> {
            var stored = rows.byEvent();
            assertThat(sender.acknowledged()).allSatisfy(id -> {
                assertThat(stored).containsKey(id);
                assertThat(stored.get(id).copies()).isEqualTo(1);
                assertThat(stored.get(id).status()).isEqualTo(2);
            });
        });
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            gateway.stop();
        } finally {
            gateway.close();
            gate.close();
        }
    }

    private static void sendUntilAcknowledged() {
        await().atMost(RECOVERY_MAX)
                .until(() -> sender.send(gateway, Sender.newId()).status() == 200);
    }

    private static void isToldToComeAgainInTime(Sender.Answered answered) {
        assertThat(answered.status()).isEqualTo(503);
        assertThat(answered.retryAfter()).isNotEmpty();
        assertThat(answered.took()).isLessThan(ANSWER_MAX);
    }

    @Test
    @Order(1)
    void aGatewayWhoseDatabaseIsDownAtStartSaysComeAgainAndOpensByItself() throws Exception {
        await().atMost(Duration.ofSeconds(90)).until(() -> gateway.get("/livez").statusCode() == 200);
        assertThat(gateway.get("/readyz").statusCode()).isEqualTo(503);
        isToldToComeAgainInTime(sender.send(gateway, Sender.newId()));
        gate.be(State.OPEN);
        gateway.awaitReady();
    }

    @Test
    @Tag("O-103")
    @Order(2)
    @Tag("F-16")
    void aDatabaseThatGoesAwayInTheMiddleCostsNothingAcknowledged() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(sender.send(gateway, Sender.newId()).status()).isEqualTo(200);
        }
        gate.be(State.CLOSED);
        for (int i = 0; i < 5; i++) {
            isToldToComeAgainInTime(sender.send(gateway, Sender.newId()));
        }
        assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("O-104")
    @Order(3)
    @Tag("F-18")
    @Tag("F-21")
    void aDatabaseThatHangsIsAnsweredForBeforeTheProviderGivesUp() throws Exception {
        gate.be(State.HANGING);
        List<Sender.Answered> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(sender.send(gateway, Sender.newId()));
        }
        assertThat(answers).allSatisfy(UnhappyDatabaseIT::isToldToComeAgainInTime);
    }

    @Test
    @Order(4)
    void aSlowDatabaseIsSlowAndNothingElse() throws Exception {
        gate.be(State.SLOW);
        await().atMost(RECOVERY_MAX)
                .until(() -> sender.send(gateway, Sender.newId()).status() == 200);
        for (int i = 0; i < 10; i++) {
            assertThat(sender.send(gateway, Sender.newId()).status()).isEqualTo(200);
        }
    }

    @Test
    @Tag("O-107")
    @Order(5)
    @Tag("F-23")
    void aReadOnlyDatabaseTakesNothingAndNothingIsAcknowledged() throws Exception {
        Rows rows = new Rows(database);
        rows.asRoot("SET GLOBAL read_only = 1");
        try {
            for (int i = 0; i < 4; i++) {
                isToldToComeAgainInTime(sender.send(gateway, Sender.newId()));
            }
        } finally {
            rows.asRoot("SET GLOBAL read_only = 0");
        }
    }

    @Test
    @Order(6)
    void aLockedTableMakesCallbacksWaitOrComeAgain() throws Exception {
        try (Connection root = database.connectAsRoot();
                Statement statement = root.createStatement()) {
            statement.execute("LOCK TABLES async_task WRITE");
            isToldToComeAgainInTime(sender.send(gateway, Sender.newId()));
            statement.execute("UNLOCK TABLES");
        }
    }

    @Test
    @Order(7)
    void connectionsCutByTheServerAreReplaced() throws Exception {
        Rows rows = new Rows(database);
        for (int round = 0; round < 3; round++) {
            try (Connection root = database.connectAsRoot();
                    Statement list = root.createStatement();
                    Statement kill = root.createStatement();
                    var found = list.executeQuery("SELECT id FROM information_schema.processlist WHERE user = '"
                            + database.settings().username() + "'")) {
                while (found.next()) {
                    kill.execute("KILL CONNECTION " + found.getLong(1));
                }
            }
            sendUntilAcknowledged();
        }
        assertThat(rows.byEvent()).isNotEmpty();
    }

    /** True when the server has no connection left for another user of it. */
    private boolean isRefused(List<Connection> taken) {
        try {
            taken.add(database.connect());
            return false;
        } catch (java.sql.SQLException e) {
            return true;
        }
    }

    @Test
    @Order(8)
    @Tag("F-28")
    void aServerWithoutFreeConnectionsIsWaitedFor() throws Exception {
        Rows rows = new Rows(database);
        List<Connection> taken = new ArrayList<>();
        try {
            rows.asRoot("SET GLOBAL max_connections = 10");
            gate.be(State.CLOSED);
            // What the gateway had is free now, sooner or later: taken until there is none for a while.
            await().during(Duration.ofSeconds(1)).atMost(RECOVERY_MAX).until(() -> isRefused(taken));
            gate.be(State.OPEN);
            isToldToComeAgainInTime(sender.send(gateway, Sender.newId()));
            assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
        } finally {
            for (Connection one : taken) {
                one.close();
            }
            rows.asRoot("SET GLOBAL max_connections = 151");
        }
    }
}
