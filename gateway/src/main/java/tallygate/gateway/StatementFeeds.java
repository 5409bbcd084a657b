package tallygate.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.callback.provider.StatementSource;
import tallygate.config.StatementConfig;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.FetchStore;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.reconcile.Reconciliation;
import tallygate.gateway.reconcile.StatementFetcher;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;

/** From the configuration's statements to what is downloaded, and the parts that do it. */
public final class StatementFeeds {
    private final ReconcileAccounts accounts;

    public StatementFeeds(ReconcileAccounts accounts) {
        this.accounts = accounts;
    }

    /** Accounts whose statements are downloaded, and by which keys. */
    List<StatementFetcher.Feed> feeds() {
        List<StatementFetcher.Feed> feeds = new ArrayList<>();
        for (StatementConfig statement : accounts.config().statements().values()) {
            if (statement.fetch().isOn()) {
                feed(statement.account()).ifPresent(feeds::add);
            }
        }
        return feeds;
    }

    /** How statements of the account are downloaded; empty when no endpoint has keys for it. */
    Optional<StatementFetcher.Feed> feed(String name) {
        Optional<Account> account = accounts.account(name);
        Optional<StatementSource> source = account.stream()
                .flatMap(found -> found.endpoints().stream())
                .flatMap(target -> accounts.bound(target.endpoint()).stream())
                .flatMap(provider -> provider.statementSource().stream())
                .findFirst();
        StatementConfig statement = accounts.config().statements().get(name);
        if (account.isEmpty() || source.isEmpty() || statement == null) {
            return Optional.empty();
        }
        StatementConfig.Fetch fetch = statement.fetch();
        return Optional.of(new StatementFetcher.Feed(
                account.get(), source.get(), fetch.after().orElse(source.get().readyAfter()), fetch.days()));
    }

    /** Downloads statements. */
    StatementFetcher fetcher(MySqlStores stores, Reconciliation reconciliation, Surroundings around) {
        return new StatementFetcher(new StatementFetcher.Parts(
                stores.fetches(),
                stores.statements(),
                ReconcileAccounts.importer(stores),
                reconciliation,
                ReconcileAccounts.tools(around),
                around.alerts(),
                accounts.config().dataDir().resolve("statements")));
    }

    /**
     * Fetches a day's statement, takes it and runs the day.
     *
     * @return what became of it; empty when the account has no way to download statements by the day
     */
    public Optional<FetchStore.Seen> fetchNow(
            String account, LocalDate day, MySqlStores stores, Supplier<TaskId> newIds, Surroundings around)
            throws InterruptedException {
        Optional<StatementFetcher.Feed> feed =
                feed(account).filter(found -> found.source().isByDay());
        if (feed.isEmpty()) {
            return Optional.empty();
        }
        FetchStore.Item item = new FetchStore.Item(account, day, "");
        stores.fetches().wantNow(item);
        fetcher(stores, accounts.reconciliation(stores, newIds, around), around).fetchDue(List.of(feed.get()));
        return stores.fetches().find(item);
    }

    /** Downloads a statement into a file and does no more; empty when the account has no way to. */
    public Optional<StatementSource.Fetched> download(
            String account, LocalDate day, String kind, Path into, Surroundings around)
            throws IOException, InterruptedException {
        Optional<StatementFetcher.Feed> feed =
                feed(account).filter(found -> found.source().kinds().contains(kind));
        return feed.isEmpty()
                ? Optional.empty()
                : Optional.of(StatementFetcher.download(feed.get(), day, kind, into, ReconcileAccounts.tools(around)));
    }

    /** The day is that on which the notice came: settlement reports come by the batch, their day is a name. */
    void want(MySqlStores stores, QuestionStore.Candidate report) {
        feeds().stream()
                .filter(feed -> feed.account().source().equals(report.source()))
                .filter(feed ->
                        !feed.source().isByDay() && !report.transaction().isEmpty())
                .forEach(feed -> stores.fetches()
                        .want(new FetchStore.Item(
                                report.source(),
                                LocalDate.ofInstant(
                                        TaskIds.instantOf(report.id()),
                                        feed.account().zone()),
                                report.transaction())));
    }
}
