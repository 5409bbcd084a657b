package tallygate.gateway.admin.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.admin.api.EndpointsApi;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.ingest.EndpointDesk;

/** Endpoints: the address to register, keys with age, end and share of the traffic, the last callbacks, a test. */
public final class EndpointPages {
    private static final Duration KEY_ENDS_SOON = Duration.ofDays(30);
    private static final Duration QUIET = Duration.ofHours(1);
    private static final int SHOWN = 5;

    private final Views views;
    private final EndpointDesk desk;
    private final EndpointsApi api;
    private final DeskStore tasks;

    public EndpointPages(Views views, EndpointDesk desk, DeskStore tasks) {
        this.views = views;
        this.desk = desk;
        this.api = new EndpointsApi(desk);
        this.tasks = tasks;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/endpoints", Permission.READ, "", this::list),
                Route.get("/endpoints/{name}", Permission.READ, "", call -> show(call, Optional.empty())),
                Route.post("/endpoints/{name}/test", Permission.CONFIGURE, "", this::test)
                        .dangerous());
    }

    /** How an endpoint is, in a word with its sign. */
    public record State(String sign, String text) {}

    static State state(Look look, EndpointDesk.EndpointUse use) {
        Optional<Instant> end = use.keys().stream()
                .flatMap(key -> key.key().notAfter().stream())
                .min(Instant::compareTo)
                .filter(at -> at.isBefore(look.now().plus(KEY_ENDS_SOON)));
        if (end.isPresent()) {
            return new State(
                    "warn",
                    end.get().isBefore(look.now())
                            ? look.say("A key has ended", "有密钥已到期")
                            : look.say("A key ends ", "有密钥将到期：") + look.ago(end.get()));
        }
        if (use.refused() > 0 && use.signed() == 0) {
            return new State("failed", look.say("Refuses everything", "全部拒收"));
        }
        return use.last()
                .map(at -> at.isBefore(look.now().minus(QUIET))
                        ? new State("idle", look.say("Quiet", "无回调"))
                        : new State("success", look.say("Receiving", "接收中")))
                .orElseGet(() -> new State("idle", look.say("Nothing yet", "尚无回调")));
    }

    private Reply list(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = new ArrayList<>();
        for (EndpointDesk.EndpointUse use : desk.endpoints()) {
            State state = state(look, use);
            rows.add(new Listing.Row(
                    use.endpoint().name(),
                    "/endpoints/" + Local.encode(use.endpoint().name()),
                    List.of(
                            Listing.Cell.of(
                                    use.endpoint().name(), use.endpoint().provider()),
                            Listing.Cell.signed(state.sign(), state.text()),
                            Listing.Cell.of(use.last().map(look::ago).orElse("–")),
                            Listing.Cell.of(look.number(use.signed())),
                            Listing.Cell.of(look.number(use.refused())),
                            Listing.Cell.of(Integer.toString(use.keys().size())),
                            Listing.Cell.of(use.endpoint().route()))));
        }
        Listing list = Listing.of(
                look.say("Endpoints", "接入点"),
                look.say(
                        "One endpoint is one address that a provider calls. Figures are this node's since its start.",
                        "一个接入点是支付方回调的一个地址。数字为本节点启动以来的统计。"),
                List.of(
                        look.say("Endpoint", "接入点"),
                        look.say("State", "状态"),
                        look.say("Last callback", "最近回调"),
                        look.say("Genuine", "验签通过"),
                        look.say("Refused", "拒收"),
                        look.say("Keys", "密钥"),
                        look.say("Route", "路由")),
                rows,
                new Listing.Empty(
                        look.say("No endpoint yet", "还没有接入点"),
                        look.say(
                                "Add one under endpoints: in the configuration and reload.",
                                "请在配置的 endpoints: 下添加并重新加载。")));
        return views.page(call, "table", Map.of("list", list));
    }

    private Reply test(Call call) {
        EndpointsApi.Test wanted = new EndpointsApi.Test(
                call.form("type"),
                call.form("spoil").filter(word -> !word.equals("nothing")),
                Optional.of(call.form("deliver").isPresent()));
        return show(call, Optional.of(api.test(call.path("name"), wanted, call.actor())));
    }

    private Reply show(Call call, Optional<EndpointDesk.Tried.Answered> tried) {
        Look look = views.look(call);
        EndpointDesk.EndpointUse use = api.find(call.path("name"));
        TaskSearch.Filter filter = new TaskSearch.Filter(
                Optional.empty(),
                Optional.empty(),
                Optional.of(use.endpoint().name()),
                Optional.empty(),
                Optional.empty());
        List<TaskView> last = tasks
                .search(new TaskSearch(
                        Optional.empty(), Set.of(), filter, TaskSearch.Span.EVER, Optional.empty(), SHOWN))
                .tasks()
                .stream()
                .map(TaskView::of)
                .toList();
        return views.page(call, "endpoint", Map.of("view", new EndpointView(use, state(look, use), last, tried)));
    }
}
