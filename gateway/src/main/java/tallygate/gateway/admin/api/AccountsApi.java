package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.admin.account.Accounts;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.User;

/** Users and tokens. */
public final class AccountsApi {
    private final Accounts accounts;

    public AccountsApi(Accounts accounts) {
        this.accounts = accounts;
    }

    public record UserView(String name, String role, boolean isDisabled, boolean mustChange) {
        static UserView of(User user) {
            return new UserView(user.name(), user.role().word(), user.isDisabled(), user.mustChange());
        }
    }

    public record NewUser(String name, String role) {}

    /** What is shown once and kept nowhere. */
    public record Once(String name, String secret) {}

    public record NewRole(String role, String reason) {}

    /** Somebody signed in. */
    public record SessionView(String key, Instant since, Instant seenAt, Instant endsAt, String origin, String agent) {
        static SessionView of(Session session) {
            return new SessionView(
                    session.key(),
                    session.createdAt(),
                    session.seenAt(),
                    session.endsAt(),
                    session.device().origin(),
                    session.device().agent());
        }
    }

    public record TokenView(
            long id,
            String name,
            List<String> permissions,
            String owner,
            Optional<Instant> expiresAt,
            boolean isRevoked) {
        static TokenView of(AccessToken token) {
            List<String> words =
                    token.permissions().stream().map(Permission::word).sorted().toList();
            return new TokenView(
                    token.id(),
                    token.name(),
                    words,
                    token.owner(),
                    token.expiresAt(),
                    token.revokedAt().isPresent());
        }
    }

    /** A token to be made; it lives so many days, or until it is revoked. */
    public record NewToken(String name, List<String> permissions, Optional<String> days) {}

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/users", Permission.USERS, "Users", _ -> users())
                        .lists(UserView.class),
                Route.post("/api/v1/users", Permission.USERS, "Add a user with a one-time password", this::add)
                        .body(NewUser.class)
                        .answers(Once.class)
                        .shownOnce()
                        .dangerous(),
                Route.post(
                                "/api/v1/users/{name}/reset",
                                Permission.USERS,
                                "A new one-time password; sessions end",
                                this::reset)
                        .answers(Once.class)
                        .shownOnce()
                        .dangerous(),
                Route.post("/api/v1/users/{name}/role", Permission.USERS, "Another role", this::role)
                        .body(NewRole.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/users/{name}/disable",
                                Permission.USERS,
                                "Sessions end, no way in",
                                call -> turn(call, true))
                        .dangerous(),
                Route.post(
                                "/api/v1/users/{name}/enable",
                                Permission.USERS,
                                "May sign in again",
                                call -> turn(call, false))
                        .dangerous(),
                Route.get(
                                "/api/v1/users/{name}",
                                Permission.USERS,
                                "One user",
                                call -> Reply.ok(UserView.of(accounts.find(call.path("name")))))
                        .answers(UserView.class),
                Route.get(
                                "/api/v1/users/{name}/sessions",
                                Permission.USERS,
                                "Who is signed in as this user",
                                call -> sessions(call))
                        .lists(SessionView.class),
                Route.post(
                        "/api/v1/users/{name}/sessions/{key}/end", Permission.USERS, "Sign it out", this::endSession),
                Route.get("/api/v1/tokens", Permission.USERS, "Tokens, without their values", _ -> tokens())
                        .lists(TokenView.class),
                Route.post("/api/v1/tokens", Permission.USERS, "Make a token", this::addToken)
                        .body(NewToken.class)
                        .answers(Once.class)
                        .shownOnce()
                        .dangerous(),
                Route.post("/api/v1/tokens/{id}/revoke", Permission.USERS, "Revoke a token", this::revoke));
    }

    private Reply users() {
        return Reply.ok(new Page<>(accounts.users().stream().map(UserView::of).toList(), Optional.empty()));
    }

    private Reply add(Call call) {
        NewUser wanted = call.body(NewUser.class);
        String secret = accounts.add(text("name", wanted.name()), roleOf(wanted.role()), call.actor());
        return Reply.json(201, new Once(wanted.name(), secret));
    }

    private static Role roleOf(String word) {
        return Role.of(text("role", word))
                .orElseThrow(() -> ProblemException.bad("role", "is viewer, operator, finance or admin"));
    }

    private static String text(String name, String value) {
        return Optional.ofNullable(value)
                .filter(given -> !given.isBlank())
                .orElseThrow(() -> ProblemException.bad(name, "is needed"));
    }

    private Reply reset(Call call) {
        return Reply.ok(new Once(call.path("name"), accounts.reset(call.path("name"), call.actor())));
    }

    private Reply role(Call call) {
        NewRole wanted = call.body(NewRole.class);
        accounts.role(call.path("name"), roleOf(wanted.role()), call.actor(), text("reason", wanted.reason()));
        return Reply.none();
    }

    private Reply turn(Call call, boolean isDisabled) {
        accounts.disable(call.path("name"), isDisabled, call.actor(), "API");
        return Reply.none();
    }

    private Reply sessions(Call call) {
        return Reply.ok(new Page<>(
                accounts.sessions(call.path("name")).stream()
                        .map(SessionView::of)
                        .toList(),
                Optional.empty()));
    }

    private Reply endSession(Call call) {
        accounts.endSession(call.path("name"), call.path("key"), call.actor());
        return Reply.none();
    }

    private Reply tokens() {
        return Reply.ok(new Page<>(accounts.tokens().stream().map(TokenView::of).toList(), Optional.empty()));
    }

    private Reply addToken(Call call) {
        NewToken wanted = call.body(NewToken.class);
        List<String> permissions = Optional.ofNullable(wanted.permissions()).orElse(List.of());
        String secret = accounts.addToken(
                text("name", wanted.name()), permissions, wanted.days().orElse(""), call.actor());
        return Reply.json(201, new Once(wanted.name(), secret));
    }

    private Reply revoke(Call call) {
        accounts.revoke(call.id("id"), call.actor());
        return Reply.none();
    }
}
