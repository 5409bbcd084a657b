package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.RowsAreSound;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.StoreRig;

/** The database rolls a transaction back: nothing of it is there, the connection is clean, and the same call again does it. */
class RolledBackTest {
    /** No size of the insert, so that it takes two statements and a COMMIT. */
    private static final int SEVERAL = 17;

    private static final String INSERT = "INSERT INTO async_task (id, source, event_id) VALUES ";

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final RealRig direct = new RealRig(database);
    private FaultProxy proxy;
    private RealRig rig;

    @BeforeEach
    void open() throws IOException {
        proxy = new FaultProxy(database.port());
        rig = new RealRig(database.through(proxy.port()));
        rig.insert(Samples.due(rig.ids().next(), "warm-up").task());
    }

    @AfterEach
    void close() throws IOException {
        RowsAreSound.check(direct);
        rig.close();
        proxy.close();
        direct.close();
    }

    private NewTask task(String event) {
        return Samples.due(rig.ids().next(), event).task();
    }

    private List<Insertion> insert(List<NewTask> batch) {
        return rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
    }

    private static Kind kindOf(Runnable call) {
        return catchThrowableOfType(StoreException.class, call::run).kind();
    }

    private static Insertion fresh(NewTask task) {
        return new Insertion.Fresh(task.id());
    }

    @ParameterizedTest
    @EnumSource(names = {"DEADLOCK", "LOCK_WAIT"})
    void aBatchThatIsRolledBackAtItsCommitIsCertainlyNotStored(FaultProxy.Cut why) {
        List<NewTask> batch = IntStream.range(10, 10 + SEVERAL)
                .mapToObj(i -> task("evt_" + i))
                .toList();
        proxy.breakAt(why, "COMMIT");
        assertThat(kindOf(() -> insert(batch))).isEqualTo(Kind.TRANSIENT);
        assertThat(direct.rows()).hasSize(1);
        assertThat(insert(batch))
                .containsExactlyElementsOf(
                        batch.stream().map(RolledBackTest::fresh).toList());
        assertThat(direct.rows()).hasSize(1 + SEVERAL);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEADLOCK", "LOCK_WAIT"})
    void aBatchOfOneStatementThatIsRolledBackIsCertainlyNotStored(FaultProxy.Cut why) {
        List<NewTask> batch = List.of(task("evt_a"), task("evt_b"), task("evt_c"));
        proxy.breakAt(why, "evt_b");
        assertThat(kindOf(() -> insert(batch))).isEqualTo(Kind.TRANSIENT);
        assertThat(direct.rows()).hasSize(1);
        assertThat(insert(batch)).containsExactly(fresh(batch.get(0)), fresh(batch.get(1)), fresh(batch.get(2)));
        assertThat(direct.rows()).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEADLOCK", "LOCK_WAIT"})
    void anOutcomeThatIsRolledBackAtItsCommitIsWrittenByTheNextCall(FaultProxy.Cut why) {
        NewTask task = Samples.leased(rig.ids().next(), "evt_a").task();
        rig.insert(task);
        Move retry = new Move.Retry(new Lease(task.id(), 1), Duration.ofSeconds(9), LastOutcome.REFUSED, "no");
        proxy.breakAt(why, "COMMIT");
        assertThat(kindOf(() -> rig.work().apply(List.of(retry)))).isEqualTo(Kind.TRANSIENT);
        assertThat(direct.row(task.id()).retryCount()).isZero();
        assertThat(rig.work().apply(List.of(retry))).isEmpty();
        assertThat(direct.row(task.id()).retryCount()).isEqualTo(1);
        assertThat(direct.number("SELECT COUNT(*) FROM task_attempt")).isEqualTo(1);
    }

    /** The other transaction is the heavier one, so that ours is the victim. */
    @Test
    @Tag("O-105")
    void theVictimOfARealDeadlockLeavesNothingAndItsConnectionIsClean() throws Exception {
        try (Connection other = database.connect();
                Statement statement = other.createStatement();
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            other.setAutoCommit(false);
            for (int i = 0; i < 50; i++) {
                statement.execute(INSERT + "(" + (100 + i) + ", 'heavy', 'evt_" + i + "')");
            }
            statement.execute(INSERT + "(1, 'stripe-eu', 'evt_b')");
            List<NewTask> batch = List.of(task("evt_a"), task("evt_b"));
            Future<Kind> ours = thread.submit(() -> kindOf(() -> insert(batch)));
            awaitLockWait();
            statement.execute(INSERT + "(2, 'stripe-eu', 'evt_a')");
            assertThat(ours.get()).isEqualTo(Kind.TRANSIENT);
            NewTask next = task("evt_next");
            assertThat(insert(List.of(next))).containsExactly(fresh(next));
            other.rollback();
            assertThat(direct.row("evt_a")).isEmpty();
            assertThat(direct.row("evt_b")).isEmpty();
            assertThat(insert(batch)).containsExactly(fresh(batch.get(0)), fresh(batch.get(1)));
        }
    }

    @Test
    @Tag("O-105")
    void aLockThatIsHeldTooLongEndsTheBatchAndLeavesTheConnectionClean() throws Exception {
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(INSERT + "(1, 'stripe-eu', 'evt_b')");
            List<NewTask> batch = List.of(task("evt_a"), task("evt_b"));
            assertThat(kindOf(() -> insert(batch))).isEqualTo(Kind.TRANSIENT);
            NewTask next = task("evt_next");
            assertThat(insert(List.of(next))).containsExactly(fresh(next));
            assertThat(direct.row("evt_a")).isEmpty();
            other.rollback();
            assertThat(insert(batch)).containsExactly(fresh(batch.get(0)), fresh(batch.get(1)));
        }
    }

    private void awaitLockWait() {
        await().pollInterval(Duration.ofMillis(10)).until(() -> {
            try (Connection root = database.connectAsRoot();
                    Statement statement = root.createStatement();
                    var waits = statement.executeQuery(
                            "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
                waits.next();
                return waits.getLong(1) > 0;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
