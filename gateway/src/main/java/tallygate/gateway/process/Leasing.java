package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.WorkStore;

/** The ways of leased tasks into this node: claims and hand-overs end here. */
final class Leasing {
    private final WorkStore store;
    private final Terms terms;
    private final Desk desk;
    private final Instruments instruments;

    /**
     * @param owner this node's incarnation
     * @param lease how long a lease lasts without renewal
     * @param crashesMax lost leases of a task that ran alone before it is failed
     */
    record Terms(long owner, Duration lease, int crashesMax) {}

    Leasing(WorkStore store, Terms terms, Desk desk, Instruments instruments) {
        this.store = store;
        this.terms = terms;
        this.desk = desk;
        this.instruments = instruments;
    }

    /** @return how many tasks came in */
    int claim(WorkStore.Scan scan, Set<String> routes, int limit, boolean whole) {
        long sent = instruments.nanos().getAsLong();
        List<LeasedTask> tasks = store.claim(scan, routes, limit, terms.owner(), terms.lease(), whole);
        instruments
                .metrics()
                .claimTime()
                .record(Duration.ofNanos(instruments.nanos().getAsLong() - sent));
        if (!tasks.isEmpty()) {
            instruments.metrics().claimBatch().record(tasks.size());
            if (scan == WorkStore.Scan.EXPIRED) {
                instruments.metrics().expiredTaken().increment(tasks.size());
            }
            takeIn(tasks, sent, false);
        }
        return tasks.size();
    }

    /** @param sentNanos when the statement that leased them was sent, or before that */
    void takeIn(List<LeasedTask> tasks, long sentNanos, boolean isReserved) {
        for (Holding unwanted : desk.holdings().admit(tasks, sentNanos, isReserved)) {
            desk.completer()
                    .add(
                            unwanted,
                            unwanted.hasLostItsWorkers(terms.crashesMax()) ? workerLost(unwanted) : giveBack(unwanted));
        }
        desk.runner().dispatch();
    }

    static Move giveBack(Holding holding) {
        return new Move.GiveBack(holding.lease());
    }

    private Move workerLost(Holding holding) {
        String error = "worker-lost: " + holding.task().crashes()
                + " nodes in a row ended or were paused while they ran it, the last " + terms.crashesMax()
                + " with nothing beside it";
        return new Move.Lost(holding.lease(), error);
    }

    /** The three that every leased task passes. */
    record Desk(Holdings holdings, Runner runner, Completer completer) {}
}
