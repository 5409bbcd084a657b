package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.Browser.location;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.account.SessionTimes;
import tallygate.gateway.admin.account.SignIn;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Passwords;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.Session;
import tallygate.signature.Header;

/** Another site, a planted cookie, a second browser, a guessed first password: what each of them comes to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionAttacksTest {
    private static final String PASSWORD = "correct horse battery";

    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        for (String table : List.of("user_account", "user_session", "audit_log")) {
            rig.change("DELETE FROM " + table);
        }
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private HttpReply forged(Route route, Browser victim, Header... more) {
        List<Header> headers = new ArrayList<>(List.of(more));
        headers.add(new Header("Cookie", "tallygate=" + victim.cookie()));
        headers.add(
                new Header("Content-Type", route.isApi() ? "application/json" : "application/x-www-form-urlencoded"));
        String target = route.pattern().replaceAll("\\{[^}]*}", "999999999");
        return rig.send(route.method(), target, route.isApi() ? "{}" : "a=b", headers.toArray(Header[]::new));
    }

    /** A page elsewhere can make the browser send the cookie, and nothing that only our pages know. */
    @Test
    @Tag("T-26")
    void noRouteThatChangesAnythingFollowsAFormOfAnotherSite() {
        Browser victim = rig.person("lin", Role.ADMIN);
        victim.post("/confirm", Map.of("password", PASSWORD));
        String token = Secrets.formToken(victim.cookie());
        List<String> followed = new ArrayList<>();
        int tried = 0;
        for (Route route : rig.routes()) {
            if (!route.changes() || route.access().needs().isEmpty()) {
                continue;
            }
            rig.pass(Duration.ofSeconds(1)); // fills the bucket of the caller
            tried++;
            List<HttpReply> replies = List.of(
                    forged(route, victim),
                    forged(route, victim, new Header("X-Form-Token", "guessed")),
                    forged(
                            route,
                            victim,
                            new Header("X-Form-Token", token),
                            new Header("Sec-Fetch-Site", "cross-site")));
            for (HttpReply reply : replies) {
                if (reply.status() != 403) {
                    followed.add(route.method() + " " + route.pattern() + " -> " + reply.status());
                }
            }
        }
        assertThat(followed).isEmpty();
        assertThat(tried).isGreaterThan(40);
    }

    @Test
    @Tag("T-28")
    void aSessionThatWasPlantedBeforeTheSignInIsNobodysAfterIt() {
        rig.person("lin", Role.VIEWER);
        String planted = "cGxhbnRlZC1ieS1zb21lYm9keS1lbHNlLTAxMjM0NTY3ODk";
        HttpReply in = rig.send(
                "POST",
                "/login",
                "name=lin&password=correct+horse+battery",
                new Header("Cookie", "tallygate=" + planted),
                new Header("Content-Type", "application/x-www-form-urlencoded"));
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.headers().stream().filter(header -> header.isNamed("Set-Cookie")))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie.value())
                        .startsWith("tallygate=")
                        .doesNotContain(planted)
                        .contains("HttpOnly"));
        HttpReply asPlanted = rig.send("GET", "/tasks", "", new Header("Cookie", "tallygate=" + planted));
        assertThat(location(asPlanted)).startsWith("/login");
    }

    @Test
    @Tag("T-28")
    void aStolenSessionEndsWithTheNextPasswordAndHasTheRightsOfThisMoment() {
        Browser owner = rig.person("lin", Role.OPERATOR);
        Browser thief = new Browser(rig);
        thief.signIn("lin", PASSWORD);
        assertThat(thief.get("/tasks").status()).isEqualTo(200);
        rig.change("UPDATE user_account SET role = ?", Role.VIEWER.word());
        assertThat(thief.post("/tasks/1/change", Map.of("to", "retry", "reason", "r", "version", "1.0.0"))
                        .status())
                .as("a right that was taken away")
                .isEqualTo(403);
        owner.post("/password", Map.of("old", PASSWORD, "fresh", "another horse battery"));
        assertThat(location(thief.get("/tasks"))).startsWith("/login");
        assertThat(owner.get("/tasks").status()).isEqualTo(200);
    }

    private SignIn signIn(Instant now) {
        var dice = new SecureRandom();
        return new SignIn(
                rig.stores().identity(),
                new Passwords(dice),
                new Secrets(dice),
                Clock.fixed(now, ZoneOffset.UTC),
                SessionTimes.standard());
    }

    /** Before there is a user and after the first: the only password that works is the one the first start has printed. */
    @Test
    @Tag("T-30")
    void noUsualPasswordOpensAFreshGatewayAndTheFirstIsMadeOnce() {
        Instant now = Instant.parse("2026-12-01T08:00:00Z");
        assertThat(usualPasswordsThatWork(now)).isEmpty();
        Optional<String> first = signIn(now).firstAdmin();
        assertThat(first.orElseThrow()).hasSizeGreaterThanOrEqualTo(16);
        assertThat(signIn(now).firstAdmin()).as("a second start, a second node").isEmpty();
        assertThat(usualPasswordsThatWork(now.plus(Duration.ofDays(1)))).isEmpty();
        Browser browser = new Browser(rig);
        rig.change("UPDATE user_account SET failures = 0, locked_until = NULL");
        assertThat(browser.signIn("admin", first.get()).status()).isEqualTo(303);
        assertThat(location(browser.get("/users"))).as("until it is replaced").isEqualTo("/password");
        rig.change("DELETE FROM user_account");
        assertThat(signIn(now).firstAdmin()).as("another every time").isNotEqualTo(first);
    }

    private List<String> usualPasswordsThatWork(Instant from) {
        List<String> work = new ArrayList<>();
        Instant now = from;
        for (String name : List.of("admin", "tallygate", "")) {
            for (String password : List.of("", "admin", "password", "tallygate")) {
                now = now.plus(Duration.ofHours(3)); // no lock and no pace is what keeps these out
                if (signIn(now).enter(name, password, new Session.Device("203.0.113.9", "")) instanceof SignIn.Try.In) {
                    work.add(name + ":" + password);
                }
            }
        }
        return work;
    }
}
