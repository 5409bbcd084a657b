package tallygate.gateway.admin.console;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.reconcile.StoredCertificate;
import tallygate.gateway.task.DiscrepancyStore;

/** The first page of finance: whether yesterday is complete, the week's bill days, and what is open. */
public final class BooksPage {
    private static final int DAYS = 7;

    private final Views views;
    private final DiscrepancyStore differences;
    private final StatementStore statements;

    public BooksPage(Views views, DiscrepancyStore differences, StatementStore statements) {
        this.views = views;
        this.differences = differences;
        this.statements = statements;
    }

    public List<Route> routes() {
        return List.of(Route.get("/books", Permission.READ, "", this::books));
    }

    /** A bill day and the certificates that were kept of it. */
    private record Day(LocalDate day, List<StoredCertificate> certificates) {
        long complete() {
            return certificates.stream().filter(StoredCertificate::isComplete).count();
        }

        boolean isWhole() {
            return complete() == certificates.size();
        }
    }

    private Reply books(Call call) {
        Look look = views.look(call);
        LocalDate today = look.now().atZone(look.zone()).toLocalDate();
        List<Day> days = IntStream.rangeClosed(1, DAYS)
                .mapToObj(today::minusDays)
                .map(day -> new Day(day, statements.certificates(day)))
                .toList();
        List<DiscrepancyStore.Count> counts = differences.counts();
        return views.page(
                call,
                "books",
                Map.of(
                        "verdict",
                        verdict(look, days.getFirst(), counts),
                        "days",
                        days(look, days),
                        "open",
                        open(look, counts)));
    }

    private static Listing.Note verdict(Look look, Day day, List<DiscrepancyStore.Count> counts) {
        long open = counts.stream().mapToLong(DiscrepancyStore.Count::unsettled).sum();
        String rest = open == 0
                ? look.say("No difference is open.", "没有未结差异。")
                : look.say(
                        look.number(open) + (open == 1 ? " difference is open." : " differences are open."),
                        look.number(open) + " 项差异未结。");
        if (day.certificates().isEmpty()) {
            return new Listing.Note(
                    look.say("No certificate of yesterday yet: its statement has not been compared. ", "昨日尚无凭证：账单未比对。")
                            + rest,
                    open == 0 ? "" : "wait");
        }
        return new Listing.Note(
                (day.isWhole()
                                ? look.say("Yesterday is complete. ", "昨日账务完整。")
                                : look.say("Yesterday is not complete. ", "昨日账务不完整。"))
                        + rest,
                day.isWhole() && open == 0 ? "good" : "wait");
    }

    private static Listing days(Look look, List<Day> days) {
        return Listing.of(
                look.say("Bill days", "账单日"),
                "",
                List.of(look.say("Bill day", "账单日"), look.say("State", "状态"), look.say("Certificates", "凭证")),
                days.stream().map(day -> row(look, day)).toList(),
                new Listing.Empty("", ""));
    }

    private static Listing.Row row(Look look, Day day) {
        String count = look.say(
                day.complete() + " of " + day.certificates().size() + " complete",
                day.certificates().size() + " 份中 " + day.complete() + " 份完整");
        Listing.Cell state = day.certificates().isEmpty()
                ? Listing.Cell.signed("idle", look.say("not compared", "未比对"))
                : day.isWhole()
                        ? Listing.Cell.signed("good", look.say("complete", "完整"))
                        : Listing.Cell.signed("warn", look.say("not complete", "不完整"));
        return new Listing.Row(
                day.day().toString(),
                "/statements?day=" + day.day(),
                List.of(
                        Listing.Cell.of(day.day().toString()),
                        state,
                        Listing.Cell.of(day.certificates().isEmpty() ? "–" : count)));
    }

    private static Listing open(Look look, List<DiscrepancyStore.Count> counts) {
        return Listing.of(
                look.say("Open differences", "未结差异"),
                "",
                List.of(
                        look.say("Account", "账户"),
                        look.say("Kind", "类别"),
                        look.say("Open", "未结"),
                        look.say("Oldest", "最久")),
                counts.stream().map(count -> row(look, count)).toList(),
                new Listing.Empty(
                        look.say("No difference is open", "没有未结差异"),
                        look.say("What a statement and our tasks do not agree on shows here.", "账单与任务不一致之处会显示在此。")));
    }

    private static Listing.Row row(Look look, DiscrepancyStore.Count count) {
        String words = DifferenceWords.of(look, count.kind());
        return new Listing.Row(
                count.kind(),
                "/discrepancies?kind=" + Local.encode(count.kind()) + "&source=" + Local.encode(count.source()),
                List.of(
                        Listing.Cell.of(count.source()),
                        Listing.Cell.of(words, words.equals(count.kind()) ? "" : count.kind()),
                        Listing.Cell.signed("warn", look.number(count.unsettled())),
                        Listing.Cell.of(look.span(Duration.ofSeconds(count.oldestSeconds())))));
    }
}
