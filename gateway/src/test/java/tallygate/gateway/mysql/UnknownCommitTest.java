package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.RowsAreSound;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WorkStore;

/** The connection is lost around a commit: nothing is concluded that is not known, and the same call again settles it. */
class UnknownCommitTest {
    private static final String EVENT = "evt_marked";
    /** More rows than one statement takes: there is no size between 16 and 18. */
    private static final int SEVERAL = 17;

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

    private Kind kindOf(Runnable call) {
        return catchThrowableOfType(StoreException.class, call::run).kind();
    }

    private List<NewTask> batch(int size) {
        List<NewTask> batch = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            batch.add(Samples.leased(rig.ids().next(), EVENT + (100 + i)).task());
        }
        return batch;
    }

    @Test
    void anInsertThatNeverReachedTheServerIsUnknownAndStoredByTheSecondCall() {
        List<NewTask> batch = batch(1);
        proxy.breakAt(FaultProxy.Cut.BEFORE, EVENT);
        assertThat(kindOf(() -> rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE)))
                .isEqualTo(Kind.UNKNOWN);
        assertThat(direct.row(EVENT + 100)).isEmpty();
        assertThat(rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                .containsExactly(new Insertion.Fresh(batch.getFirst().id()));
    }

    @Test
    void anInsertWhoseAnswerIsLostIsUnknownAndTheSecondCallFindsItsOwnRow() {
        List<NewTask> batch = batch(1);
        proxy.breakAt(FaultProxy.Cut.AFTER, EVENT);
        assertThat(kindOf(() -> rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE)))
                .isEqualTo(Kind.UNKNOWN);
        assertThat(rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                .containsExactly(new Insertion.Fresh(batch.getFirst().id()));
        assertThat(direct.number("SELECT COUNT(*) FROM async_task")).isEqualTo(2);
    }

    @Test
    void aBatchCutBeforeItsCommitIsCertainlyNotStored() {
        List<NewTask> batch = batch(SEVERAL);
        proxy.breakAt(FaultProxy.Cut.BEFORE, EVENT + (99 + SEVERAL));
        assertThat(kindOf(() -> rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE)))
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(direct.number("SELECT COUNT(*) FROM async_task")).isEqualTo(1);
    }

    @Test
    void aBatchWhoseCommitsAnswerIsLostIsUnknownWholeAndSettledByTheSecondCall() {
        for (FaultProxy.Cut cut : List.of(FaultProxy.Cut.BEFORE, FaultProxy.Cut.AFTER)) {
            direct.empty();
            List<NewTask> batch = batch(SEVERAL);
            proxy.breakAt(cut, "COMMIT");
            assertThat(kindOf(() -> rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE)))
                    .as(cut.toString())
                    .isEqualTo(Kind.UNKNOWN);
            assertThat(rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                    .as(cut.toString())
                    .containsExactlyElementsOf(batch.stream()
                            .<Insertion>map(task -> new Insertion.Fresh(task.id()))
                            .toList());
            assertThat(direct.number("SELECT COUNT(*) FROM async_task")).isEqualTo(SEVERAL);
        }
    }

    @Test
    void aServerThatFallsSilentIsGivenUpBeforeTheAnswerDeadline() {
        List<NewTask> batch = batch(1);
        proxy.breakAt(FaultProxy.Cut.SILENT, EVENT);
        long begun = System.nanoTime();
        assertThat(kindOf(() -> rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE)))
                .isEqualTo(Kind.UNKNOWN);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isLessThan(database.settings().timeouts().ackDeadline());
        assertThat(rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE))
                .containsExactly(new Insertion.Fresh(batch.getFirst().id()));
    }

    @Test
    void rowsThatTurnUpAfterAllAreReleased() {
        List<NewTask> batch = batch(1);
        proxy.breakAt(FaultProxy.Cut.AFTER, EVENT);
        assertThat(kindOf(() -> rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE)))
                .isEqualTo(Kind.UNKNOWN);
        var ids = batch.stream().map(NewTask::id).toList();
        assertThat(rig.intake().release(ids, StoreRig.ME)).containsExactly(new Insertion.Earlier(ids.getFirst()));
        assertThat(direct.row(ids.getFirst()).status()).isEqualTo(TaskStatus.PENDING);
    }

    @Test
    @Tag("O-106")
    @Tag("F-20")
    void anOutcomeWhoseCommitsAnswerIsLostIsNotTakenForALostLease() {
        NewTask task = batch(1).getFirst();
        rig.insert(task);
        Move retry = new Move.Retry(
                new Lease(task.id(), 1), Duration.ofSeconds(9), tallygate.gateway.task.LastOutcome.REFUSED, "no");
        proxy.breakAt(FaultProxy.Cut.AFTER, "COMMIT");
        assertThat(kindOf(() -> rig.work().apply(List.of(retry)))).isEqualTo(Kind.UNKNOWN);
        assertThat(rig.work().apply(List.of(retry))).isEmpty();
        assertThat(direct.row(task.id()).retryCount()).isEqualTo(1);
        assertThat(direct.number("SELECT COUNT(*) FROM task_attempt")).isEqualTo(1);
    }

    @Test
    void aClaimWhoseCommitsAnswerIsLostLeavesTheTaskToTheEndOfItsLease() {
        proxy.breakAt(FaultProxy.Cut.AFTER, "COMMIT");
        assertThat(kindOf(() -> rig.claim(WorkStore.Scan.DUE, "orders"))).isEqualTo(Kind.UNKNOWN);
        assertThat(rig.claim(WorkStore.Scan.DUE, "orders")).isEmpty();
        direct.pass(StoreRig.LEASE);
        assertThat(rig.claim(WorkStore.Scan.EXPIRED, "orders")).hasSize(1);
    }

    @Test
    void aServerThatIsAwayIsSaidToBeSoAtOnceAndFoundAgainWithoutHelp() throws IOException {
        proxy.close();
        for (int i = 0; i < 3; i++) {
            long begun = System.nanoTime();
            Kind kind = kindOf(() -> rig.intake().insert(batch(1), StoreRig.ME, StoreRig.LEASE));
            assertThat(kind).isIn(Kind.UNAVAILABLE, Kind.UNKNOWN);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
        }
    }
}
