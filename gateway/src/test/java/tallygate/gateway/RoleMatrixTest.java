package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;

/**
 * Every route of console and API times every role, with the password typed lately and long ago: what is let in is exactly what the
 * route's permission and danger say. A route that is added is walked by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoleMatrixTest {
    /** What ends the caller's own session. */
    private static final Set<String> LEAVES = Set.of("/logout");

    private final DeskRig rig = new DeskRig();
    private final List<Route> routes = rig.routes().stream()
            .filter(route -> route.access().needs().isPresent() && !LEAVES.contains(route.pattern()))
            .toList();

    @AfterAll
    void close() {
        rig.close();
    }

    private static String target(Route route) {
        return route.pattern().replaceAll("\\{[^}]*}", "999999999");
    }

    private static HttpReply ask(Browser browser, Route route) {
        return !route.changes()
                ? browser.get(target(route))
                : route.isApi()
                        ? browser.api(route.method(), target(route), "{}")
                        : browser.post(target(route), Map.of());
    }

    private static String problem(HttpReply reply) {
        return DeskRig.body(reply);
    }

    private List<String> wrong(boolean isConfirmed) {
        List<String> wrong = new ArrayList<>();
        for (Role role : Role.values()) {
            Browser browser = rig.person("role-" + role.word() + (isConfirmed ? "-fresh" : "-stale"), role);
            rig.pass(isConfirmed ? Duration.ofSeconds(5) : Duration.ofMinutes(6));
            int asked = 0;
            for (Route route : routes) {
                if (route.pattern().equals("/confirm") && route.changes()) {
                    continue; // it would confirm
                }
                if (++asked % 40 == 0) {
                    rig.pass(Duration.ofSeconds(2)); // fills the bucket of the caller
                }
                HttpReply reply = ask(browser, route);
                String seen = seen(route, reply);
                String expected = expected(route, role, isConfirmed);
                if (!seen.equals(expected)) {
                    wrong.add(role + " " + route.method() + " " + target(route) + " -> " + reply.status() + " " + seen
                            + ", expected " + expected);
                }
            }
        }
        return wrong;
    }

    private static String expected(Route route, Role role, boolean isConfirmed) {
        Permission needs = route.access().needs().orElseThrow();
        if (!role.may(needs)) {
            return "forbidden";
        }
        return route.access().isDangerous() && !isConfirmed ? "confirm" : "in";
    }

    private static String seen(Route route, HttpReply reply) {
        if (reply.status() >= 500) {
            return "fault";
        }
        boolean asksPassword = route.isApi()
                ? reply.status() == 403 && problem(reply).contains("urn:tallygate:confirm-password")
                : reply.status() == 303 && Browser.location(reply).startsWith("/confirm?");
        if (asksPassword) {
            return "confirm";
        }
        return reply.status() == 403 && problem(reply).contains("has no permission") ? "forbidden" : "in";
    }

    @Test
    void withThePasswordTypedLatelyEveryRouteAdmitsExactlyTheRolesThatHaveItsPermission() {
        assertThat(wrong(true)).isEmpty();
    }

    @Test
    void longAfterThePasswordDangerousRoutesWantItAgainAndOthersDoNot() {
        assertThat(wrong(false)).isEmpty();
    }

    @Test
    @Tag("T-32")
    void aTokenEndsWithItsDays() {
        String token = rig.token("of-a-day", Permission.READ, "1");
        rig.pass(Duration.ofHours(23));
        assertThat(rig.apiAs(token, "GET", "/api/v1/tasks", "").status()).isEqualTo(200);
        rig.pass(Duration.ofHours(2));
        assertThat(rig.apiAs(token, "GET", "/api/v1/tasks", "").status()).isEqualTo(401);
    }

    @Test
    @Tag("T-32")
    void aTokenOfOnePermissionOpensExactlyTheRoutesOfThatPermission() {
        List<String> wrong = new ArrayList<>();
        for (Permission permission : Permission.values()) {
            String token = rig.token("only-" + permission.word(), permission);
            for (Route route : routes) {
                if (route.isApi()) {
                    rig.pass(Duration.ofMillis(100));
                    HttpReply reply = rig.apiAs(token, route.method(), target(route), "{}");
                    boolean isIn = !(reply.status() == 403 && problem(reply).contains("has no permission"));
                    if (isIn != (route.access().needs().orElseThrow() == permission) || reply.status() >= 500) {
                        wrong.add(permission + " " + route.method() + " " + target(route) + " -> " + reply.status());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void strangersAreLetInNowhere() {
        List<String> wrong = new ArrayList<>();
        for (Route route : routes) {
            rig.pass(Duration.ofSeconds(1));
            int status = rig.send(route.method(), target(route), "").status();
            if (status != (route.isApi() ? 401 : 303)) {
                wrong.add(route.method() + " " + target(route) + " -> " + status);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Whoever opens a route to everybody has to say so here. */
    @Test
    void whatIsOpenToEverybodyIsKnown() {
        Set<String> open = new TreeSet<>();
        rig.routes().stream()
                .filter(route -> route.access().needs().isEmpty())
                .forEach(route -> open.add(route.method() + " " + route.pattern()));
        assertThat(open)
                .containsExactlyInAnyOrder(
                        "GET /livez",
                        "GET /readyz",
                        "GET /metrics",
                        "GET /login",
                        "POST /login",
                        "GET /assets/console.css",
                        "GET /assets/console.js",
                        "GET /assets/htmx.js",
                        "GET /assets/icon.svg",
                        "GET /api/v1/openapi.json",
                        "POST /api/v1/reload",
                        "POST /api/v1/results");
    }
}
