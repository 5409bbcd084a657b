package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.StoreException;

/**
 * The decisions of a writer: what to commit next, and what follows from each way in which that can end. Each step makes one
 * store call at the most and never waits otherwise, so that a simulation can run several writers turn by turn.
 *
 * <p>It commits when the last commit has returned. A batch holds what arrived meanwhile: one row in a quiet hour, hundreds
 * under load, and nobody waits for a timer.
 */
final class WriterCore {
    /** Nothing to do until something arrives. */
    static final long IDLE = LateRows.NEVER;

    private static final Logger log = LoggerFactory.getLogger(WriterCore.class);
    private static final long PAUSE_FIRST = Duration.ofMillis(1).toNanos();
    private static final long PAUSE_MAX = Duration.ofMillis(100).toNanos();
    private static final long NOT_BUSY = Long.MIN_VALUE;

    private final WriterParts parts;
    private final IngestLimits limits;
    private final IntakeQueue queue;
    private final QueueBound bound;
    private final BatchMaker maker;
    private final Settler settler;
    private final LateRelease late;
    private final ArrayDeque<Batch> batches = new ArrayDeque<>();
    private int unknownInARow;
    /** When the first store call since the last success was sent; read by event loops. */
    private volatile long busySince = NOT_BUSY;

    WriterCore(WriterParts parts, IngestLimits limits) {
        this.parts = parts;
        this.limits = limits;
        queue = new IntakeQueue(limits.queueRows(), limits.queueBytes());
        bound = new QueueBound(limits.batchRows(), limits.queueRows());
        maker = new BatchMaker(limits, parts.handOver(), parts.store()::atOnce);
        settler = new Settler(parts, queue);
        late = new LateRelease(parts, new LateRows(limits.lease()));
    }

    /** For event loops. @return why it is not taken; empty: it is, and will be settled */
    Optional<Shed> offer(Pending pending, long now) {
        if (parts.identity().get().isEmpty()) {
            return Optional.of(Shed.DATABASE);
        }
        // What comes now would wait for the rest of the call in hand and then for its own.
        if (busyFor(now) > limits.answerWithin().toNanos() / 2) {
            return Optional.of(Shed.STALLED);
        }
        if (!parts.breaker().admits(now)) {
            return Optional.of(Shed.DATABASE);
        }
        return queue.offer(pending) ? Optional.empty() : Optional.of(Shed.QUEUE_FULL);
    }

    /** @return nanoseconds until the next step has something to do, 0 for at once, {@link #IDLE} for when a row arrives */
    long step() {
        long now = parts.nanos().getAsLong();
        if (batches.isEmpty()) {
            long lateIn = late.dueIn(now);
            if (lateIn == 0 && askForLateRows(now)) {
                return 0;
            }
            form(now);
            if (batches.isEmpty()) {
                busySince = NOT_BUSY;
                return Math.max(1, lateIn);
            }
        }
        Batch batch = batches.getFirst();
        expire(batch, now);
        if (batch.groups().isEmpty()) {
            batches.removeFirst();
            busySince = NOT_BUSY;
            return 0;
        }
        long wait = batch.notBefore() - now;
        if (wait > 0) {
            return wait;
        }
        attempt(batch, now);
        return 0;
    }

    /** Everyone who waits is told to come again. */
    void abandon(Shed why) {
        for (Batch batch : batches) {
            Shed reason = batch.isUnknown() ? Shed.UNKNOWN_COMMIT : why;
            for (Group group : batch.groups()) {
                group.waiting().forEach(pending -> settler.notStored(pending, reason));
                letGo(batch, group);
            }
        }
        batches.clear();
        queue.drainTo(maker.ready());
        maker.ready().forEach(pending -> settler.notStored(pending, why));
        maker.ready().clear();
        busySince = NOT_BUSY;
    }

    /** True while only an arrival can give it something to do. */
    boolean waitsForArrivals() {
        return batches.isEmpty() && queue.isEmpty();
    }

    /** True while a batch waits for its next try: what arrives goes behind it. */
    boolean isHoldingBack() {
        return !batches.isEmpty();
    }

    IntakeQueue queue() {
        return queue;
    }

    /** How long it has been since the first store call after the last success, in nanoseconds; 0 when there is none. */
    long busyFor(long now) {
        long since = busySince;
        return since == NOT_BUSY ? 0 : now - since;
    }

    private void form(long now) {
        queue.drainTo(maker.ready());
        queue.bound(bound.rows(maker.ready().size(), now));
        if (maker.ready().isEmpty()) {
            return;
        }
        Optional<NodeIdentity> identity = parts.identity().get();
        if (identity.isEmpty()) {
            abandon(Shed.DATABASE);
            return;
        }
        batches.addLast(new Batch(maker.next(identity.get()), identity.get().owner(), now));
    }

    private boolean askForLateRows(long now) {
        busySince = now;
        boolean isAsked = late.ask(now);
        busySince = NOT_BUSY;
        return isAsked;
    }

    private void expire(Batch batch, long now) {
        Shed why = batch.isUnknown() ? Shed.UNKNOWN_COMMIT : Shed.DEADLINE;
        batch.groups().removeIf(group -> {
            group.expired(now).forEach(pending -> settler.notStored(pending, why));
            if (!group.waiting().isEmpty()) {
                return false;
            }
            letGo(batch, group);
            return true;
        });
    }

    private void attempt(Batch batch, long now) {
        if (busySince == NOT_BUSY) {
            busySince = now;
        }
        int era = parts.cache().era();
        batch.sending(now);
        List<Insertion> committed;
        try {
            committed = call(batch);
        } catch (StoreException e) {
            failed(batch, e);
            return;
        } catch (RuntimeException e) {
            faulty(batch, e);
            return;
        }
        batches.removeFirst();
        busySince = NOT_BUSY;
        unknownInARow = 0;
        parts.breaker().succeeded();
        bound.committed(committed.size());
        parts.metrics().committed(committed, parts.nanos().getAsLong() - now);
        settler.committed(batch, committed, era);
    }

    private List<Insertion> call(Batch batch) {
        List<Insertion> committed = batch.isForQuarantine()
                ? List.of(parts.store().quarantine(batch.groups().getFirst().task, batch.why()))
                : parts.store().insert(batch.tasks(), batch.owner(), limits.lease());
        if (committed.size() != batch.groups().size()) {
            throw new IllegalStateException(
                    committed.size() + " answers for " + batch.groups().size() + " rows");
        }
        return committed;
    }

    private void failed(Batch batch, StoreException e) {
        long now = parts.nanos().getAsLong();
        switch (e.kind()) {
            case TRANSIENT -> {
                parts.metrics().insertRetries().increment();
                batch.again(now + pause(batch));
            }
            case UNKNOWN -> {
                parts.metrics().unknownCommits().increment();
                unknownInARow++;
                // One cut connection is not a dead database; a second end like it, on another connection, is taken for
                // one.
                if (unknownInARow > 1) {
                    parts.breaker().failed(now, why(e));
                }
                batch.endedUnknown();
                batch.again(now + pause(batch) + (unknownInARow > 1 ? PAUSE_MAX : 0));
            }
            case UNAVAILABLE -> {
                parts.breaker().failed(now, why(e));
                abandon(Shed.DATABASE);
            }
            case REFUSED -> refused(batch, why(e));
        }
    }

    /**
     * An error that the store does not declare: a bug, which may belong to one row and may have come after the commit. The
     * row that has it when it is alone is given up at once, since those behind it wait.
     */
    private void faulty(Batch batch, RuntimeException e) {
        if (!batch.isUnknown()) {
            log.error(
                    "rows={} the store failed in a way it does not declare, they are tried apart: report it",
                    batch.groups().size(),
                    e);
        }
        batch.endedUnknown();
        if (batch.groups().size() > 1) {
            split(batch);
        } else {
            giveUp(batch, Shed.FAULT);
        }
    }

    private void refused(Batch batch, String why) {
        if (batch.groups().size() > 1) {
            split(batch);
            return;
        }
        if (!batch.isForQuarantine()) {
            batches.removeFirst();
            batches.addFirst(batch.forQuarantine(why));
            return;
        }
        log.error(
                "endpoint={} the database refuses a row in every form, it is not acknowledged and its sender comes"
                        + " again: {}",
                batch.groups().getFirst().task.endpoint(),
                why);
        giveUp(batch, Shed.ROW_REFUSED);
    }

    private void giveUp(Batch batch, Shed why) {
        batches.removeFirst();
        busySince = NOT_BUSY;
        for (Group group : batch.groups()) {
            group.waiting().forEach(pending -> settler.notStored(pending, why));
            letGo(batch, group);
        }
    }

    private void split(Batch batch) {
        batches.removeFirst();
        batch.halves().reversed().forEach(batches::addFirst);
    }

    /** Nobody waits for the row any more. Should it turn up, it is counted, and released if it was to be leased. */
    private void letGo(Batch batch, Group group) {
        settler.release(group);
        if (batch.isUnknown()) {
            late.note(batch, group);
        }
    }

    private static String why(StoreException e) {
        return Objects.requireNonNullElse(e.getMessage(), "no message");
    }

    private long pause(Batch batch) {
        long ceiling = Math.min(PAUSE_MAX, PAUSE_FIRST << Math.min(batch.tries(), 20));
        return 1 + parts.dice().nextLong(ceiling);
    }
}
