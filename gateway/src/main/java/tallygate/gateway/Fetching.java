package tallygate.gateway;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.StatementFetcher;
import tallygate.gateway.task.TaskId;

/** Downloads statements, on a thread of its own: a large file holds up nothing else. */
final class Fetching implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Fetching.class);
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final StatementFeeds feeds;
    private final StatementFetcher fetcher;
    private final Rounds rounds;

    Fetching(MySqlStores stores, ReconcileAccounts accounts, Supplier<TaskId> newIds, Surroundings around) {
        this.feeds = new StatementFeeds(accounts);
        this.fetcher = feeds.fetcher(stores, accounts.reconciliation("fetch", stores, newIds, around), around);
        this.rounds = new Rounds("fetching", this::round);
    }

    void start() {
        rounds.start();
    }

    private Duration round() throws InterruptedException {
        try {
            return fetcher.round(feeds.feeds()) ? Duration.ZERO : IDLE;
        } catch (RuntimeException e) {
            log.warn("statements were not fetched, again in {} s: {}", IDLE.toSeconds(), e.toString());
            return IDLE;
        }
    }

    @Override
    public void close() {
        rounds.close();
    }
}
