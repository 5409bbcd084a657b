package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tallygate.gateway.admin.account.Accounts;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.User;

/** Users, tokens, and what needs a second person. */
public final class PeoplePages {
    private final Views views;
    private final Accounts accounts;
    private final ApprovalStore approvals;

    public PeoplePages(Views views, Accounts accounts, ApprovalStore approvals) {
        this.views = views;
        this.accounts = accounts;
        this.approvals = approvals;
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
                Route.get("/tokens", Permission.USERS, "", call -> tokens(call, "")),
                Route.post("/tokens", Permission.USERS, "", this::addToken).dangerous(),
                Route.post("/tokens/{id}/revoke", Permission.USERS, "", this::revoke),
                Route.get("/approvals", Permission.READ, "", this::approvals),
                Route.get("/approvals/{id}", Permission.READ, "", this::approval),
                Route.post("/approvals/{id}/agree", Permission.OPERATE, "", call -> decide(call, true))
                        .dangerous(),
                Route.post("/approvals/{id}/refuse", Permission.OPERATE, "", call -> decide(call, false)));
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
                    "",
                    List.of(
                            Listing.Cell.of(user.name()),
                            Listing.Cell.of(look.roleName(user.role().word())),
                            user.isDisabled()
                                    ? Listing.Cell.signed("idle", look.say("disabled", "已停用"))
                                    : Listing.Cell.signed("good", look.say("active", "正常")),
                            Listing.Cell.of(Integer.toString(user.failures())),
                            Listing.Cell.doing(reset, turn))));
        }
        List<Listing.Choice> roles = Arrays.stream(Role.values())
                .map(role -> new Listing.Choice(role.word(), look.roleName(role.word())))
                .toList();
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
                                Listing.Field.choice(look.say("Role", "角色"), "role", roles))));
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
        if (isDisabled && call.path("name").equals(call.actor().name())) {
            throw ProblemException.forbidden("Nobody disables themselves.");
        }
        accounts.disable(call.path("name"), isDisabled, call.actor(), "console");
        return Reply.seeOther("/users");
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
                .map(permission -> new Listing.Choice(permission.word(), permission.word()))
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

    private Reply addToken(Call call) {
        String token = accounts.addToken(
                call.needed("name"), call.forms("permission"), call.form("days").orElse(""), call.actor());
        return tokens(call, views.look(call).say("Shown only now: ", "仅此次显示：") + token);
    }

    private Reply revoke(Call call) {
        accounts.revoke(call.id("id"), call.actor());
        return Reply.seeOther("/tokens");
    }

    private Reply approvals(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = approvals.list(100).stream()
                .map(approval -> new Listing.Row(
                        Long.toString(approval.id()),
                        "/approvals/" + approval.id(),
                        List.of(
                                Listing.Cell.of(approval.what().action() + " "
                                        + approval.what().objectId()),
                                Listing.Cell.of(
                                        approval.effect(), approval.asked().reason()),
                                Listing.Cell.of(
                                        approval.asked().by(),
                                        look.ago(approval.asked().at())),
                                state(look, approval))))
                .toList();
        Listing list = Listing.of(
                look.say("Approvals", "审批"),
                look.say("What one person asked for and another one decides, within a day.", "一人发起、另一人决定，24 小时内有效。"),
                List.of(
                        look.say("Deed", "操作"),
                        look.say("Effect", "效果"),
                        look.say("Asked by", "发起人"),
                        look.say("State", "状态")),
                rows,
                new Listing.Empty(
                        look.say("Nothing waits for a second person", "没有等待审批的操作"),
                        look.say("Forcing an outcome and large bulk retries come here.", "强制结果与大批量重试会出现在此。")));
        return views.page(call, "table", Map.of("list", list));
    }

    private static Listing.Cell state(Look look, Approval approval) {
        return switch (approval.state()) {
            case OPEN ->
                Listing.Cell.signed("person", look.say("waits, ends ", "等待，截止 ") + look.ago(approval.expiresAt()));
            case DONE -> Listing.Cell.signed("good", look.say("agreed and done", "已批准并执行"));
            case REFUSED -> Listing.Cell.signed("failed", look.say("refused", "已拒绝"));
            case OVERTAKEN -> Listing.Cell.signed("warn", look.say("overtaken: nothing done", "情况已变，未执行"));
        };
    }

    private Reply approval(Call call) {
        Approval approval = approvals
                .find(call.id("id"))
                .orElseThrow(() -> ProblemException.missing("There is no approval " + call.path("id") + "."));
        Look look = views.look(call);
        return views.page(
                call,
                "approval",
                Map.of(
                        "approval",
                        approval,
                        "isOwn",
                        approval.asked().by().equals(look.reader().name())));
    }

    private Reply decide(Call call, boolean isAgreed) {
        ApprovalStore.Outcome outcome = approvals.decide(
                call.id("id"), isAgreed, call.actor(), call.form("reason").orElse(""));
        return switch (outcome) {
            case DONE, REFUSED, OVERTAKEN -> Reply.seeOther("/approvals/" + call.id("id"));
            case SAME_PERSON -> throw ProblemException.forbidden("Another person has to agree to what you asked for.");
            case CLOSED -> throw ProblemException.changedMeanwhile("It was decided before, or its day is over.");
            case MISSING -> throw ProblemException.missing("There is no such approval.");
        };
    }
}
