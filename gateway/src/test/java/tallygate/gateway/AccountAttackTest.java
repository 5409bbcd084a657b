package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.account.SessionTimes;
import tallygate.gateway.admin.account.SignIn;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Passwords;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.Session;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;

/** Ways around signing in and around the second person, by somebody who has an account of their own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountAttackTest {
    private static final String PASSWORD = "correct horse battery";
    private static final Session.Device DEVICE = new Session.Device("203.0.113.7", "");

    private final DeskRig rig = new DeskRig();

    @AfterAll
    void close() {
        rig.close();
    }

    private Browser confirmed(String name, Role role) {
        Browser browser = rig.person(name, role);
        browser.post("/confirm", Map.of("password", PASSWORD));
        return browser;
    }

    private static String once(HttpReply reply) {
        assertThat(reply.status()).as(body(reply)).isEqualTo(201);
        return body(reply).replaceAll(".*\"secret\":\"([^\"]+)\".*", "$1");
    }

    private static String asked(HttpReply reply) {
        assertThat(reply.status()).as(body(reply)).isEqualTo(202);
        return body(reply).replaceAll("\\D", "");
    }

    private String edit(String token, TaskId task) {
        return asked(rig.apiAs(
                token,
                "POST",
                "/api/v1/tasks/" + task + "/content",
                "{\"content\":\"{}\",\"reason\":\"the amount was wrong\"}"));
    }

    @Test
    @Tag("T-34")
    void whoAsksByATokenOfTheirsIsNoSecondPerson() {
        Browser lin = confirmed("lin", Role.ADMIN);
        TaskId task = rig.failed("evt-token", "422");
        String first = once(lin.api(
                "POST", "/api/v1/tokens", "{\"name\":\"bot\",\"permissions\":[\"operate\",\"users\"],\"days\":\"1\"}"));
        String second = once(rig.apiAs(
                first,
                "POST",
                "/api/v1/tokens",
                "{\"name\":\"bots-bot\",\"permissions\":[\"operate\"],\"days\":\"1\"}"));
        for (String token : List.of(first, second)) {
            String approval = edit(token, task);
            assertThat(lin.api("POST", "/api/v1/approvals/" + approval + "/agree", "{}")
                            .status())
                    .isEqualTo(403);
            assertThat(rig.column("SELECT status FROM approval WHERE id = ?", approval))
                    .containsExactly("0");
        }
        Browser marta = confirmed("marta", Role.OPERATOR);
        assertThat(marta.api("POST", "/api/v1/approvals/" + edit(second, task) + "/agree", "{}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    @Tag("T-35")
    void whoCouldNotAskForAKeysRevocationCannotAgreeToIt() {
        String approval = asked(rig.api(
                "POST",
                "/api/v1/endpoints/shop-stripe/keys/secret-1/revoke",
                "{\"from\":\"2026-11-30T08:00:00Z\",\"reason\":\"it was in a public repository\"}"));
        Browser operator = confirmed("olga", Role.OPERATOR);
        assertThat(operator.api("POST", "/api/v1/approvals/" + approval + "/agree", "{}")
                        .status())
                .isEqualTo(403);
        assertThat(operator.post("/approvals/" + approval + "/agree", Map.of()).status())
                .isEqualTo(403);
        Browser admin = confirmed("adam", Role.ADMIN);
        assertThat(admin.post("/approvals/" + approval + "/agree", Map.of()).status())
                .isEqualTo(303);
        assertThat(rig.column("SELECT status FROM approval WHERE id = ?", approval))
                .containsExactly("1");
        rig.change("DELETE FROM key_revocation");
    }

    @Test
    @Tag("T-29")
    void onePasswordTriedOnManyNamesStopsAtTheAddress() {
        rig.person("anna", Role.VIEWER);
        Instant now = Instant.parse("2026-12-01T08:00:00Z");
        SignIn signIn = signIn(rig.stores().identity(), Clock.fixed(now, ZoneOffset.UTC));
        for (int i = 0; i < 30; i++) {
            assertThat(signIn.enter("name-" + i, "Winter2026 Winter2026", DEVICE))
                    .isInstanceOf(SignIn.Try.Wrong.class);
        }
        assertThat(signIn.enter("anna", PASSWORD, DEVICE))
                .as("nothing is tried from there")
                .isEqualTo(new SignIn.Try.Locked(now.plusSeconds(3)));
        assertThat(signIn.enter("anna", PASSWORD, new Session.Device("203.0.113.8", "")))
                .as("from another address")
                .isInstanceOf(SignIn.Try.In.class);
    }

    private static SignIn signIn(IdentityStore store, Clock clock) {
        var dice = new SecureRandom();
        return new SignIn(store, new Passwords(dice), new Secrets(dice), clock, SessionTimes.standard());
    }

    /** The store as it is when a crowd of guesses at once has locked the name after this one was let through. */
    private IdentityStore lockedMeanwhile(String name) {
        IdentityStore store = rig.stores().identity();
        return (IdentityStore) Proxy.newProxyInstance(
                IdentityStore.class.getClassLoader(), new Class<?>[] {IdentityStore.class}, (_, method, values) -> {
                    if (method.getName().equals("user") && values[0] instanceof Long) {
                        rig.change(
                                "UPDATE user_account SET failures = 9, locked_until = ? WHERE name = ?",
                                "2099-01-01 00:00:00",
                                name);
                    }
                    try {
                        return method.invoke(store, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    @Tag("T-29")
    void aRightGuessAmongManyAtOnceDoesNotComeIn() {
        rig.person("ines", Role.VIEWER);
        SignIn signIn = signIn(lockedMeanwhile("ines"), Clock.systemUTC());
        assertThat(signIn.enter("ines", PASSWORD, DEVICE)).isInstanceOf(SignIn.Try.Locked.class);
    }

    @Test
    void aTokenMadeWithAnIdempotencyKeyIsInNoTable() {
        var key = new Header("Idempotency-Key", "make-a-token");
        String request = "{\"name\":\"kept\",\"permissions\":[\"read\"],\"days\":\"1\"}";
        String token = once(rig.api("POST", "/api/v1/tokens", request, key));
        HttpReply again = rig.api("POST", "/api/v1/tokens", request, key);
        assertThat(again.status()).isEqualTo(409);
        assertThat(body(again)).contains("shown once").doesNotContain(token);
        assertThat(rig.column("SELECT COUNT(*) FROM api_token WHERE name = 'kept'"))
                .containsExactly("1");
        assertThat(rig.column("SELECT CONVERT(body USING utf8mb4) FROM api_repeat"))
                .isNotEmpty()
                .noneMatch(kept -> kept.contains(token));
    }

    @Test
    void nobodyIsNamedLikeAProgram() {
        for (String name : List.of("management-token", "tallygate", "token:bot")) {
            HttpReply refused = rig.api("POST", "/api/v1/users", "{\"name\":\"" + name + "\",\"role\":\"viewer\"}");
            assertThat(refused.status()).as(name).isEqualTo(400);
        }
    }
}
