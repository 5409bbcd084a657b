package tallygate.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.desk.PayloadVault;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.GapCheck;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.RetentionStore;
import tallygate.gateway.task.TaskId;

/**
 * What a node does beside callbacks, without haste: empties old payloads, compares event lists, counts discrepancies; and, on
 * threads of their own, what waits for providers.
 */
final class Upkeep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final long GAP_EVERY_NANOS = Duration.ofMinutes(10).toNanos();
    private static final String OPEN = "discrepancies-open";
    private static final String UNREADABLE = "payload-unreadable";

    private final MySqlStores stores;
    private final ReconcileAccounts accounts;
    private final Surroundings around;
    private final GapCheck gaps;
    private final StatementWatch statements;
    private final Asking asking;
    private final Fetching fetching;
    private final Counter emptied;
    private final Counter deleted;
    private final Counter statementRows;
    private final Counter gapsFound;
    private final AtomicLong unsettled = new AtomicLong();
    private final Rounds rounds;
    private final PlanGuard plans;
    private volatile boolean isServerNew;
    private long nextGapCheck;
    private long nextKeyLook;
    private long unreadableBefore;

    /** @param accounts of the configuration in force: what a reload changes counts from the next round on */
    Upkeep(MySqlStores stores, ReconcileAccounts accounts, Supplier<TaskId> newIds, Surroundings around) {
        this.stores = stores;
        this.accounts = accounts;
        this.around = around;
        this.gaps = accounts.gapCheck(stores, newIds, around);
        this.statements = new StatementWatch(accounts, stores, newIds, around);
        this.asking = new Asking(stores, accounts, newIds, around);
        this.fetching = new Fetching(stores, accounts, newIds, around);
        this.emptied = counter("tallygate.retention.emptied", "Finished tasks whose payload was emptied.");
        this.deleted = counter("tallygate.retention.deleted", "Finished tasks that were deleted at the horizon.");
        this.statementRows = counter("tallygate.retention.statement.rows", "Rows of old statements that were deleted.");
        this.gapsFound =
                counter("tallygate.gap.found", "Events that no callback told of, brought in from an event list.");
        Gauge.builder("tallygate.discrepancies.open", unsettled, AtomicLong::get)
                .description("Discrepancies that nobody has settled.")
                .register(around.meters());
        this.plans = new PlanGuard(stores::plans, around.alerts(), around.nanos());
        this.nextGapCheck = around.nanos().getAsLong();
        this.nextKeyLook = nextGapCheck;
        this.rounds = new Rounds("upkeep", this::round);
    }

    private Counter counter(String name, String what) {
        return Counter.builder(name).description(what).register(around.meters());
    }

    Upkeep start() {
        rounds.start();
        asking.start();
        fetching.start();
        return this;
    }

    /** Another database server answers: it may lack what was committed last. */
    void serverChanged() {
        isServerNew = true;
    }

    private Duration round() throws InterruptedException {
        try {
            boolean isBusy = retain();
            isBusy |= seal();
            statements.round();
            plans.round();
            if (isServerNew || around.nanos().getAsLong() - nextGapCheck >= 0) {
                boolean isAfterFailover = isServerNew;
                isServerNew = false;
                nextGapCheck = around.nanos().getAsLong() + GAP_EVERY_NANOS;
                countDiscrepancies();
                for (Map.Entry<String, Account.Target> list : accounts.lists().entrySet()) {
                    compare(list.getKey(), list.getValue(), isAfterFailover);
                }
            }
            return isBusy ? accounts.config().retention().pause() : IDLE;
        } catch (RuntimeException e) {
            log.warn("the round of the upkeep failed, the next one is in {} s: {}", IDLE.toSeconds(), e.toString());
            return IDLE;
        }
    }

    /** Today's payload key, the run over old ones, and whether something does not open any more. */
    private boolean seal() {
        PayloadVault vault = stores.vault();
        if (around.nanos().getAsLong() - nextKeyLook >= 0) {
            nextKeyLook = around.nanos().getAsLong() + IDLE.toNanos();
            vault.prepare().ifPresent(fault -> log.error("payload keys: {}", fault));
            long unreadable = vault.unreadable();
            if (unreadable > unreadableBefore) {
                around.alerts()
                        .raise(new Alert(
                                UNREADABLE,
                                "privacy",
                                Alert.Severity.CRITICAL,
                                "payloads do not open: a key is missing from privacy.keys, or rows were changed; their"
                                        + " tasks are parked",
                                Map.of("refused", Long.toString(unreadable - unreadableBefore))));
            } else {
                around.alerts().resolve(UNREADABLE, "privacy");
            }
            unreadableBefore = unreadable;
        }
        return vault.step(accounts.config().retention().chunkRows());
    }

    private boolean retain() {
        RetentionStore retention = stores.retention();
        int rows = accounts.config().retention().chunkRows();
        Duration pause = accounts.config().retention().pause();
        boolean isBusy = count(
                retention.step(
                        RetentionStore.Pass.PAYLOADS,
                        accounts.config().retention().payloads(),
                        rows,
                        pause),
                emptied);
        isBusy |= count(
                retention.step(
                        RetentionStore.Pass.ROWS, accounts.config().dedup().memory(), rows, pause),
                deleted);
        Duration statementsFor = accounts.config().retention().statements();
        isBusy |= count(retention.step(RetentionStore.Pass.STATEMENTS, statementsFor, rows, pause), statementRows);
        return isBusy;
    }

    private static boolean count(RetentionStore.Step step, Counter counter) {
        return switch (step) {
            case RetentionStore.Step.Done done -> {
                counter.increment(done.changed());
                yield true;
            }
            case RetentionStore.Step.PassEnded _, RetentionStore.Step.NotNow _ -> false;
        };
    }

    private void compare(String source, Account.Target target, boolean isAfterFailover) throws InterruptedException {
        switch (gaps.check(source, target, isAfterFailover)) {
            case GapCheck.Checked.Whole whole -> {
                gapsFound.increment((double) whole.broughtIn());
                if (whole.isTooLate()) {
                    log.error(
                            "account={} since={} the provider keeps no older events: what was missed before is found by"
                                    + " statements only",
                            source,
                            whole.since());
                }
            }
            case GapCheck.Checked.Broken broken ->
                log.warn("account={} the event list was not compared, again in 10 min: {}", source, broken.why());
            case GapCheck.Checked.Skipped skipped -> log.debug("account={} {}", source, skipped.why());
        }
    }

    private void countDiscrepancies() {
        long open = stores.discrepancies().counts().stream()
                .mapToLong(DiscrepancyStore.Count::unsettled)
                .sum();
        unsettled.set(open);
        if (open == 0) {
            around.alerts().resolve(OPEN, "reconcile");
        } else {
            around.alerts()
                    .raise(new Alert(
                            OPEN,
                            "reconcile",
                            Alert.Severity.WARNING,
                            open + " discrepancies between providers and tasks are not settled",
                            Map.of("open", Long.toString(open))));
        }
    }

    @Override
    public void close() {
        rounds.close();
        asking.close();
        fetching.close();
    }
}
