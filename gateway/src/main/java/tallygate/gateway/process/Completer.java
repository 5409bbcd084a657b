package tallygate.gateway.process;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore;

/**
 * Writes what the tries came to: whatever has ended since the last commit goes into the next one. An outcome is kept until the
 * store has said yes or no; writing it twice does no harm, since the epoch in its lease fits only once.
 */
final class Completer {
    private static final Logger log = LoggerFactory.getLogger(Completer.class);
    private static final int BATCH_MAX = 256;
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final Deque<Ending> queue = new ArrayDeque<>();
    private final Holdings holdings;
    private final WorkStore store;
    private final Instruments instruments;
    private final Reports reports;
    private final Setback setback;
    private final Turns turns;
    private List<Ending> batch = List.of();
    private boolean isInDoubt;
    private Runnable onEnding = () -> {};
    private Runnable onRoom = () -> {};

    /** A try that ended, with what is to be written. */
    record Ending(Holding holding, Move move) {}

    Completer(Holdings holdings, WorkStore store, Instruments instruments) {
        this.holdings = holdings;
        this.store = store;
        this.instruments = instruments;
        this.reports = new Reports(instruments);
        this.setback = new Setback(instruments.dice());
        this.turns = new Turns(store, instruments);
    }

    /**
     * @param onEnding called after each {@link #add}
     * @param onRoom called when a hungry route has room again
     */
    void wakes(Runnable onEnding, Runnable onRoom) {
        this.onEnding = onEnding;
        this.onRoom = onRoom;
    }

    void add(Holding holding, Move move) {
        synchronized (queue) {
            queue.add(new Ending(holding, move));
        }
        onEnding.run();
    }

    /** One commit. */
    Pause round() {
        if (batch.isEmpty()) {
            batch = take();
            isInDoubt = false;
        }
        if (batch.isEmpty()) {
            return Pause.upTo(IDLE);
        }
        try {
            long sent = instruments.nanos().getAsLong();
            Set<Lease> lost = store.apply(batch.stream().map(Ending::move).toList());
            instruments
                    .metrics()
                    .completionTime()
                    .record(Duration.ofNanos(instruments.nanos().getAsLong() - sent));
            instruments.metrics().completionBatch().record(batch.size());
            setback.over();
            settle(lost);
            return Pause.NONE;
        } catch (StoreException e) {
            return failed(e);
        } catch (RuntimeException e) {
            return isolate(e);
        }
    }

    private List<Ending> take() {
        synchronized (queue) {
            var taken = new ArrayList<Ending>(Math.min(BATCH_MAX, queue.size()));
            var tasks = new HashSet<TaskId>();
            // A task that was lost and came back to this node may have two endings here: never in one statement.
            while (taken.size() < BATCH_MAX
                    && !queue.isEmpty()
                    && tasks.add(queue.element().move().lease().id())) {
                taken.add(queue.remove());
            }
            return taken;
        }
    }

    private Pause failed(StoreException e) {
        instruments.metrics().storeFailed("completer", e.kind());
        return switch (e.kind()) {
            case TRANSIENT, UNAVAILABLE -> {
                log.warn(
                        "outcomes={} kind={} not written: {}; written again soon",
                        batch.size(),
                        e.kind(),
                        e.getMessage());
                yield setback.failed();
            }
            case UNKNOWN -> {
                isInDoubt = true;
                log.warn(
                        "outcomes={} kind=UNKNOWN may be written: {}; written again, which the epoch makes harmless",
                        batch.size(),
                        e.getMessage());
                yield setback.failed();
            }
            case REFUSED -> isolate(e);
        };
    }

    /** Halves the batch until the outcome that cannot be written stands alone; the others go on. */
    private Pause isolate(RuntimeException e) {
        if (batch.size() > 1) {
            int half = batch.size() / 2;
            synchronized (queue) {
                for (Ending ending : batch.subList(half, batch.size()).reversed()) {
                    queue.addFirst(ending);
                }
            }
            batch = List.copyOf(batch.subList(0, half));
            return Pause.NONE;
        }
        Ending ending = batch.getFirst();
        batch = List.of();
        reports.unwritable(ending, e);
        vacate(ending);
        return setback.failed();
    }

    private void settle(Set<Lease> lost) {
        List<Ending> settled = batch;
        batch = List.of();
        for (Ending ending : settled) {
            boolean isLost = lost.contains(ending.move().lease());
            reports.settled(ending, isLost, isInDoubt);
            if (!isLost) {
                turns.ended(ending.holding().route(), ending.holding().task(), ending.move());
            }
            vacate(ending);
        }
    }

    private void vacate(Ending ending) {
        if (holdings.gone(ending.holding())) {
            onRoom.run();
        }
    }
}
