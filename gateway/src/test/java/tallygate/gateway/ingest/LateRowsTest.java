package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

class LateRowsTest {
    private static final long S = 1_000_000_000;

    /** Knows which rows are there, and writes down what it is asked. */
    private static final class Asked implements IntakeStore {
        final Set<TaskId> present = new HashSet<>();
        final List<List<TaskId>> calls = new ArrayList<>();
        final List<Long> owners = new ArrayList<>();
        boolean isDown;

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            throw new AssertionError("not inserted here");
        }

        @Override
        public Insertion quarantine(NewTask task, String why) {
            throw new AssertionError("not quarantined here");
        }

        @Override
        public Set<TaskId> release(List<TaskId> ids, long owner) {
            calls.add(ids);
            owners.add(owner);
            if (isDown) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "down");
            }
            Set<TaskId> there = new HashSet<>(ids);
            there.retainAll(present);
            return there;
        }
    }

    private final Asked store = new Asked();
    private final LateRows rows = new LateRows(Duration.ofSeconds(30));

    @Test
    void nothingIsAskedForWhenNothingIsLate() {
        assertThat(rows.dueIn(0)).isEqualTo(LateRows.NEVER);
    }

    @Test
    void aRowThatIsThereIsReleasedAndForgotten() {
        rows.note(new TaskId(1), 7);
        store.present.add(new TaskId(1));
        assertThat(rows.dueIn(0)).isZero();
        assertThat(rows.ask(store, 0)).isEqualTo(1);
        assertThat(rows.dueIn(0)).isEqualTo(LateRows.NEVER);
        assertThat(store.owners).containsExactly(7L);
    }

    @Test
    void aRowThatIsNotThereYetIsAskedForAgainUntilALeaseHasPassed() {
        rows.note(new TaskId(1), 7);
        rows.ask(store, 0);
        assertThat(rows.dueIn(0)).isEqualTo(2 * S);
        for (int i = 2; i <= 30; i += 2) {
            assertThat(rows.dueIn(i * S)).isZero();
            rows.ask(store, i * S);
        }
        assertThat(rows.size()).isZero();
        assertThat(store.calls).hasSize(16);
    }

    @Test
    void aFailureForgetsNothingAndWaitsASecond() {
        rows.note(new TaskId(1), 7);
        store.isDown = true;
        assertThatThrownBy(() -> rows.ask(store, 0)).isInstanceOf(StoreException.class);
        assertThat(rows.dueIn(0)).isEqualTo(S);
        store.isDown = false;
        store.present.add(new TaskId(1));
        assertThat(rows.ask(store, S)).isEqualTo(1);
    }

    @Test
    void manyAreAskedForInChunksOfOneOwner() {
        for (int i = 1; i <= 600; i++) {
            rows.note(new TaskId(i), i <= 300 ? 7 : 8);
        }
        while (rows.dueIn(0) == 0) {
            rows.ask(store, 0);
        }
        assertThat(store.calls).extracting(List::size).containsExactly(256, 44, 256, 44);
        assertThat(store.owners).containsExactly(7L, 7L, 8L, 8L);
        assertThat(rows.size()).isEqualTo(600);
        store.calls.clear();
        while (rows.dueIn(2 * S) == 0) {
            rows.ask(store, 2 * S);
        }
        assertThat(store.calls.stream().mapToInt(List::size).sum()).isEqualTo(600);
    }

    @Test
    void theirNumberIsBounded() {
        for (int i = 1; i <= 70_000; i++) {
            rows.note(new TaskId(i), 7);
        }
        assertThat(rows.size()).isEqualTo(65_536);
    }
}
