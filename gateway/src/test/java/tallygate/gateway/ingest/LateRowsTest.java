package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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

    private static final EndpointMeters METERS = new EndpointMeters(new SimpleMeterRegistry(), "shop", List.of());

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
        public List<Insertion> release(List<TaskId> ids, long owner) {
            calls.add(ids);
            owners.add(owner);
            return find(ids);
        }

        @Override
        public List<Insertion> find(List<TaskId> ids) {
            if (isDown) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "down");
            }
            return ids.stream()
                    .filter(present::contains)
                    .<Insertion>map(Insertion.Earlier::new)
                    .toList();
        }
    }

    private final Asked store = new Asked();
    private final LateRows rows = new LateRows(Duration.ofSeconds(30));
    private final List<TaskId> found = new ArrayList<>();

    private void note(long id, long owner, boolean isLeased) {
        rows.note(new LateRows.Late(new TaskId(id), owner, isLeased, false, false, METERS));
    }

    private void ask(long now) {
        rows.ask(store, now, (late, there) -> found.add(there.task()));
    }

    @Test
    void nothingIsAskedForWhenNothingIsLate() {
        assertThat(rows.dueIn(0)).isEqualTo(LateRows.NEVER);
    }

    @Test
    void aRowThatIsThereIsReleasedAndForgotten() {
        note(1, 7, true);
        store.present.add(new TaskId(1));
        assertThat(rows.dueIn(0)).isZero();
        ask(0);
        assertThat(found).containsExactly(new TaskId(1));
        assertThat(rows.dueIn(0)).isEqualTo(LateRows.NEVER);
        assertThat(store.owners).containsExactly(7L);
    }

    @Test
    void aRowThatIsNotThereYetIsAskedForAgainUntilALeaseHasPassed() {
        note(1, 7, true);
        ask(0);
        assertThat(rows.dueIn(0)).isEqualTo(2 * S);
        for (int i = 2; i <= 30; i += 2) {
            assertThat(rows.dueIn(i * S)).isZero();
            ask(i * S);
        }
        assertThat(rows.size()).isZero();
        assertThat(store.calls).hasSize(16);
    }

    @Test
    void aFailureForgetsNothingAndWaitsASecond() {
        note(1, 7, true);
        store.isDown = true;
        assertThatThrownBy(() -> ask(0)).isInstanceOf(StoreException.class);
        assertThat(rows.dueIn(0)).isEqualTo(S);
        store.isDown = false;
        store.present.add(new TaskId(1));
        ask(S);
        assertThat(found).containsExactly(new TaskId(1));
    }

    @Test
    void manyAreAskedForInChunksOfOneOwner() {
        for (int i = 1; i <= 600; i++) {
            note(i, i <= 300 ? 7 : 8, true);
        }
        while (rows.dueIn(0) == 0) {
            ask(0);
        }
        assertThat(store.calls).extracting(List::size).containsExactly(256, 44, 256, 44);
        assertThat(store.owners).containsExactly(7L, 7L, 8L, 8L);
        assertThat(rows.size()).isEqualTo(600);
        store.calls.clear();
        while (rows.dueIn(2 * S) == 0) {
            ask(2 * S);
        }
        assertThat(store.calls.stream().mapToInt(List::size).sum()).isEqualTo(600);
    }

    @Test
    void aRowThatWasNotLeasedIsLookedForAndLeftAsItIs() {
        note(1, 7, true);
        note(2, 7, false);
        note(3, 7, true);
        store.present.addAll(List.of(new TaskId(1), new TaskId(2), new TaskId(3)));
        while (rows.dueIn(0) == 0) {
            ask(0);
        }
        assertThat(store.calls).containsExactly(List.of(new TaskId(1)), List.of(new TaskId(3)));
        assertThat(found).containsExactly(new TaskId(1), new TaskId(2), new TaskId(3));
    }

    @Test
    void theirNumberIsBounded() {
        for (int i = 1; i <= 70_000; i++) {
            note(i, 7, true);
        }
        assertThat(rows.size()).isEqualTo(65_536);
    }
}
