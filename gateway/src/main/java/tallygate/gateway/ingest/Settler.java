package tallygate.gateway.ingest;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.LeasedTask;

/** What follows from a COMMIT that returned: remember, count, acknowledge, hand over. In this order, and not before it. */
final class Settler {
    private static final Logger log = LoggerFactory.getLogger(Settler.class);

    private final WriterParts parts;
    private final IntakeQueue queue;

    Settler(WriterParts parts, IntakeQueue queue) {
        this.parts = parts;
        this.queue = queue;
    }

    /**
     * @param committed one answer a group, in their order
     * @param era of the dedup cache when the store call began
     */
    void committed(Batch batch, List<Insertion> committed, int era) {
        List<LeasedTask> toRun = new ArrayList<>();
        Instant now = parts.clock().instant();
        for (int i = 0; i < committed.size(); i++) {
            note(batch.groups().get(i), committed.get(i), era);
            collect(batch.groups().get(i), committed.get(i), now, toRun);
        }
        for (int i = 0; i < committed.size(); i++) {
            Receipt receipt = Receipt.of(committed.get(i));
            for (Pending pending : batch.groups().get(i).waiting()) {
                acknowledge(pending, receipt);
            }
        }
        if (!toRun.isEmpty()) {
            handOver(toRun, Duration.ofNanos(parts.nanos().getAsLong() - batch.sentFirst()));
        }
    }

    /** Not stored, or not known to be: its sender is told to come again. */
    void notStored(Pending pending, Shed why) {
        queue.settled(pending);
        try {
            pending.notStored(why);
        } catch (RuntimeException e) {
            log.error(
                    "endpoint={} answer lost, its sender comes again",
                    pending.desk.endpoint().name(),
                    e);
        }
    }

    /** The room that was reserved for the row's run is free again. */
    void release(Group group) {
        if (group.isLeased()) {
            parts.handOver().release(group.task.route());
        }
    }

    private void note(Group group, Insertion committed, int era) {
        Pending first = group.first();
        if (!(committed instanceof Insertion.Conflict)) {
            parts.cache().remember(first.key, first.row.event().digest(), committed.task(), era);
        }
        group.meters.committed(committed, group.isHeld());
        switch (committed) {
            case Insertion.Fresh _, Insertion.Earlier _, Insertion.Duplicate _, Insertion.EffectTaken _ -> {}
            case Insertion.Conflict conflict ->
                log.warn(
                        "endpoint={} task={} an event came again with other content, the first stays and both are kept:"
                                + " compare them",
                        first.desk.endpoint().name(),
                        conflict.task());
            case Insertion.Quarantined quarantined ->
                log.error(
                        "endpoint={} task={} the database refuses the row, kept in quarantine and not run: {}",
                        first.desk.endpoint().name(),
                        quarantined.task(),
                        quarantined.why());
        }
        group.meters.batchDuplicates.increment(group.waiting().size() - 1);
        copies(group, committed);
    }

    /** All but the delivery that is the stored one; with other content it is a conflict, which is told of by itself. */
    private void copies(Group group, Insertion committed) {
        if (committed instanceof Insertion.Conflict) {
            return;
        }
        List<Pending> waiting = group.waiting();
        for (int i = committed instanceof Insertion.Duplicate ? 0 : 1; i < waiting.size(); i++) {
            parts.copies()
                    .note(committed.task().value(), waiting.get(i).row.request().remoteAddress());
        }
    }

    private void collect(Group group, Insertion committed, Instant now, List<LeasedTask> toRun) {
        if (!group.isLeased()) {
            return;
        }
        if (committed instanceof Insertion.Fresh fresh) {
            toRun.add(LeasedTask.handedOver(group.task, fresh.task(), now));
        } else {
            release(group);
        }
    }

    private void acknowledge(Pending pending, Receipt receipt) {
        queue.settled(pending);
        try {
            pending.committed(receipt);
        } catch (RuntimeException e) {
            log.error(
                    "endpoint={} task={} stored, but its answer failed; its sender comes again and finds it stored",
                    pending.desk.endpoint().name(),
                    receipt.task(),
                    e);
        }
    }

    private void handOver(List<LeasedTask> toRun, Duration heldFor) {
        HandOver workers = parts.handOver();
        try {
            workers.give(toRun, heldFor);
        } catch (RuntimeException e) {
            log.error("tasks={} stored, but the hand-over failed; they run when their leases end", toRun.size(), e);
        }
    }
}
