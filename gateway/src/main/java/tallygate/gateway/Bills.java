package tallygate.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.BillDesk;
import tallygate.gateway.reconcile.FetchStore;
import tallygate.gateway.reconcile.Reconciliation;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.task.TaskId;

/** Statements by people, on this node: what comes is written to a file first, since it is read twice. */
final class Bills implements BillDesk {
    private final ReconcileAccounts accounts;
    private final MySqlStores stores;
    private final StatementImport importer;
    private final Reconciliation reconciliation;

    Bills(ReconcileAccounts accounts, MySqlStores stores, Supplier<TaskId> newIds, Surroundings around) {
        this.accounts = accounts;
        this.stores = stores;
        this.importer = ReconcileAccounts.importer(stores);
        this.reconciliation = accounts.reconciliation("reconcile-api", stores, newIds, around);
    }

    @Override
    public Set<String> accounts() {
        Set<String> names = new TreeSet<>();
        accounts.config().statements().keySet().stream()
                .filter(name -> accounts.account(name).isPresent())
                .forEach(names::add);
        return names;
    }

    @Override
    public Optional<StatementImport.Imported> take(String name, Brought brought, InputStream content)
            throws IOException {
        Optional<Account> account = accounts.account(name);
        if (account.isEmpty()) {
            return Optional.empty();
        }
        Path folder = accounts.config().dataDir().resolve("statements").resolve("uploads");
        Files.createDirectories(folder);
        Path file = Files.createTempFile(folder, "upload", ".part");
        try {
            Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
            StatementImport.Request request =
                    new StatementImport.Request(file, brought.day(), brought.sha1(), brought.takenBy(), brought.name());
            return Optional.of(importer.take(account.get(), request, brought.isDry()));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public Optional<RunReport> run(String name, LocalDate day, boolean isDry) throws InterruptedException {
        Optional<Account> account = accounts.account(name);
        return account.isEmpty() ? Optional.empty() : Optional.of(reconciliation.run(account.get(), day, isDry));
    }

    @Override
    public boolean fetch(String name, LocalDate day) {
        boolean isFetchable = new StatementFeeds(accounts)
                .feed(name)
                .filter(feed -> feed.source().isByDay())
                .isPresent();
        if (isFetchable) {
            stores.fetches().wantNow(new FetchStore.Item(name, day, ""));
        }
        return isFetchable;
    }
}
