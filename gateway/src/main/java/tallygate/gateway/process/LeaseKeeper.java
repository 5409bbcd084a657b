package tallygate.gateway.process;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.WorkStore;

/** Renews leases once a third of their time has passed, and ends calls that do not come back. */
final class LeaseKeeper {
    private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final int BATCH_MAX = 256;
    private static final Duration TICK_MAX = Duration.ofSeconds(1);

    private final WorkStore store;
    private final Duration lease;
    private final Holdings holdings;
    private final Runner runner;
    private final Instruments instruments;
    private boolean hasFailed;

    LeaseKeeper(WorkStore store, Duration lease, Leasing.Desk desk, Instruments instruments) {
        this.store = store;
        this.lease = lease;
        this.holdings = desk.holdings();
        this.runner = desk.runner();
        this.instruments = instruments;
    }

    Pause round() {
        runner.settleAbandoned(holdings.abandonOverdue(), "no answer within the run limit, call given up");
        List<Holding> due = holdings.dueForRenewal(lease.dividedBy(3)).stream()
                .sorted(Comparator.comparing(holding -> holding.lease().id()))
                .toList();
        try {
            for (int from = 0; from < due.size(); from += BATCH_MAX) {
                renew(due.subList(from, Math.min(due.size(), from + BATCH_MAX)));
            }
            hasFailed &= due.isEmpty();
        } catch (StoreException e) {
            instruments.metrics().storeFailed("keeper", e.kind());
            log.atLevel(hasFailed ? Level.DEBUG : Level.WARN)
                    .log(
                            "leases={} kind={} not renewed: {}; tried again until they end",
                            due.size(),
                            e.kind(),
                            e.getMessage());
            hasFailed = true;
        }
        return Pause.whole(tick());
    }

    private Duration tick() {
        Duration tenth = lease.dividedBy(10);
        return tenth.compareTo(TICK_MAX) < 0 ? tenth : TICK_MAX;
    }

    private void renew(List<Holding> due) {
        long sent = instruments.nanos().getAsLong();
        Set<Lease> lost = store.renew(due.stream().map(Holding::lease).toList(), lease);
        for (Holding holding : due) {
            if (!lost.contains(holding.lease())) {
                holdings.renewed(holding, sent);
            } else if (holdings.lost(holding)) {
                log.warn(
                        "task={} epoch={} lease lost; a call that runs is interrupted",
                        holding.lease().id(),
                        holding.lease().epoch());
            }
        }
        runner.dispatch();
    }
}
