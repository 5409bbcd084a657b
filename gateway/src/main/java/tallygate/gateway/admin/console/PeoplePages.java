package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tallygate.gateway.admin.account.Accounts;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.User;

/** Users with their sessions, and tokens. */
public final class PeoplePages {
    private final Views views;
    private final Accounts accounts;

    public PeoplePages(Views views, Accounts accounts) {
        this.views = views;
        this.accounts = accounts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/users", Permission.USERS, "", call -> users(call, "")),
                Route.post("/users", Permission.USERS, "", this::addUser).dangerous(),
                Route.post("/users/{name}/reset", Permission.USERS, "", this::reset)
                        .dangerous(),
                Route.post("/users/{name}/disable", Permission.USERS, "", call -> disable(call, true))
                        .dangerous(),
                Route.post("/users/{name}/enable", Permission.USERS, "", call -> disable(call, false))
                        .dangerous(),
                Route.get("/users/{name}", Permission.USERS, "", this::user),
                Route.post("/users/{name}/role", Permission.USERS, "", this::role)
                        .dangerous(),
                Route.post("/users/{name}/sessions/{key}/end", Permission.USERS, "", this::endSession),
                Route.get("/tokens", Permission.USERS, "", call -> tokens(call, "")),
                Route.post("/tokens", Permission.USERS, "", this::addToken).dangerous(),
                Route.post("/tokens/{id}/revoke", Permission.USERS, "", this::revoke));
    }

    private Reply users(Call call, String shown) {
        Look look = views.look(call);
        List<Listing.Row> rows = new ArrayList<>();
        for (User user : accounts.users()) {
            String place = "/users/" + user.name() + "/";
            Listing.Button reset = new Listing.Button(look.say("One-time password", "一次性密码"), place + "reset");
            Listing.Button turn = user.isDisabled()
                    ? new Listing.Button(look.say("Enable", "启用"), place + "enable")
                    : new Listing.Button(look.say("Disable", "停用"), place + "disable");
            rows.add(new Listing.Row(
                    user.name(),
                    "/users/" + Local.encode(user.name()),
                    List.of(
                            Listing.Cell.of(user.name()),
                            Listing.Cell.of(look.roleName(user.role().word())),
                            user.isDisabled()
                                    ? Listing.Cell.signed("idle", look.say("disabled", "已停用"))
                                    : Listing.Cell.signed("good", look.say("active", "正常")),
                            Listing.Cell.of(Integer.toString(user.failures())),
                            Listing.Cell.doing(reset, turn))));
        }
        Listing list = Listing.of(
                        look.say("Users", "用户"),
                        look.say(
                                "Who may sign in. A new user gets a one-time password, shown once.",
                                "可登录的人员。新用户获得一次性密码，仅显示一次。"),
                        List.of(
                                look.say("Name", "用户名"),
                                look.say("Role", "角色"),
                                look.say("State", "状态"),
                                look.say("Wrong passwords in a row", "连续密码错误"),
                                look.say("Do", "操作")),
                        rows,
                        new Listing.Empty("", ""))
                .noting(shown, shown.isEmpty() ? "" : "good")
                .with(new Listing.Form(
                        look.say("Add a user", "添加用户"),
                        "/users",
                        look.say("Add", "添加"),
                        List.of(
                                Listing.Field.text(look.say("Name", "用户名"), "name"),
                                Listing.Field.choice(look.say("Role", "角色"), "role", roles(look)))));
        return views.page(call, "table", Map.of("list", list));
    }

    private Reply addUser(Call call) {
        Role role = Role.of(call.needed("role")).orElseThrow(() -> ProblemException.bad("role", "is none of ours"));
        String password = accounts.add(call.needed("name"), role, call.actor());
        return users(call, once(call, call.needed("name"), password));
    }

    private Reply reset(Call call) {
        return users(call, once(call, call.path("name"), accounts.reset(call.path("name"), call.actor())));
    }

    private String once(Call call, String name, String password) {
        return views.look(call)
                .say(
                        "One-time password of " + name + ", shown only now: " + password,
                        name + " 的一次性密码，仅此次显示：" + password);
    }

    private Reply disable(Call call, boolean isDisabled) {
        accounts.disable(call.path("name"), isDisabled, call.actor(), "console");
        return Reply.seeOther("/users");
    }

    private Reply user(Call call) {
        Look look = views.look(call);
        User user = accounts.find(call.path("name"));
        String place = "/users/" + Local.encode(user.name());
        List<Listing.Row> rows = accounts.sessions(user.name()).stream()
                .map(session -> new Listing.Row(
                        session.key(),
                        "",
                        List.of(
                                Listing.Cell.of(
                                        session.device().origin(),
                                        session.device().agent()),
                                Listing.Cell.of(look.time(session.createdAt())),
                                Listing.Cell.of(look.ago(session.seenAt())),
                                Listing.Cell.of(look.ago(session.endsAt())),
                                Listing.Cell.doing(new Listing.Button(
                                        look.say("Sign it out", "强制退出"),
                                        place + "/sessions/" + session.key() + "/end")))))
                .toList();
        Listing list = Listing.of(
                        user.name(),
                        look.say("Role: ", "角色：")
                                + look.roleName(user.role().word())
                                + (user.isDisabled() ? look.say(", disabled", "，已停用") : "")
                                + look.say(". Below: where they are signed in.", "。以下为其登录会话。"),
                        List.of(
                                look.say("From where", "来源"),
                                look.say("Since", "登录时间"),
                                look.say("Last seen", "最近活动"),
                                look.say("Ends", "结束"),
                                look.say("Do", "操作")),
                        rows,
                        new Listing.Empty(
                                look.say("Not signed in anywhere", "没有登录会话"),
                                look.say("A session shows here until it ends.", "会话在结束前会显示在此。")))
                .under(new Listing.Link(look.say("Users", "用户"), "/users"))
                .with(new Listing.Form(
                        look.say("Change the role", "更改角色"),
                        place + "/role",
                        look.say("Change", "更改"),
                        List.of(
                                new Listing.Field(
                                        look.say("Role", "角色"),
                                        "role",
                                        user.role().word(),
                                        true,
                                        roles(look),
                                        List.of()),
                                Listing.Field.text(look.say("Reason, goes into the audit log", "原因，记入审计"), "reason"))));
        return views.page(call, "table", Map.of("list", list));
    }

    private static List<Listing.Choice> roles(Look look) {
        return Arrays.stream(Role.values())
                .map(role -> new Listing.Choice(role.word(), look.roleName(role.word())))
                .toList();
    }

    private Reply role(Call call) {
        Role role = Role.of(call.needed("role")).orElseThrow(() -> ProblemException.bad("role", "is none of ours"));
        accounts.role(call.path("name"), role, call.actor(), call.needed("reason"));
        return Reply.seeOther("/users/" + Local.encode(call.path("name")));
    }

    private Reply endSession(Call call) {
        accounts.endSession(call.path("name"), call.path("key"), call.actor());
        return Reply.seeOther("/users/" + Local.encode(call.path("name")));
    }

    private Reply tokens(Call call, String shown) {
        Look look = views.look(call);
        List<Listing.Row> rows = new ArrayList<>();
        for (AccessToken token : accounts.tokens()) {
            boolean isGood = token.isGood(look.now());
            String permissions = String.join(
                    " ",
                    token.permissions().stream().map(Permission::word).sorted().toList());
            rows.add(new Listing.Row(
                    Long.toString(token.id()),
                    "",
                    List.of(
                            Listing.Cell.of(token.name(), look.say("by ", "创建人 ") + token.owner()),
                            Listing.Cell.of(permissions),
                            isGood
                                    ? Listing.Cell.signed("good", look.say("good", "有效"))
                                    : Listing.Cell.signed("idle", look.say("revoked or expired", "已吊销或过期")),
                            Listing.Cell.of(token.lastUsedAt().map(look::ago).orElse(look.say("never", "从未"))),
                            isGood
                                    ? Listing.Cell.doing(new Listing.Button(
                                            look.say("Revoke", "吊销"), "/tokens/" + token.id() + "/revoke"))
                                    : Listing.Cell.of(""))));
        }
        List<Listing.Choice> permissions = Arrays.stream(Permission.values())
                .map(permission -> new Listing.Choice(permission.word(), permission(look, permission)))
                .toList();
        Listing list = Listing.of(
                        look.say("Tokens", "令牌"),
                        look.say(
                                "For programs that use the API. Only a digest is kept; a token is shown once.",
                                "供程序调用 API。仅保存摘要，令牌只显示一次。"),
                        List.of(
                                look.say("Token", "令牌"),
                                look.say("Permissions", "权限"),
                                look.say("State", "状态"),
                                look.say("Last used", "最近使用"),
                                look.say("Do", "操作")),
                        rows,
                        new Listing.Empty(look.say("No token yet", "还没有令牌"), look.say("Make one below.", "请在下方创建。")))
                .noting(shown, shown.isEmpty() ? "" : "good")
                .with(new Listing.Form(
                        look.say("Make a token", "创建令牌"),
                        "/tokens",
                        look.say("Make", "创建"),
                        List.of(
                                Listing.Field.text(look.say("Name", "名称"), "name"),
                                Listing.Field.optional(
                                        look.say("Days it lives; empty: until revoked", "有效天数，留空表示直到吊销"), "days"),
                                Listing.Field.checks(look.say("Permissions", "权限"), "permission", permissions))));
        return views.page(call, "table", Map.of("list", list));
    }

    /** The word that the API knows, and what it lets do. */
    private static String permission(Look look, Permission permission) {
        return permission.word()
                + look.say(": ", "：")
                + switch (permission) {
                    case READ -> look.say("see tasks, sagas, lanes and books; no contents", "查看任务、事务、通道与账务，不含回调内容");
                    case PAYLOAD -> look.say("see contents; each look is audited", "查看回调内容，每次查看记入审计");
                    case OPERATE -> look.say("repair tasks and sagas, pause lanes", "处理任务与事务，暂停通道");
                    case RECONCILE -> look.say("statements, discrepancies, certificates", "账单、差异与凭证");
                    case AUDIT -> look.say("read and verify the audit log", "查看并校验审计");
                    case CONFIGURE -> look.say("reload the configuration, change keys", "重新加载配置，更换密钥");
                    case USERS -> look.say("users, sessions and tokens", "用户、会话与令牌");
                };
    }

    private Reply addToken(Call call) {
        String token = accounts.addToken(
                call.needed("name"), call.forms("permission"), call.form("days").orElse(""), call.actor());
        return tokens(call, views.look(call).say("Shown only now: ", "仅此次显示：") + token);
    }

    private Reply revoke(Call call) {
        accounts.revoke(call.id("id"), call.actor());
        return Reply.seeOther("/tokens");
    }
}
