package tallygate.gateway.admin.console;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;

/** The calls of the API, from the same routes as the OpenAPI document: what each is for, who may make it, what goes in and out. */
public final class ApiPage {
    private final Views views;
    private final Supplier<List<Route>> all;

    /** @param all every route of the listener */
    public ApiPage(Views views, Supplier<List<Route>> all) {
        this.views = views;
        this.all = all;
    }

    public List<Route> routes() {
        return List.of(Route.get("/api", Permission.READ, "", this::calls));
    }

    private Reply calls(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = all.get().stream()
                .filter(Route::isApi)
                .sorted(Comparator.comparing(Route::pattern).thenComparing(Route::method))
                .map(route -> row(look, route))
                .toList();
        Listing list = Listing.of(
                        look.say("API", "接口"),
                        look.say(
                                "Every page and deed of this console as a call, with a token of the right permission."
                                        + " Writes take an Idempotency-Key; errors are problem+json; lists page by"
                                        + " cursor.",
                                "本控制台的每个页面和操作都有对应的接口调用，需要具备相应权限的令牌。写入请求可带 Idempotency-Key；错误为"
                                        + " problem+json；列表用游标翻页。"),
                        List.of(
                                look.say("Call", "调用"),
                                look.say("What it does", "作用"),
                                look.say("Permission", "权限"),
                                look.say("In, out", "输入与输出")),
                        rows,
                        new Listing.Empty(look.say("No calls", "没有接口"), ""))
                .linking(new Listing.Link(look.say("OpenAPI 3.1 document", "OpenAPI 3.1 文档"), "/api/v1/openapi.json"));
        return views.page(call, "table", Map.of("list", list));
    }

    private static Listing.Row row(Look look, Route route) {
        String permission = route.access()
                .needs()
                .map(needs -> needs.name().toLowerCase(Locale.ROOT))
                .orElse(look.say("open to all", "公开"));
        String stepUp = route.access().isDangerous() ? look.say("password asked again", "需再次输入密码") : "";
        String queries = route.doc().query().keySet().stream()
                .sorted()
                .map(name -> "?" + name)
                .collect(Collectors.joining(" "));
        String in = route.doc().body().map(Class::getSimpleName).orElse(queries);
        String out = route.doc().answers().map(Class::getSimpleName).orElse("");
        return new Listing.Row(
                route.method() + " " + route.pattern(),
                "",
                List.of(
                        Listing.Cell.of(route.method() + " " + route.pattern()),
                        Listing.Cell.of(route.doc().summary()),
                        Listing.Cell.of(permission, stepUp),
                        Listing.Cell.of(in, out)));
    }
}
