package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.Ordering;
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
     */
    record Terms(long owner, Duration lease) {}

    Leasing(WorkStore store, Terms terms, Desk desk, Instruments instruments) {
        this.store = store;
        this.terms = terms;
        this.desk = desk;
        this.instruments = instruments;
    }

    Desk desk() {
        return desk;
    }

    /** @return how many tasks came in */
    int claim(WorkStore.Scan scan, Set<String> routes, int limit, boolean whole) {
        return claim(scan, () -> store.claim(scan, routes, limit, terms.owner(), terms.lease(), whole));
    }

    /** @return how many tasks came in */
    int claimInOrder(String route, Ordering ordering, int limit, boolean whole) {
        return claim(
                WorkStore.Scan.DUE,
                () -> store.claimInOrder(route, ordering, limit, terms.owner(), terms.lease(), whole));
    }

    private int claim(WorkStore.Scan scan, Supplier<List<LeasedTask>> statement) {
        long sent = instruments.nanos().getAsLong();
        List<LeasedTask> tasks = statement.get();
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
            desk.completer().add(unwanted, desk.runner().putBack(unwanted));
        }
        desk.runner().dispatch();
    }

    static Move giveBack(Holding holding) {
        return new Move.GiveBack(holding.lease());
    }

    /** The three that every leased task passes. */
    record Desk(Holdings holdings, Runner runner, Completer completer) {}
}
