package tallygate.gateway.admin.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.reconcile.StoredCertificate;

/** A bill day: the statements that were taken, and what each endpoint's day came to. */
public final class StatementPages {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Views views;
    private final StatementStore store;
    private final Supplier<Set<String>> accounts;

    /** @param accounts of the configuration in force */
    public StatementPages(Views views, StatementStore store, Supplier<Set<String>> accounts) {
        this.views = views;
        this.store = store;
        this.accounts = accounts;
    }

    public List<Route> routes() {
        return List.of(Route.get("/statements", Permission.READ, "", this::day));
    }

    private Reply day(Call call) {
        Look look = views.look(call);
        LocalDate day = call.query("day")
                .map(StatementPages::day)
                .orElseGet(() -> look.now().atZone(look.zone()).toLocalDate().minusDays(1));
        List<Listing.Row> rows = new ArrayList<>();
        store.certificates(day).forEach(certificate -> rows.add(certificate(look, certificate)));
        for (String account : accounts.get()) {
            store.files(account, day).forEach(file -> rows.add(file(look, account, file)));
        }
        Listing list = Listing.of(
                        look.say("Statements and certificates", "账单与完整性凭证"),
                        look.say("What was taken of bill day ", "账单日 ")
                                + day
                                + look.say(", and what it came to.", " 已取得的账单及其核对结果。"),
                        List.of(
                                look.say("Of", "对象"),
                                look.say("Kind", "类别"),
                                look.say("State", "状态"),
                                look.say("Detail", "说明")),
                        rows,
                        new Listing.Empty(
                                look.say("Nothing of this day", "当日没有记录"),
                                look.say(
                                        "Bring a statement, or import it: tallygate reconcile import.",
                                        "请上传账单，或用 tallygate reconcile import 导入。")))
                .filtered(new Listing.Filter(look.say("Bill day", "账单日"), "day", day.toString()))
                .linking(new Listing.Link(look.say("Bring a statement", "上传账单"), "/statements/upload"))
                .linking(new Listing.Link(look.say("Day before", "前一天"), "/statements?day=" + day.minusDays(1)))
                .linking(new Listing.Link(look.say("Day after", "后一天"), "/statements?day=" + day.plusDays(1)));
        return views.page(call, "table", Map.of("list", list));
    }

    private static LocalDate day(String text) {
        try {
            LocalDate day = LocalDate.parse(text);
            if (day.getYear() >= 2000 && day.getYear() < 3000) {
                return day;
            }
        } catch (DateTimeException e) {
            throw ProblemException.bad("day", "is a day such as 2026-03-01");
        }
        throw ProblemException.bad("day", "is a day of the years 2000 to 2999");
    }

    private static Listing.Row certificate(Look look, StoredCertificate one) {
        List<String> open = new ArrayList<>();
        read(one.body()).path("incompleteBecause").forEach(reason -> open.add(reason.asText()));
        return new Listing.Row(
                one.endpoint(),
                "/statements/certificates/" + one.day() + "/" + Local.encode(one.endpoint()),
                List.of(
                        Listing.Cell.of(one.endpoint(), one.source()),
                        Listing.Cell.of(look.say("certificate", "完整性凭证"), look.time(one.madeAt())),
                        one.isComplete()
                                ? Listing.Cell.signed("good", look.say("complete", "完整"))
                                : Listing.Cell.signed("warn", look.say("not complete", "不完整")),
                        Listing.Cell.of(String.join("; ", open), "SHA-256 " + one.digest())));
    }

    private static JsonNode read(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a certificate that was kept is no JSON", e);
        }
    }

    private static Listing.Row file(Look look, String account, StatementStore.StoredFile file) {
        return new Listing.Row(
                Long.toString(file.id()),
                "",
                List.of(
                        Listing.Cell.of(file.name(), account),
                        Listing.Cell.of(look.say("statement", "账单")),
                        file.isTaken()
                                ? Listing.Cell.signed("good", look.say("taken", "已取得"))
                                : Listing.Cell.signed("warn", look.say("cut off or under way", "导入中或中断")),
                        Listing.Cell.of(
                                look.say("rows: ", "行数：") + look.number(file.rowsNew()),
                                look.say("known before: ", "此前已有：") + look.number(file.rowsKnown()))));
    }
}
