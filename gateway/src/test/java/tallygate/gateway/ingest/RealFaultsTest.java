package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.blackbox.DatabaseGate;
import tallygate.blackbox.DatabaseGate.State;
import tallygate.gateway.mysql.FaultProxy;
import tallygate.gateway.mysql.FaultProxy.Cut;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** Every unhappy database: never a wrong acknowledgement, never a lost one, recovery without help. */
class RealFaultsTest {
    private final TestDatabase database = TestDatabases.embedded();
    /** Breaks single statements; in front of it the network as a whole. */
    private FaultProxy proxy;

    private DatabaseGate gate;
    private RealNode node;

    @BeforeEach
    void open() throws IOException {
        proxy = new FaultProxy(database.port());
        gate = new DatabaseGate(proxy.port(), State.OPEN);
        node = new RealNode(database.through(gate.port()), 1, 1);
    }

    @AfterEach
    void close() throws IOException {
        proxy.heal();
        gate.be(State.OPEN);
        node.close();
        gate.close();
        proxy.close();
    }

    @Test
    void aConnectionCutBeforeTheServerSawTheInsertCostsNobodyAnything() throws SQLException {
        acknowledged("warm_up 1");
        proxy.breakAt(Cut.BEFORE, "evt_cut");
        acknowledged("evt_cut 1");
        assertThat(rows()).isEqualTo(2);
        assertThat(node.total("tallygate.commit.unknown")).isEqualTo(1);
    }

    @Test
    void aConnectionCutAfterTheCommitCostsNobodyAnythingAndTheTaskRunsOnce() throws SQLException {
        acknowledged("warm_up 1");
        proxy.breakAt(Cut.AFTER, "evt_cut");
        acknowledged("evt_cut 1");
        assertThat(rows()).isEqualTo(2);
        assertThat(node.workers.given.stream().filter(t -> t.eventId().equals("evt_cut")))
                .hasSize(1);
        assertThat(node.total("tallygate.commit.unknown")).isEqualTo(1);
        assertThat(node.total("tallygate.events.stored")).isEqualTo(2);
    }

    @Test
    void aRowThatIsCommittedAfterItsSenderWasSentAwayIsReleasedAndAnswersTheNextDelivery() throws SQLException {
        acknowledged("warm_up 1");
        proxy.breakAt(Cut.AFTER, "evt_late", Integer.MAX_VALUE);
        Exchange away = answered("evt_late 1");
        assertThat(away.status()).isEqualTo(503);
        proxy.heal();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> number("SELECT status FROM async_task WHERE event_id = 'evt_late'") == 0);
        assertThat(number("SELECT attempts FROM async_task WHERE event_id = 'evt_late'"))
                .isZero();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> answered("evt_late 1").isAcknowledged());
        assertThat(rows()).isEqualTo(2);
        assertThat(node.workers.given).noneMatch(t -> t.eventId().equals("evt_late"));
    }

    @Test
    void whileTheDatabaseIsDownNobodyIsAcknowledgedAndHardlyAnyoneWaitsAndAfterwardsAllIsStored() throws SQLException {
        acknowledged("warm_up 1");
        gate.be(State.CLOSED);
        Exchange first = answered("evt_0 1");
        assertThat(first.status()).isEqualTo(503);
        List<Exchange> during = new ArrayList<>();
        long slow = 0;
        for (int i = 1; i < 50; i++) {
            Exchange exchange = node.post("evt_" + i + " 1");
            slow += exchange.isAnswered() ? 0 : 1;
            during.add(exchange);
        }
        await().atMost(Duration.ofSeconds(2)).until(() -> during.stream().allMatch(Exchange::isAnswered));
        assertThat(during).allMatch(e -> e.status() == 503);
        assertThat(slow)
                .as("one now and then finds out, the rest is answered at once")
                .isLessThan(5);
        assertThat(rows()).isEqualTo(1);

        gate.be(State.OPEN);
        for (int i = 0; i < 50; i++) {
            String body = "evt_" + i + " 1";
            await().atMost(Duration.ofSeconds(10)).until(() -> answered(body).isAcknowledged());
        }
        assertThat(rows()).isEqualTo(51);
    }

    @Test
    void aNodeThatIsThereBeforeItsDatabaseSendsEveryoneAwayAndThenStores() throws SQLException {
        gate.be(State.CLOSED);
        assertThat(answered("evt_1 1").status()).isEqualTo(503);
        assertThat(answered("evt_2 1").status()).isEqualTo(503);
        gate.be(State.OPEN);
        await().atMost(Duration.ofSeconds(10)).until(() -> answered("evt_1 1").isAcknowledged());
        await().atMost(Duration.ofSeconds(10)).until(() -> answered("evt_2 1").isAcknowledged());
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    @Tag("O-104")
    void aDatabaseThatHangsIsAnsweredInTimeAndItsLateCommitsAreOneRowAnId() throws SQLException {
        acknowledged("warm_up 1");
        gate.be(State.HANGING);
        List<Exchange> during = new ArrayList<>();
        long end = System.nanoTime() + Duration.ofSeconds(6).toNanos();
        int sent = 0;
        while (System.nanoTime() < end) {
            String body = "evt_" + sent++ % 60 + " 1";
            long began = System.nanoTime();
            Exchange exchange = node.post(body);
            during.add(exchange);
            await().pollDelay(Duration.ofMillis(20)).until(() -> true);
            assertThat(System.nanoTime() - began)
                    .isLessThan(Duration.ofSeconds(1).toNanos());
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> during.stream().allMatch(Exchange::isAnswered));
        assertThat(during).allMatch(e -> e.status() == 503);
        gate.be(State.OPEN);
        for (int i = 0; i < 60; i++) {
            String body = "evt_" + i + " 1";
            await().atMost(Duration.ofSeconds(10)).until(() -> answered(body).isAcknowledged());
        }
        assertThat(rows()).isEqualTo(61);
        await().atMost(Duration.ofSeconds(10)).until(() -> leasedByNobody() == 0);
    }

    @Test
    void aReadOnlyDatabaseIsNeverAnAcknowledgementAndTheNodeRecoversByItself() throws SQLException {
        acknowledged("warm_up 1");
        try (Connection root = database.connectAsRoot();
                var statement = root.createStatement()) {
            statement.execute("SET GLOBAL read_only = 1");
            try {
                assertThat(answered("evt_1 1").status()).isEqualTo(503);
                assertThat(answered("evt_2 1").status()).isEqualTo(503);
            } finally {
                statement.execute("SET GLOBAL read_only = 0");
            }
        }
        assertThat(rows()).isEqualTo(1);
        await().atMost(Duration.ofSeconds(10)).until(() -> answered("evt_1 1").isAcknowledged());
        await().atMost(Duration.ofSeconds(10)).until(() -> answered("evt_2 1").isAcknowledged());
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void aLockThatIsHeldOnTheKeyIsWaitedOutInsideTheDeadline() throws Exception {
        acknowledged("warm_up 1");
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            try (var statement = other.createStatement()) {
                statement.execute("INSERT INTO async_task (id, source, event_id) VALUES (99, 'shop', 'evt_locked')");
            }
            Exchange waiting = node.post("evt_locked 1");
            await().atMost(Duration.ofSeconds(3)).until(() -> node.total("tallygate.commit.retries") > 0);
            assertThat(waiting.isAnswered()).isFalse();
            other.rollback();
            await().atMost(Duration.ofSeconds(3)).until(waiting::isAnswered);
            assertThat(waiting.isAcknowledged()).isTrue();
        }
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void killedConnectionsAreReplacedAndNobodyNotices() throws SQLException {
        for (int i = 0; i < 5; i++) {
            acknowledged("evt_" + i + " 1");
            database.killConnections();
        }
        acknowledged("evt_last 1");
        assertThat(rows()).isEqualTo(6);
    }

    private void acknowledged(String body) {
        assertThat(answered(body).isAcknowledged()).as(body).isTrue();
    }

    private Exchange answered(String body) {
        Exchange exchange = node.post(body);
        await().atMost(Duration.ofSeconds(6)).until(exchange::isAnswered);
        return exchange;
    }

    private long leasedByNobody() throws SQLException {
        long leased = number("SELECT COUNT(*) FROM async_task WHERE status = 1");
        synchronized (node.workers) {
            return leased - node.workers.given.size();
        }
    }

    private long rows() throws SQLException {
        return number("SELECT COUNT(*) FROM async_task");
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }
}
