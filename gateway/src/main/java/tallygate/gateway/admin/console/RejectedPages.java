package tallygate.gateway.admin.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.ingest.KeyDesk;
import tallygate.gateway.ingest.Verified;
import tallygate.gateway.task.RejectedRequest;

/** Refused callbacks: each explained with the keys of now, and verified again after a key or a proxy was put right. */
public final class RejectedPages {
    private static final int ROWS = 50;
    /** What one click verifies at most; each may wait for its commit. */
    private static final int VERIFIED_MAX = 200;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern TASK = Pattern.compile("task=(\\d{1,19})");
    private static final Pattern COUNTS = Pattern.compile("(\\d{1,4})-(\\d{1,4})");

    private final Views views;
    private final KeyDesk keys;

    public RejectedPages(Views views, KeyDesk keys) {
        this.views = views;
        this.keys = keys;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/rejected", Permission.READ, "", this::list),
                Route.get("/rejected/{id}", Permission.READ, "", this::show),
                Route.post("/rejected/{id}/verify", Permission.OPERATE, "", this::verify),
                Route.post("/rejected/verify", Permission.OPERATE, "", this::verifyAll));
    }

    private Reply list(Call call) {
        Look look = views.look(call);
        String endpoint = call.query("endpoint").orElse("");
        List<RejectedRequest> found = keys.rejected().list(endpoint, CallbackPages.before(call), ROWS + 1);
        List<Listing.Row> rows =
                found.stream().limit(ROWS).map(one -> row(look, one)).toList();
        Listing list = Listing.of(
                        look.say("Rejected callbacks", "拒收的回调"),
                        look.say(
                                "What was not taken as genuine, kept whole. The sender was told nothing but no.",
                                "未通过验签的请求，已完整保存；对发送方只答复拒绝。"),
                        List.of(
                                look.say("Arrived", "到达"),
                                look.say("Why", "原因"),
                                look.say("From", "来源"),
                                look.say("Verified again", "重新验签")),
                        rows,
                        new Listing.Empty(
                                look.say("Nothing was refused", "没有拒收"),
                                look.say(
                                        "Try a spoiled one: tallygate sign --spoil body --send URL.",
                                        "可用 tallygate sign --spoil body --send URL 试验。")))
                .filtered(new Listing.Filter(look.say("Endpoint", "接入点"), "endpoint", endpoint, choices(endpoint)))
                .further(
                        found.size() > ROWS
                                ? "/rejected?endpoint=" + Local.encode(endpoint) + "&after="
                                        + found.get(ROWS - 1).id()
                                : "");
        Listing noted = call.query("verified")
                .map(counts -> counted(look, list, counts))
                .orElse(list);
        return views.page(call, "table", Map.of("list", look.may("operate") ? withForm(look, noted) : noted));
    }

    private static Listing counted(Look look, Listing list, String counts) {
        Matcher both = COUNTS.matcher(counts);
        return both.matches()
                ? list.noting(
                        look.say(
                                "Verified again: " + both.group(1) + ", genuine now: " + both.group(2) + ".",
                                "已重新验签 " + both.group(1) + " 条，其中 " + both.group(2) + " 条现为真实。"),
                        both.group(2).equals("0") ? "wait" : "good")
                : list;
    }

    /** The endpoints of now, and one that the address asks for. */
    private List<Listing.Choice> choices(String asked) {
        return Stream.concat(keys.endpoints().stream(), Stream.of(asked))
                .filter(name -> !name.isEmpty())
                .distinct()
                .map(name -> new Listing.Choice(name, name))
                .toList();
    }

    private Listing withForm(Look look, Listing list) {
        List<Listing.Choice> endpoints = choices("");
        return endpoints.isEmpty()
                ? list
                : list.with(new Listing.Form(
                        look.say(
                                "Verify the last " + VERIFIED_MAX + " of an endpoint again",
                                "重新验签某接入点最近 " + VERIFIED_MAX + " 条"),
                        "/rejected/verify",
                        look.say("Verify again", "重新验签"),
                        List.of(Listing.Field.choice(look.say("Endpoint", "接入点"), "endpoint", endpoints))));
    }

    private static Listing.Row row(Look look, RejectedRequest one) {
        return new Listing.Row(
                Long.toString(one.id()),
                "/rejected/" + one.id(),
                List.of(
                        Listing.Cell.of(
                                look.time(one.rejection().arrivedAt()),
                                one.rejection().endpoint()),
                        new Listing.Cell(
                                one.rejection().reason().code(),
                                RefusalWords.of(look, one.rejection().reason()),
                                "failed",
                                List.of()),
                        Listing.Cell.of(
                                one.rejection().request().remoteAddress(),
                                look.number(one.rejection().request().body().length) + " B"),
                        one.isIntact()
                                ? Listing.Cell.of(one.result())
                                : Listing.Cell.signed(
                                        "warn",
                                        look.say("damaged in the database, or its key is gone", "在数据库中已损坏，或其密钥已丢失"))));
    }

    private RejectedRequest find(Call call) {
        return keys.rejected()
                .find(call.id("id"))
                .orElseThrow(() -> ProblemException.missing("There is no refused request " + call.path("id") + "."));
    }

    private Reply show(Call call) {
        Look look = views.look(call);
        RejectedRequest one = find(call);
        List<Listing.Row> rows = new ArrayList<>(facts(look, one));
        rows.addAll(verdict(look, keys.explain(one.id())));
        Listing list = Listing.of(
                        look.say("Rejected callback ", "拒收的回调 ") + one.id(),
                        RefusalWords.of(look, one.rejection().reason()),
                        List.of(look.say("Fact", "项目"), look.say("Value", "内容")),
                        rows,
                        new Listing.Empty("", ""))
                .under(new Listing.Link(look.say("Rejected", "拒收"), "/rejected"));
        Matcher tasks = TASK.matcher(one.result());
        while (tasks.find()) {
            list = list.linking(
                    new Listing.Link(look.say("Task ", "任务 ") + tasks.group(1), "/tasks/" + tasks.group(1)));
        }
        if (one.result().startsWith("genuine")) {
            list = list.noting(
                    look.say("It was verified again and is genuine: it has been taken.", "已重新验签为真实，并已受理。"), "good");
        } else if (look.may("operate")) {
            list = list.with(new Listing.Form(
                    look.say("Verify it again as of its arrival", "按到达时刻重新验签"),
                    "/rejected/" + one.id() + "/verify",
                    look.say("Verify again", "重新验签"),
                    List.of()));
        }
        return views.page(call, "table", Map.of("list", list));
    }

    private static List<Listing.Row> facts(Look look, RejectedRequest one) {
        return List.of(
                fact(
                        look.say("Refused for", "拒收原因"),
                        one.rejection().reason().code(),
                        one.rejection().detail()),
                fact(
                        look.say("Endpoint", "接入点"),
                        one.rejection().endpoint(),
                        one.rejection().provider()),
                fact(look.say("Arrived", "到达"), look.time(one.rejection().arrivedAt()), ""),
                fact(look.say("Kept until", "保存至"), look.time(one.keepUntil()), ""),
                fact(
                        look.say("From", "来源"),
                        one.rejection().request().remoteAddress(),
                        look.number(one.rejection().request().body().length) + " B"),
                fact(
                        look.say("Kept bytes", "保存内容"),
                        one.isIntact()
                                ? look.say("as they came", "与到达时一致")
                                : look.say("damaged in the database, or its key is gone", "在数据库中已损坏，或其密钥已丢失"),
                        ""),
                fact(look.say("Verified again", "重新验签"), one.result(), ""));
    }

    /** What the keys of now say to it, from the report that {@code tallygate verify --json} gives too. */
    private static List<Listing.Row> verdict(Look look, Optional<String> report) {
        String now = look.say("With the keys of now", "以当前密钥判断");
        if (report.isEmpty()) {
            return List.of(fact(now, look.say("its endpoint is gone", "接入点已不存在"), ""));
        }
        JsonNode said = read(report.get());
        if (said.path("valid").asBoolean()) {
            return List.of(fact(now, look.say("genuine: verify it again to take it", "真实：重新验签即可受理"), ""));
        }
        List<Listing.Row> rows = new ArrayList<>();
        rows.add(fact(
                now, look.say("refused again: ", "仍被拒收：") + said.path("reason").asText(), ""));
        for (JsonNode finding : said.path("findings")) {
            rows.add(fact(
                    look.say("Explanation", "解释"),
                    RefusalWords.ofFinding(look, finding.path("cause").asText()),
                    finding.path("detail").asText()));
        }
        return rows;
    }

    private static JsonNode read(String report) {
        try {
            return MAPPER.readTree(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report of our own is no JSON", e);
        }
    }

    private static Listing.Row fact(String name, String value, String more) {
        return new Listing.Row(
                "", "", List.of(Listing.Cell.of(name), Listing.Cell.of(value.isEmpty() ? "–" : value, more)));
    }

    private Reply verify(Call call) {
        long id = find(call).id();
        try {
            return switch (keys.reverification().verify(id, call.actor())) {
                case Verified.Taken _, Verified.TakenBefore _, Verified.Refused _ -> Reply.seeOther("/rejected/" + id);
                case Verified.NotStored(var why) ->
                    throw new ProblemException(Problem.of(
                            503, "not-stored", "Not stored", "It is not known to be stored: " + why + ". Try again."));
                case Verified.Impossible(var why) ->
                    throw ProblemException.changedMeanwhile("Not verified: " + why + ".");
            };
        } catch (InterruptedException e) {
            throw stopped();
        }
    }

    private Reply verifyAll(Call call) {
        String endpoint = call.needed("endpoint");
        if (!keys.endpoints().contains(endpoint)) {
            throw ProblemException.bad("endpoint", "is the name of an endpoint");
        }
        try {
            var results = keys.reverification().verifyAll(endpoint, Optional.empty(), VERIFIED_MAX, call.actor());
            long taken = results.values().stream()
                    .filter(Verified.Taken.class::isInstance)
                    .count();
            return Reply.seeOther(
                    "/rejected?endpoint=" + Local.encode(endpoint) + "&verified=" + results.size() + "-" + taken);
        } catch (InterruptedException e) {
            throw stopped();
        }
    }

    private static IllegalStateException stopped() {
        Thread.currentThread().interrupt();
        return new IllegalStateException("this node stops: verify again elsewhere or later");
    }
}
