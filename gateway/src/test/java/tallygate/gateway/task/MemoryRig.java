package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The stores in memory, with a clock that only the test moves. */
public final class MemoryRig implements StoreRig {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T12:00:00.123Z"));
    private final InMemoryStore store = new InMemoryStore(now::get);
    private final TaskIds ids = new TaskIds(1, 0, now::get);

    InMemoryStore store() {
        return store;
    }

    @Override
    public IntakeStore intake() {
        return store;
    }

    @Override
    public WorkStore work() {
        return store;
    }

    @Override
    public AdminStore admin() {
        return store;
    }

    @Override
    public ArrivalStore arrivals() {
        return store;
    }

    @Override
    public ProbeStore probes() {
        return store.probes();
    }

    @Override
    public IntakeStore shopIntake() {
        return store;
    }

    @Override
    public LaneStore lanes() {
        return store;
    }

    @Override
    public RejectedStore rejected() {
        return store;
    }

    @Override
    public NodeStore nodes() {
        return store;
    }

    @Override
    public TaskIds ids() {
        return ids;
    }

    @Override
    public void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public int conflicts() {
        return store.conflicts().size();
    }
}
