package tallygate.gateway.admin.console;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.account.Cookies;
import tallygate.gateway.admin.account.SignIn;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.User;
import tallygate.signature.Header;

/** Signing in and out, passwords, a person's own settings and sessions. */
public final class DoorPages {
    private final Views views;
    private final SignIn signIn;
    private final IdentityStore store;
    private final boolean hasProvider;

    /** @param hasProvider people may come by an identity provider, too */
    public DoorPages(Views views, SignIn signIn, IdentityStore store, boolean hasProvider) {
        this.hasProvider = hasProvider;
        this.views = views;
        this.signIn = signIn;
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.open("GET", "/login", "", call -> login(call, 200, "")),
                Route.open("POST", "/login", "", this::enter),
                Route.post("/logout", Permission.READ, "", this::leave),
                Route.get("/password", Permission.READ, "", call -> password(call, 200, "")),
                Route.post("/password", Permission.READ, "", this::change),
                Route.get("/confirm", Permission.READ, "", call -> confirm(call, 200, to(call), "")),
                Route.post("/confirm", Permission.READ, "", this::confirmed),
                Route.get("/account", Permission.READ, "", this::account),
                Route.post("/account", Permission.READ, "", this::preferences),
                Route.post("/account/sessions/{key}/end", Permission.READ, "", this::endSession));
    }

    private static String to(Call call) {
        return Local.path(call.query("to").or(() -> call.form("to")).orElse("/"));
    }

    private Reply login(Call call, int status, String fault) {
        return views.page(
                status, views.look(call), "login", Map.of("to", to(call), "fault", fault, "hasProvider", hasProvider));
    }

    private Reply enter(Call call) {
        String site = call.header("Sec-Fetch-Site").orElse("same-origin");
        if (!site.equals("same-origin") && !site.equals("none")) {
            throw ProblemException.forbidden("This form did not come from our page.");
        }
        Look look = views.look(call);
        Session.Device device = new Session.Device(
                call.request().remoteAddress(), call.header("User-Agent").orElse(""));
        return switch (signIn.enter(
                call.form("name").orElse(""), call.form("password").orElse(""), device)) {
            case SignIn.Try.In in -> Reply.seeOther(to(call), List.of(Cookies.set(call.request(), in.cookie())));
            case SignIn.Try.Wrong() -> login(call, 401, look.say("Wrong name or password.", "用户名或密码错误。"));
            case SignIn.Try.Locked locked ->
                login(
                        call,
                        429,
                        look.say(
                                "Too many wrong passwords. The next try counts " + look.ago(locked.until()) + ".",
                                "密码错误次数过多，" + look.ago(locked.until()) + "可再试。"));
        };
    }

    private Reply leave(Call call) {
        Caller.Person person = person(call);
        store.end(person.session().key(), call.actor(), "signed out");
        return Reply.seeOther(
                "/login", List.of(Cookies.clear(call.request()), new Header("Clear-Site-Data", "\"cache\"")));
    }

    private Reply password(Call call, int status, String fault) {
        boolean isFirst = person(call).user().mustChange();
        return views.page(status, views.look(call), "password", Map.of("fault", fault, "isFirst", isFirst));
    }

    private Reply change(Call call) {
        Caller.Person person = person(call);
        Optional<String> fault = signIn.change(
                person.user(),
                person.session(),
                call.form("old").orElse(""),
                call.form("fresh").orElse(""));
        return fault.isEmpty() ? Reply.seeOther("/") : password(call, 422, fault(views.look(call), fault.get()));
    }

    private static String fault(Look look, String code) {
        return switch (code) {
            case "password.length" -> look.say("It has 12 to 256 characters.", "密码长度须为 12 至 256 个字符。");
            case "password.name" -> look.say("It must not contain your name.", "密码不能包含用户名。");
            case "password.same" -> look.say("It must be another one.", "新密码不能与当前密码相同。");
            case "password.plain" -> look.say("Too few different characters.", "不同字符过少。");
            default -> look.say("The present password is wrong.", "当前密码错误。");
        };
    }

    private Reply confirm(Call call, int status, String to, String fault) {
        boolean isExternal = person(call).user().isExternal();
        return views.page(
                status, views.look(call), "confirm", Map.of("to", to, "fault", fault, "isExternal", isExternal));
    }

    private Reply confirmed(Call call) {
        Caller.Person person = person(call);
        return signIn.confirm(
                        person.user(), person.session(), call.form("password").orElse(""))
                .map(cookie -> Reply.seeOther(to(call), List.of(Cookies.set(call.request(), cookie))))
                .orElseGet(() -> confirm(call, 401, to(call), views.look(call).say("Wrong password.", "密码错误。")));
    }

    private Reply account(Call call) {
        Caller.Person person = person(call);
        Look look = views.look(call);
        List<Listing.Row> rows = store.sessions(Optional.of(person.user().id())).stream()
                .map(session -> row(look, session, person.session()))
                .toList();
        Listing list = Listing.of(
                        look.say("Settings and sessions", "设置与会话"),
                        look.say("Where you are signed in. End what you do not know.", "已登录的位置。请结束不认识的会话。"),
                        List.of(
                                look.say("From", "来源"),
                                look.say("Signed in", "登录时间"),
                                look.say("Last request", "最近请求"),
                                ""),
                        rows,
                        new Listing.Empty("", ""))
                .linking(new Listing.Link(look.say("Change the password", "修改密码"), "/password"))
                .with(settings(look));
        return views.page(call, "table", Map.of("list", list));
    }

    private static Listing.Row row(Look look, Session session, Session own) {
        boolean isOwn = session.key().equals(own.key());
        return new Listing.Row(
                "",
                "",
                List.of(
                        Listing.Cell.of(
                                session.device().origin(), session.device().agent()),
                        Listing.Cell.of(look.time(session.createdAt())),
                        Listing.Cell.of(isOwn ? look.say("this one", "当前会话") : look.ago(session.seenAt())),
                        isOwn
                                ? Listing.Cell.of("")
                                : Listing.Cell.doing(new Listing.Button(
                                        look.say("End", "结束"), "/account/sessions/" + session.key() + "/end"))));
    }

    private static Listing.Form settings(Look look) {
        User.Preferences now = look.reader().preferences();
        return new Listing.Form(
                look.say("How the console looks", "界面"),
                "/account",
                look.say("Save", "保存"),
                List.of(
                        field(
                                look.say("Language", "语言"),
                                "language",
                                now.language(),
                                List.of(
                                        new Listing.Choice("", look.say("as the browser says", "跟随浏览器")),
                                        new Listing.Choice("en", "English"),
                                        new Listing.Choice("zh-Hans", "简体中文"))),
                        field(
                                look.say("Theme", "主题"),
                                "theme",
                                now.theme(),
                                List.of(
                                        new Listing.Choice("auto", look.say("as the system says", "跟随系统")),
                                        new Listing.Choice("light", look.say("light", "浅色")),
                                        new Listing.Choice("dark", look.say("dark", "深色")))),
                        new Listing.Field(look.say("Time zone", "时区"), "zone", now.zone(), true, List.of(), List.of()),
                        field(
                                look.say("Single-key shortcuts", "单键快捷键"),
                                "keys",
                                now.hasKeys() ? "on" : "off",
                                List.of(
                                        new Listing.Choice("on", look.say("on", "开启")),
                                        new Listing.Choice("off", look.say("off", "关闭"))))));
    }

    private static Listing.Field field(String label, String name, String value, List<Listing.Choice> choices) {
        return new Listing.Field(label, name, value, true, choices, List.of());
    }

    private Reply preferences(Call call) {
        String language = call.form("language").orElse("");
        String theme = call.form("theme").orElse("auto");
        String zone = call.form("zone").orElse("UTC");
        if (!List.of("", "en", "zh-Hans").contains(language)
                || !List.of("auto", "light", "dark").contains(theme)
                || !ZoneId.getAvailableZoneIds().contains(zone)) {
            throw ProblemException.bad("form", "holds a language, theme or zone that there is not");
        }
        boolean hasKeys = call.form("keys").orElse("on").equals("on");
        store.preferences(person(call).user().id(), new User.Preferences(language, theme, zone, hasKeys));
        return Reply.seeOther("/account");
    }

    private Reply endSession(Call call) {
        Caller.Person person = person(call);
        boolean isOwn = store.session(call.path("key"))
                .filter(session -> session.userId() == person.user().id())
                .isPresent();
        if (!isOwn || !store.end(call.path("key"), call.actor(), "ended by its user")) {
            throw ProblemException.missing("There is no such session of yours.");
        }
        return Reply.seeOther("/account");
    }

    private static Caller.Person person(Call call) {
        if (call.caller() instanceof Caller.Person person) {
            return person;
        }
        throw ProblemException.forbidden("This page is for people who are signed in.");
    }
}
