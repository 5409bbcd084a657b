package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import tallygate.callback.saga.Reply;
import tallygate.gateway.task.Lease;

/** Sagas in memory, with the meaning that the contract gives the real store. Guards can be taken away, to see that they are missed. */
public final class MemorySagas implements SagaStore {
    private static final long LOCK_PAUSE = Duration.ofSeconds(2).toNanos();

    /** What keeps histories from harm. */
    public enum Guard {
        /** A transition of a lease that was lost is refused. */
        EPOCH,
        /** A request is changed only from what was known of it. */
        ENTRY,
        /** A saga that was started before is found again. */
        ONCE,
        /** Two sagas of one business id do not run at the same time. */
        LOCK,
        /** What is sent is written before. */
        INTENT,
        /** The direction is written with the first compensation. */
        DIRECTION,
        /** A step without an answer is taken for one that may have run. */
        MAY_HAVE_RUN
    }

    private final LongSupplier now;
    private final Predicate<Lease> endsTask;
    private final Set<Guard> removed = EnumSet.noneOf(Guard.class);
    private final Map<Long, MemorySaga> rows = new LinkedHashMap<>();
    private final List<Transition.DeadLetter> dead = new ArrayList<>();
    private long last;
    private long changes;
    private long illegalMoves;

    /**
     * @param now the database's time in nanoseconds
     * @param endsTask ends a task that is held under that lease, or says that it is not
     */
    public MemorySagas(LongSupplier now, Predicate<Lease> endsTask) {
        this.now = now;
        this.endsTask = endsTask;
    }

    void without(Guard guard) {
        removed.add(guard);
    }

    private boolean has(Guard guard) {
        return !removed.contains(guard);
    }

    @Override
    public Started start(NewSaga saga, Optional<Lease> task) {
        Optional<MemorySaga> before = has(Guard.ONCE) ? find(saga.id()) : Optional.empty();
        if (before.isEmpty() && saga.lock() == Definition.Lock.REFUSE && saga.takesLock()) {
            Optional<MemorySaga> other = inTheWay(saga.bizId(), 0);
            if (other.isPresent()) {
                return new Started.Busy(other.get().saga.id());
            }
        }
        if (task.isPresent() && !endsTask.test(task.get())) {
            return new Started.TaskLost();
        }
        if (before.isPresent()) {
            return new Started.Known(saga.id(), before.get().status);
        }
        changes++;
        MemorySaga row = new MemorySaga(++last, saga, now.getAsLong());
        rows.put(row.id, row);
        saga.holder().ifPresent(holder -> {
            row.owner = holder.owner();
            row.epoch = 1;
            row.dueNanos = now.getAsLong() + holder.lease().toNanos();
        });
        return new Started.Fresh(snapshot(row));
    }

    private Optional<MemorySaga> find(SagaId id) {
        return rows.values().stream().filter(row -> row.saga.id().equals(id)).findFirst();
    }

    private Optional<MemorySaga> inTheWay(String bizId, long me) {
        return rows.values().stream()
                .filter(row -> row.saga.takesLock() && row.saga.bizId().equals(bizId) && row.id != me)
                .filter(row -> row.hasLock || row.status == SagaStatus.CREATED)
                .min(Comparator.comparing((MemorySaga row) -> !row.hasLock).thenComparingLong(row -> row.id));
    }

    @Override
    public List<Snapshot> claim(Set<NewSaga.Kind> known, int limit, long owner, Duration lease) {
        List<MemorySaga> due = rows.values().stream()
                .filter(row -> !row.isHeld && !row.status.isEnded() && known.contains(row.saga.kind()))
                .filter(row -> row.dueNanos <= now.getAsLong())
                .sorted(Comparator.comparingLong((MemorySaga row) -> row.dueNanos))
                .limit(limit)
                .toList();
        List<Snapshot> claimed = new ArrayList<>();
        for (MemorySaga row : due) {
            row.crashes += row.owner == 0 ? 0 : 1;
            row.owner = owner;
            row.epoch++;
            row.isNudged = false;
            row.dueNanos = now.getAsLong() + lease.toNanos();
            claimed.add(snapshot(row));
        }
        return claimed;
    }

    private Snapshot snapshot(MemorySaga row) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        row.entries.forEach((request, stored) -> {
            Duration passed = Duration.ofNanos(stored.entry().due().toNanos() - (stored.dueNanos() - now.getAsLong()));
            entries.put(request, forgetful(stored.entry().later(passed)));
        });
        return new Snapshot(
                new SagaLease(row.id, row.epoch),
                row.saga.id(),
                row.saga.kind().type(),
                row.saga.kind().version(),
                row.saga.bizId(),
                row.status,
                row.saga.payload(),
                Duration.ofNanos(now.getAsLong() - row.createdNanos),
                row.crashes,
                row.marks,
                entries);
    }

    private Entry forgetful(Entry entry) {
        return has(Guard.MAY_HAVE_RUN) || entry.status().isSettled()
                ? entry
                : new Entry(
                        entry.requestId(),
                        entry.seq(),
                        entry.direction(),
                        entry.status(),
                        entry.tries(),
                        entry.tries(),
                        entry.asks(),
                        entry.mark(),
                        entry.due(),
                        entry.statusUrl(),
                        entry.response(),
                        entry.error());
    }

    @Override
    public Optional<Snapshot> reread(SagaLease lease) {
        return Optional.ofNullable(rows.get(lease.row()))
                .filter(row -> row.epoch == lease.epoch() && row.owner != 0)
                .map(this::snapshot);
    }

    @Override
    public Applied apply(Transition transition) {
        MemorySaga row = rows.get(transition.lease().row());
        if (row == null) {
            return Applied.LOST;
        }
        boolean isOurs = row.epoch == transition.lease().epoch() || !has(Guard.EPOCH);
        if (!isOurs || (row.status != transition.from() && has(Guard.EPOCH) && has(Guard.DIRECTION))) {
            return Applied.LOST;
        }
        boolean begins = transition.from() == SagaStatus.CREATED && transition.to() != SagaStatus.CREATED;
        if (begins && row.saga.takesLock() && has(Guard.LOCK)) {
            Optional<MemorySaga> other = inTheWay(row.saga.bizId(), row.id);
            if (other.isPresent() && (other.get().hasLock || other.get().id < row.id)) {
                row.dueNanos = now.getAsLong() + LOCK_PAUSE;
                row.owner = 0;
                row.crashes = 0;
                return Applied.LOCKED;
            }
        }
        if (has(Guard.ENTRY)
                && has(Guard.INTENT)
                && !transition.writes().stream().allMatch(write -> row.isAsKnown(write))) {
            return Applied.STALE;
        }
        changes++;
        write(row, transition);
        return Applied.MADE;
    }

    private void write(MemorySaga row, Transition transition) {
        if (transition.from() == SagaStatus.CREATED && transition.to() != SagaStatus.CREATED) {
            row.hasLock = row.saga.takesLock();
        }
        boolean isTurn = row.status == SagaStatus.RUNNING && transition.to() == SagaStatus.COMPENSATING;
        boolean isLegal = row.status == transition.to() || row.status.next().contains(transition.to());
        illegalMoves += isLegal || !has(Guard.DIRECTION) ? 0 : 1;
        if (has(Guard.DIRECTION) || !isTurn) {
            row.status = transition.to();
        }
        row.crashes = 0;
        for (Transition.Write write : transition.writes()) {
            Entry after = write.after();
            if (!has(Guard.INTENT) && write.before().isEmpty()) {
                continue;
            }
            long due = now.getAsLong() + Math.max(0, after.due().toNanos());
            row.entries.put(after.requestId(), new MemorySaga.Stored(after, due));
            row.marks = Math.max(row.marks, after.mark());
        }
        dead.addAll(transition.told().dead());
        end(row, transition.ending());
        row.isNudged = false;
        if (row.status.isFinal()) {
            row.hasLock = false;
            rows.values().stream()
                    .filter(other -> other.status == SagaStatus.CREATED
                            && other.owner == 0
                            && other.saga.takesLock()
                            && other.saga.bizId().equals(row.saga.bizId()))
                    .findFirst()
                    .ifPresent(next -> next.dueNanos = now.getAsLong());
        }
    }

    private void end(MemorySaga row, Transition.Ending ending) {
        switch (ending) {
            case Transition.Ending.Keep(Duration lease) -> row.dueNanos = now.getAsLong() + lease.toNanos();
            case Transition.Ending.Release(Duration pause) -> {
                row.owner = 0;
                row.dueNanos = now.getAsLong() + (row.isNudged ? 0 : Math.max(0, pause.toNanos()));
            }
            case Transition.Ending.Hold _ -> {
                row.owner = 0;
                row.isHeld = true;
            }
            case Transition.Ending.End _ -> row.owner = 0;
        }
    }

    @Override
    public Delivered deliver(String requestId, int mark, Reply result) {
        Optional<MemorySaga> found = rows.values().stream()
                .filter(row -> row.entries.containsKey(requestId))
                .findFirst();
        return found.isEmpty()
                ? new Delivered.Unknown()
                : found.get().deliver(requestId, mark, result, now.getAsLong());
    }

    /** How often something was written. */
    long changes() {
        return changes;
    }

    long illegalMoves() {
        return illegalMoves;
    }

    /** For checks: every saga as it stands. */
    List<Snapshot> all() {
        return rows.values().stream().map(this::snapshot).toList();
    }

    @Override
    public String toString() {
        return all().toString();
    }

    boolean isHeld(SagaId id) {
        return find(id).map(row -> row.isHeld).orElse(false);
    }

    List<Transition.DeadLetter> dead() {
        return List.copyOf(dead);
    }
}
