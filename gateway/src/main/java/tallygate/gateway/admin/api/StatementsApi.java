package tallygate.gateway.admin.api;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.reconcile.BillDesk;
import tallygate.gateway.reconcile.FetchStore;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.reconcile.statement.BadStatementException;

/** Statements on a running gateway: take a file, run a day, fetch, and what providers are asked. */
public final class StatementsApi {
    private final BillDesk bills;
    private final StatementStore statements;
    private final FetchStore fetches;
    private final QuestionStore questions;

    public StatementsApi(BillDesk bills, StatementStore statements, FetchStore fetches, QuestionStore questions) {
        this.bills = bills;
        this.statements = statements;
        this.fetches = fetches;
        this.questions = questions;
    }

    /** @param rowsKnown rows that the account had already */
    public record Imported(
            String file, String sha256, long rows, long rowsNew, long rowsKnown, boolean known, boolean dryRun) {
        static Imported of(StatementImport.Imported done) {
            return new Imported(
                    done.file(),
                    done.sha256(),
                    done.rows(),
                    done.rowsNew(),
                    done.rowsKnown(),
                    done.wasKnown(),
                    done.isDry());
        }
    }

    /** @param dryRun judge only: write nothing, ask nobody */
    public record Wish(Optional<Boolean> dryRun) {}

    /**
     * What a run came to.
     *
     * @param verdicts rows by verdict
     * @param pool ours that no bill has named yet
     * @param notOpened discrepancies beyond the account's limit
     * @param certificates by digest
     */
    public record Run(
            String account,
            String day,
            boolean dryRun,
            boolean complete,
            Map<String, Long> verdicts,
            long recovered,
            long pool,
            long discrepanciesOpened,
            long notOpened,
            List<String> certificates) {
        static Run of(RunReport report) {
            return new Run(
                    report.source(),
                    report.day().toString(),
                    report.isDry(),
                    report.isComplete(),
                    new TreeMap<>(report.rows()),
                    report.recovered(),
                    report.pool(),
                    report.opened(),
                    report.notOpened(),
                    report.certificates().stream().map(one -> one.digest()).toList());
        }
    }

    /** @param state reading or taken, of a file; wanted, taken, none or given-up, of a fetch */
    public record Statement(String account, String day, String name, String state, long rows, String detail) {}

    /** A payment of unknown outcome. */
    public record OpenQuestion(
            long id,
            String account,
            String reason,
            String reference,
            String orderId,
            int asked,
            String nextAt,
            String state,
            String answer,
            String detail) {
        static OpenQuestion of(QuestionStore.Seen seen) {
            return new OpenQuestion(
                    seen.id(),
                    seen.question().source(),
                    seen.question().reason().word(),
                    seen.question().reference(),
                    seen.question().order(),
                    seen.asked(),
                    seen.next().toString(),
                    seen.state(),
                    seen.answer(),
                    seen.detail());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.post(
                                "/api/v1/statements/{account}/{day}",
                                Permission.RECONCILE,
                                "Take a statement: the body is the file as the provider gave it, at most 512 MiB",
                                this::take)
                        .uploads()
                        .query("name", "of the file, for people")
                        .query("sha1", "of the unpacked text, as WeChat Pay's API tells it")
                        .query("dryRun", "true: judge only")
                        .answers(Imported.class),
                Route.post(
                                "/api/v1/statements/{account}/{day}/run",
                                Permission.RECONCILE,
                                "Compare the day with the tasks, write its certificates",
                                this::run)
                        .body(Wish.class)
                        .answers(Run.class),
                Route.post(
                        "/api/v1/statements/{account}/{day}/fetch",
                        Permission.RECONCILE,
                        "Have the day's statement downloaded from the provider at once",
                        this::fetch),
                Route.get("/api/v1/statements", Permission.READ, "A bill day's statements", this::list)
                        .query("day", "the bill day, as 2026-03-01")
                        .lists(Statement.class),
                Route.get(
                                "/api/v1/provider-questions",
                                Permission.READ,
                                "Payments of unknown outcome that providers are asked about",
                                this::questions)
                        .query("account", "only of this one")
                        .query("open", "true: only those that are still asked")
                        .lists(OpenQuestion.class));
    }

    private Reply take(Call call) {
        String account = call.path("account");
        BillDesk.Brought brought = new BillDesk.Brought(
                day(call.path("day")),
                call.query("name").orElse("api"),
                call.query("sha1").orElse(""),
                call.actor().name(),
                call.query("dryRun").orElse("").equals("true"));
        try {
            return Reply.ok(Imported.of(
                    bills.take(account, brought, call.upload().content()).orElseThrow(() -> noSuch(account))));
        } catch (BadStatementException e) {
            throw refused(e);
        } catch (IOException e) {
            throw ProblemException.bad("body", "could not be read to its end: " + e.getMessage());
        }
    }

    /** Nothing of the file counts; the message says everything that is wrong with it. */
    public static ProblemException refused(BadStatementException e) {
        return new ProblemException(Problem.of(
                422, "statement-refused", "Not taken, nothing of it counts", String.valueOf(e.getMessage())));
    }

    private static ProblemException noSuch(String account) {
        return ProblemException.missing("There are no statements of account " + account
                + " here: it must stand below statements and be the account of an endpoint.");
    }

    private Reply run(Call call) {
        String account = call.path("account");
        boolean isDry = call.body(Wish.class).dryRun().orElse(false);
        try {
            return Reply.ok(
                    Run.of(bills.run(account, day(call.path("day")), isDry).orElseThrow(() -> noSuch(account))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(
                    Problem.of(503, "again-later", "Not finished", "The node stops; run the day again."));
        }
    }

    private Reply fetch(Call call) {
        String account = call.path("account");
        if (!bills.fetch(account, day(call.path("day")))) {
            throw new ProblemException(Problem.of(
                    422,
                    "not-fetchable",
                    "Cannot be fetched",
                    "Account " + account
                            + " has no endpoint with keys for its provider's statements, or the provider has"
                            + " none by the day. Import the file instead."));
        }
        return Reply.json(202, Map.of("account", account, "day", call.path("day"), "state", "wanted"));
    }

    private Reply list(Call call) {
        LocalDate day = day(call.query("day").orElse(""));
        List<Statement> found = new java.util.ArrayList<>();
        for (String account : bills.accounts()) {
            statements
                    .files(account, day)
                    .forEach(file -> found.add(new Statement(
                            account,
                            day.toString(),
                            file.name(),
                            file.isTaken() ? "taken" : "reading",
                            file.rowsNew() + file.rowsKnown(),
                            "")));
        }
        fetches.ofDay(day)
                .forEach(fetch -> found.add(new Statement(
                        fetch.item().source(), day.toString(), "fetch", fetch.state(), 0, fetch.detail())));
        return Reply.ok(new Page<>(found, Optional.empty()));
    }

    private Reply questions(Call call) {
        int limit = call.limit();
        List<OpenQuestion> found = questions
                .list(
                        call.query("account"),
                        call.query("open").orElse("").equals("true"),
                        DifferencesApi.before(call),
                        limit + 1)
                .stream()
                .map(OpenQuestion::of)
                .toList();
        return Reply.ok(Page.of(found, limit, one -> Long.toString(one.id())));
    }

    /** @throws ProblemException 400 when it is none */
    public static LocalDate day(String text) {
        try {
            LocalDate day = LocalDate.parse(text);
            if (day.getYear() >= 2000 && day.getYear() < 3000) {
                return day;
            }
        } catch (DateTimeException e) {
            throw ProblemException.bad("day", "is a day such as 2026-03-01, was \"" + text + "\"");
        }
        throw ProblemException.bad("day", "is a day of the years 2000 to 2999");
    }
}
