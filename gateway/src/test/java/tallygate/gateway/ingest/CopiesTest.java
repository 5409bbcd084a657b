package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.CopyStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.TaskId;

class CopiesTest {
    private final TestClock clock = new TestClock();
    private final Counter dropped = new SimpleMeterRegistry().counter("dropped");
    private final List<CopyStore.Copies> written = new ArrayList<>();
    private final ArrayDeque<Kind> failures = new ArrayDeque<>();
    private final Copies copies = new Copies(this::store, dropped, clock);

    private void store(List<CopyStore.Copies> rows) {
        if (!failures.isEmpty()) {
            throw new StoreException(failures.removeFirst(), "as the test says");
        }
        written.addAll(rows);
    }

    private static CopyStore.Copies row(long task, long count, int firstAgo, int lastAgo, String address) {
        return new CopyStore.Copies(
                new TaskId(task), count, Duration.ofSeconds(firstAgo), Duration.ofSeconds(lastAgo), address);
    }

    @Test
    void copiesOfATaskAreOneRowWithItsFirstAndLastTimeAndTheLastAddress() {
        copies.note(8, "203.0.113.1");
        clock.tick(Duration.ofSeconds(1));
        copies.note(7, "203.0.113.2");
        copies.note(8, "203.0.113.3");
        clock.tick(Duration.ofSeconds(2));
        copies.write();
        assertThat(written).containsExactly(row(7, 1, 2, 2, "203.0.113.2"), row(8, 2, 3, 2, "203.0.113.3"));
    }

    @Test
    void whatIsWrittenIsNotWrittenAgain() {
        copies.note(7, "");
        copies.write();
        copies.write();
        copies.note(7, "");
        copies.write();
        assertThat(written).extracting(CopyStore.Copies::copies).containsExactly(1L, 1L);
    }

    @Test
    void whileTheDatabaseIsAwayTheyAreCountedOnAndWrittenWhenItIsBack() {
        copies.note(7, "203.0.113.1");
        failures.add(Kind.UNAVAILABLE);
        copies.write();
        clock.tick(Duration.ofSeconds(5));
        copies.note(7, "203.0.113.2");
        copies.write();
        assertThat(written).containsExactly(row(7, 2, 5, 0, "203.0.113.2"));
        assertThat(dropped.count()).isZero();
    }

    @Test
    void whatMayBeWrittenIsNotWrittenTwiceAndIsCountedAsDropped() {
        copies.note(7, "");
        copies.note(7, "");
        failures.add(Kind.UNKNOWN);
        copies.write();
        copies.write();
        assertThat(written).isEmpty();
        assertThat(dropped.count()).isEqualTo(2);
    }

    @Test
    void aReplayOfManyEventsIsBoundedAndWhatIsOverTheBoundIsCounted() {
        for (int task = 1; task <= Copies.TASKS_MAX + 100; task++) {
            copies.note(task, "");
        }
        copies.note(1, "");
        copies.write();
        assertThat(written).hasSize(Copies.TASKS_MAX);
        assertThat(written.getFirst().copies()).as("one that is known goes on").isEqualTo(2);
        assertThat(dropped.count()).isEqualTo(100);
    }
}
