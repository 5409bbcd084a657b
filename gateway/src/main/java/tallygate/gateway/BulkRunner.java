package tallygate.gateway;

import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.task.Actor;

/** One second of a retry of many tasks: what was sent is looked after, then as much more is sent as stage and pace allow. */
final class BulkRunner {
    private static final Actor SELF = new Actor("tallygate", "job");

    private final BulkStore store;
    private final long owner;

    /** @param owner tells this start of this node from others */
    BulkRunner(BulkStore store, long owner) {
        this.store = store;
        this.owner = owner;
    }

    /** @return the job that was worked on, empty when none was there for this node */
    Optional<BulkJob> second() {
        OptionalLong leased = store.lease(owner);
        if (leased.isEmpty()) {
            return Optional.empty();
        }
        BulkJob job = store.settle(leased.getAsLong());
        if (job.plan().hasCanary() && job.progress().failed() > 0) {
            store.move(job.id(), BulkJob.State.RUNS, BulkJob.State.STOPPED, SELF, "the first new failure stops it");
        } else if (job.progress().toGo() == 0 && job.progress().sent() == 0) {
            store.move(job.id(), BulkJob.State.RUNS, BulkJob.State.DONE, SELF, "");
        } else {
            store.send(job.id(), job.mayBeSent());
        }
        return store.find(job.id());
    }
}
