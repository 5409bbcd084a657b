package tallygate.gateway.reconcile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.StatementSource.Fetched;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.reconcile.FetchStore.End;
import tallygate.gateway.reconcile.FetchStore.Item;
import tallygate.gateway.reconcile.FetchStore.Taken;
import tallygate.gateway.reconcile.statement.BadStatementException;

/**
 * Downloads statements when their provider has them, takes them and runs their day. What is wanted and how far it is lies in the
 * database: a node that starts again, or another one, goes on. Files are kept in a folder as the provider gave them.
 */
public final class StatementFetcher {
    private static final Logger log = LoggerFactory.getLogger(StatementFetcher.class);

    private static final String REFUSED = "statement-refused";
    private static final String NOT_FETCHED = "statement-not-fetched";
    /** Longer than one try may take, its import included. */
    private static final Duration LEASE = Duration.ofHours(1);

    private static final Duration AGAIN_FIRST = Duration.ofMinutes(5);
    private static final Duration AGAIN_MOST = Duration.ofHours(2);
    private static final int TRIES_TO_ALERT = 3;
    /** Of a day beyond the days that are looked back to. */
    private static final int TRIES_MAX = 20;

    private static final long BYTES_MAX = 2L << 30;

    private final Parts parts;

    /**
     * What it works with.
     *
     * @param folder where downloads go, one folder an account
     */
    public record Parts(
            FetchStore wanted,
            StatementStore statements,
            StatementImport importer,
            Reconciliation reconciliation,
            QueryTools tools,
            Alerts alerts,
            Path folder) {}

    /**
     * An account whose statements are downloaded.
     *
     * @param after the end of a bill day it is tried so much later
     * @param days how many days back what is missing is fetched
     */
    public record Feed(Account account, StatementSource source, Duration after, int days) {}

    public StatementFetcher(Parts parts) {
        this.parts = parts;
    }

    /** Wants what is missing of these and fetches what is due. @return true when more may be due at once */
    public boolean round(List<Feed> feeds) throws InterruptedException {
        Instant now = parts.tools().clock().instant();
        feeds.stream().filter(feed -> feed.source().isByDay()).forEach(feed -> want(feed, now));
        return fetchDue(feeds);
    }

    /** Fetches one statement that is due. @return false when there was none */
    public boolean fetchDue(List<Feed> feeds) throws InterruptedException {
        List<String> names = feeds.stream().map(feed -> feed.account().source()).toList();
        Optional<Taken> due = parts.wanted().take(names, LEASE);
        if (due.isEmpty()) {
            return false;
        }
        Feed feed = feeds.stream()
                .filter(one -> one.account().source().equals(due.get().item().source()))
                .findFirst()
                .orElseThrow();
        fetch(feed, due.get());
        return true;
    }

    /** One try into a file of somebody's own; nothing is taken. */
    public static Fetched download(Feed feed, LocalDate day, String kind, Path into, QueryTools tools)
            throws IOException, InterruptedException {
        return feed.source()
                .fetch(new StatementSource.Wanted(kind, day, feed.account().zone(), "", "", BYTES_MAX), into, tools);
    }

    private void want(Feed feed, Instant now) {
        Account account = feed.account();
        LocalDate last =
                LocalDate.ofInstant(now.minus(feed.after()), account.zone()).minusDays(1);
        for (LocalDate day = last.minusDays(feed.days() - 1L); !day.isAfter(last); day = day.plusDays(1)) {
            boolean isThere = parts.statements().files(account.source(), day).stream()
                    .anyMatch(StatementStore.StoredFile::isTakenBill);
            if (!isThere && parts.wanted().want(new Item(account.source(), day, ""))) {
                log.info("account={} day={} the statement is fetched", account.source(), day);
            }
        }
    }

    private void fetch(Feed feed, Taken taken) throws InterruptedException {
        Item item = taken.item();
        try {
            Path file = file(item);
            Files.createDirectories(file.getParent());
            StatementSource.Wanted wanted = new StatementSource.Wanted(
                    StatementSource.TRADE, item.day(), feed.account().zone(), item.report(), taken.going(), BYTES_MAX);
            switch (feed.source().fetch(wanted, file, parts.tools())) {
                case Fetched.Whole(String sha1) -> take(feed, taken, file, sha1);
                case Fetched.NothingThatDay(String detail) -> nothing(feed, taken, detail);
                case Fetched.NotYet(String why, String going, Duration notBefore) -> {
                    log.info("account={} day={} not there yet: {}", item.source(), item.day(), why);
                    later(feed, taken, notBefore, going, why);
                }
                case Fetched.Failed(String why, boolean isOurs, Optional<Duration> notBefore) ->
                    failed(feed, taken, why, isOurs, notBefore.orElse(Duration.ZERO));
            }
        } catch (IOException e) {
            failed(feed, taken, "the file cannot be written: " + e, true, Duration.ZERO);
        }
    }

    /** The same name on each try, so that what is left of a download that was cut off is written over or gone on with. */
    private Path file(Item item) {
        String name = item.report().isEmpty() ? item.day().toString() : item.report();
        return parts.folder().resolve(safe(item.source())).resolve(safe(name));
    }

    private static String safe(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.startsWith(".") ? "_" + safe : safe;
    }

    private void take(Feed feed, Taken taken, Path file, String sha1) throws IOException, InterruptedException {
        Item item = taken.item();
        Account account = feed.account();
        try {
            StatementImport.Imported imported =
                    parts.importer().take(account, new StatementImport.Request(file, item.day(), sha1, "fetch"), false);
            parts.alerts().resolve(REFUSED, account.source());
            parts.alerts().resolve(NOT_FETCHED, account.source());
            RunReport report = parts.reconciliation().run(account, item.day(), false);
            parts.wanted().end(taken, End.TAKEN, imported.rows() + " rows");
            log.info(
                    "account={} day={} report={} rows={} complete={} recovered={} discrepancies={} statement fetched",
                    account.source(),
                    item.day(),
                    item.report(),
                    imported.rows(),
                    report.isComplete(),
                    report.recovered(),
                    report.opened());
        } catch (BadStatementException e) {
            String why = String.valueOf(e.getMessage());
            log.error("account={} day={} not taken, fetched again: {}", account.source(), item.day(), why);
            parts.alerts()
                    .raise(new Alert(
                            REFUSED,
                            account.source(),
                            Alert.Severity.WARNING,
                            "a statement that was fetched is refused, nothing of it counts; it is fetched again",
                            Map.of("day", item.day().toString(), "error", why)));
            later(feed, taken, pause(taken), "", "refused: " + why);
        }
    }

    /** A day on which nothing happened has a statement too, so that ours of that day do not wait for one. */
    private void nothing(Feed feed, Taken taken, String detail) throws InterruptedException {
        if (!feed.source().isByDay()) {
            parts.wanted().end(taken, End.NONE, detail);
            return;
        }
        Account account = feed.account();
        LocalDate day = taken.item().day();
        StatementStore.StoredFile none = parts.statements()
                .begin(new StatementStore.NewFile(
                        account.source(),
                        account.format().word(),
                        day,
                        "no statement",
                        sha256("no statement of " + account.source() + " " + day),
                        "fetch"));
        parts.statements().end(none.id());
        parts.reconciliation().run(account, day, false);
        parts.wanted().end(taken, End.NONE, detail);
        log.info("account={} day={} {}", account.source(), day, detail);
    }

    private void failed(Feed feed, Taken taken, String why, boolean isOurs, Duration notBefore) {
        Item item = taken.item();
        log.warn("account={} day={} statement not fetched, tried again: {}", item.source(), item.day(), why);
        if (isOurs || taken.tries() >= TRIES_TO_ALERT) {
            parts.alerts()
                    .raise(new Alert(
                            NOT_FETCHED,
                            item.source(),
                            isOurs ? Alert.Severity.CRITICAL : Alert.Severity.WARNING,
                            "a statement cannot be fetched from its provider; it is tried again",
                            Map.of("day", item.day().toString(), "error", why)));
        }
        Duration pause = pause(taken);
        later(feed, taken, pause.compareTo(notBefore) < 0 ? notBefore : pause, taken.going(), why);
    }

    private void later(Feed feed, Taken taken, Duration delay, String going, String why) {
        Instant now = parts.tools().clock().instant();
        LocalDate oldest = LocalDate.ofInstant(now, feed.account().zone()).minusDays(feed.days() + 2L);
        if (taken.item().day().isBefore(oldest) && taken.tries() >= TRIES_MAX) {
            parts.wanted().end(taken, End.GIVEN_UP, "too long ago; import it by hand. The last try: " + why);
        } else {
            parts.wanted().later(taken, delay, going, why);
        }
    }

    private static Duration pause(Taken taken) {
        Duration pause = AGAIN_FIRST.multipliedBy(1L << Math.min(Math.max(0, taken.tries() - 1), 6));
        return pause.compareTo(AGAIN_MOST) < 0 ? pause : AGAIN_MOST;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
