package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TaskIdsTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final InstantSource clock = now::get;

    @Test
    void anIdTellsItsMillisecondAndItsNode() {
        TaskId id = new TaskIds(37, 0, clock).next();
        assertThat(TaskIds.instantOf(id)).isEqualTo(NOON);
        assertThat(TaskIds.nodeOf(id)).isEqualTo(37);
    }

    @Test
    @Tag("O-115")
    void idsGrowAlthoughTheClockJumpsBackAnHour() {
        var ids = new TaskIds(1, 0, clock);
        TaskId before = ids.next();
        now.set(NOON.minusSeconds(3600));
        assertThat(ids.next()).isGreaterThan(before);
        assertThat(ids.highWaterMillis()).isEqualTo(NOON.toEpochMilli() - TaskIds.EPOCH_MILLIS);
    }

    @Test
    void aSequenceThatOverflowsBorrowsFromTheNextMillisecondAndRepeatsNothing() {
        var ids = new TaskIds(1022, 0, clock);
        Set<TaskId> made = new HashSet<>();
        TaskId last = ids.next();
        made.add(last);
        for (int i = 0; i < 10_000; i++) {
            TaskId next = ids.next();
            assertThat(next).isGreaterThan(last);
            assertThat(TaskIds.nodeOf(next)).isEqualTo(1022);
            made.add(next);
            last = next;
        }
        assertThat(made).hasSize(10_001);
        assertThat(TaskIds.instantOf(last)).isEqualTo(NOON.plusMillis(2));
    }

    @Test
    void noIdIsFromBeforeTheFloorOfItsNumber() {
        long floor = NOON.plusSeconds(60).toEpochMilli() - TaskIds.EPOCH_MILLIS;
        assertThat(TaskIds.instantOf(new TaskIds(1, floor, clock).next())).isAfterOrEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void threadsNeverGetTheSameId() throws InterruptedException {
        var ids = new TaskIds(1, 0, clock);
        Set<TaskId> made = ConcurrentHashMap.newKeySet();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 20_000; i++) {
                    made.add(ids.next());
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(made).hasSize(80_000);
    }

    @Test
    void theNumberOfTheDatabaseItselfIsNotForNodes() {
        assertThatThrownBy(() -> new TaskIds(1023, 0, clock))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("node number must be 0..1022, was 1023");
        assertThatThrownBy(() -> new TaskIds(-1, 0, clock)).isInstanceOf(IllegalArgumentException.class);
    }
}
