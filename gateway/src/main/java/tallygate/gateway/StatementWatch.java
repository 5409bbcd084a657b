package tallygate.gateway;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.config.StatementConfig;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.FetchStore;
import tallygate.gateway.reconcile.Reconciliation;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.StatementStore.StoredFile;
import tallygate.gateway.reconcile.statement.BadStatementException;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.task.TaskId;

/** Looks for statement files in folders, takes them and runs their day; says when a bill is late. */
final class StatementWatch {
    private static final Logger log = LoggerFactory.getLogger(StatementWatch.class);
    private static final Pattern DAY = Pattern.compile("(?<!\\d)(20\\d\\d)-?(\\d\\d)-?(\\d\\d)(?!\\d)");
    private static final Duration SETTLED = Duration.ofSeconds(10);
    private static final Duration LATE = Duration.ofHours(14);
    private static final String REFUSED = "statement-refused";
    private static final String MISSED = "statement-late";

    private final ReconcileAccounts accounts;
    private final MySqlStores stores;
    private final Surroundings around;
    private final StatementImport importer;
    private final Reconciliation reconciliation;

    StatementWatch(ReconcileAccounts accounts, MySqlStores stores, Supplier<TaskId> newIds, Surroundings around) {
        this.accounts = accounts;
        this.stores = stores;
        this.around = around;
        this.importer = ReconcileAccounts.importer(stores);
        this.reconciliation = accounts.reconciliation(stores, newIds, around);
    }

    void round() throws InterruptedException {
        for (StatementConfig statement : accounts.config().statements().values()) {
            Optional<Account> account = accounts.account(statement.account());
            if (statement.folder().isPresent() && account.isPresent()) {
                look(statement.folder().get(), account.get());
            }
            if (account.isPresent()
                    && (statement.folder().isPresent() || statement.fetch().isOn())) {
                judgeLateness(account.get());
            }
        }
    }

    private void look(Path folder, Account account) throws InterruptedException {
        try {
            for (String sub : new String[] {"working", "taken", "refused"}) {
                Files.createDirectories(folder.resolve(sub));
            }
            for (Path file : files(folder)) {
                take(folder, file, account);
            }
        } catch (IOException e) {
            log.warn(
                    "account={} folder={} cannot be read, looked at again in 30 s: {}",
                    account.source(),
                    folder,
                    e.toString());
        }
    }

    /** What was in hand when a node died is taken up again: the import goes on where it was. */
    private List<Path> files(Path folder) throws IOException {
        Instant settled = around.clock().instant().minus(SETTLED);
        try (Stream<Path> fresh = Files.list(folder);
                Stream<Path> left = Files.list(folder.resolve("working"))) {
            List<Path> found = Stream.concat(fresh, left)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            return found.stream().filter(file -> isSettled(file, settled)).toList();
        }
    }

    private static boolean isSettled(Path file, Instant settled) {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(settled);
        } catch (IOException e) {
            log.debug("file={} is gone: {}", file, e.toString());
            return false;
        }
    }

    private void take(Path folder, Path file, Account account) throws IOException, InterruptedException {
        Path working = folder.resolve("working").resolve(file.getFileName());
        try {
            if (!file.equals(working)) {
                Files.move(file, working, StandardCopyOption.ATOMIC_MOVE);
            }
            LocalDate day = day(file.getFileName().toString());
            StatementImport.Imported imported =
                    importer.take(account, new StatementImport.Request(working, day, "", "folder"), false);
            Files.move(
                    working, folder.resolve("taken").resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            around.alerts().resolve(REFUSED, account.source());
            RunReport report = reconciliation.run(account, day, false);
            log.info(
                    "account={} day={} file={} rows={} complete={} recovered={} discrepancies={} statement taken",
                    account.source(),
                    day,
                    file.getFileName(),
                    imported.rows(),
                    report.isComplete(),
                    report.recovered(),
                    report.opened());
        } catch (NoSuchFileException e) {
            log.debug("file={} another node took it: {}", file, e.toString());
        } catch (BadStatementException | FileAlreadyExistsException e) {
            refuse(folder, working, account, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(Path folder, Path working, Account account, String why) throws IOException {
        Path refused = folder.resolve("refused").resolve(working.getFileName());
        Files.writeString(refused.resolveSibling(working.getFileName() + ".txt"), why + System.lineSeparator());
        Files.move(working, refused, StandardCopyOption.REPLACE_EXISTING);
        log.error("account={} file={} not taken, moved to refused/: {}", account.source(), working.getFileName(), why);
        around.alerts()
                .raise(new Alert(
                        REFUSED,
                        account.source(),
                        Alert.Severity.WARNING,
                        "a statement file was refused, nothing of it counts",
                        Map.of("file", String.valueOf(working.getFileName()), "error", why)));
    }

    /** The first day in a file's name. */
    static LocalDate day(String name) throws BadStatementException {
        Matcher day = DAY.matcher(name);
        try {
            if (day.find()) {
                return LocalDate.of(
                        Integer.parseInt(day.group(1)), Integer.parseInt(day.group(2)), Integer.parseInt(day.group(3)));
            }
        } catch (DateTimeException e) {
            throw new BadStatementException("the name " + name + " has a day that does not exist", e);
        }
        throw new BadStatementException("the name " + name + " has no bill day in it, as 2026-03-01 or 20260301");
    }

    /** Settlement reports come by the batch; all others by the day. */
    private void judgeLateness(Account account) {
        if (account.format() instanceof StatementFormat.Adyen) {
            return;
        }
        Instant now = around.clock().instant();
        LocalDate due = LocalDate.ofInstant(now.minus(LATE), account.zone()).minusDays(1);
        boolean isThere =
                stores.statements().files(account.source(), due).stream().anyMatch(StoredFile::isTakenBill);
        if (isThere) {
            around.alerts().resolve(MISSED, account.source());
        } else {
            String last = stores.fetches()
                    .find(new FetchStore.Item(account.source(), due, ""))
                    .map(FetchStore.Seen::detail)
                    .orElse("");
            around.alerts()
                    .raise(new Alert(
                            MISSED,
                            account.source(),
                            Alert.Severity.WARNING,
                            "the statement of " + due + " is not there yet",
                            last.isEmpty()
                                    ? Map.of("day", due.toString())
                                    : Map.of("day", due.toString(), "last try", last)));
        }
    }
}
