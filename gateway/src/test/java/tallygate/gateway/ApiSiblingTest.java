package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.Route;

/** Everything the console shows and does can be read and done by the API: by the path below /api/v1, or by one that is named here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiSiblingTest {
    /** What is about the browser's own session, or made of other pages. */
    private static final Set<String> OF_THE_BROWSER = Set.of(
            "GET /",
            "GET /overview/live",
            "GET /login",
            "POST /login",
            "POST /logout",
            "GET /password",
            "POST /password",
            "GET /confirm",
            "POST /confirm",
            "GET /account",
            "POST /account",
            "POST /account/sessions/{}/end",
            "GET /livez",
            "GET /readyz",
            "GET /metrics");

    /** Where the API says it with other words. */
    private static final Map<String, List<String>> OTHER_WORDS = Map.ofEntries(
            Map.entry("GET /tasks.csv", List.of("GET /api/v1/search")),
            Map.entry("GET /tasks", List.of("GET /api/v1/search", "GET /api/v1/tasks")),
            Map.entry("GET /tasks/{}", List.of("GET /api/v1/tasks/{}", "GET /api/v1/tasks/{}/timeline")),
            Map.entry(
                    "POST /tasks/{}/change",
                    List.of(
                            "POST /api/v1/tasks/{}/retry",
                            "POST /api/v1/tasks/{}/settle",
                            "POST /api/v1/tasks/{}/release",
                            "POST /api/v1/tasks/{}/force")),
            Map.entry("POST /privacy/revoke", List.of("POST /api/v1/endpoints/{}/keys/{}/revoke")),
            Map.entry("GET /tasks/{}/edit", List.of("GET /api/v1/tasks/{}/payload")),
            Map.entry("POST /tasks/{}/edit", List.of("POST /api/v1/tasks/{}/content")),
            Map.entry("GET /approvals/{}/content", List.of("GET /api/v1/approvals/{}")),
            Map.entry("GET /api", List.of("GET /api/v1/openapi.json")),
            Map.entry("GET /failed", List.of("GET /api/v1/causes")),
            Map.entry("POST /failed/{}/plan", List.of("POST /api/v1/jobs")),
            Map.entry("GET /books", List.of("GET /api/v1/discrepancies")),
            Map.entry("POST /discrepancies/{}/take", List.of("POST /api/v1/discrepancies/{}/assign")),
            Map.entry("GET /statements", List.of("GET /api/v1/certificates")),
            Map.entry("GET /statements/upload", List.of("GET /api/v1/statements")),
            Map.entry("POST /statements/upload", List.of("POST /api/v1/statements/{}/{}")),
            Map.entry("GET /statements/certificates/{}/{}", List.of("GET /api/v1/certificates")),
            Map.entry("POST /dead-letters/{}/retry", List.of("POST /api/v1/saga-requests/{}/retry")),
            Map.entry("GET /dead-letters", List.of("GET /api/v1/saga-dead-letters")));

    private final DeskRig rig = new DeskRig();

    @AfterAll
    void close() {
        rig.close();
    }

    private static String plain(Route route) {
        return route.method() + " " + route.pattern().replaceAll("\\{[^}]*}", "{}");
    }

    private static List<String> siblings(String page) {
        int space = page.indexOf(' ');
        return OTHER_WORDS.getOrDefault(
                page, List.of(page.substring(0, space + 1) + "/api/v1" + page.substring(space + 1)));
    }

    @Test
    void everyPageAndActionOfTheConsoleHasACallOfTheApi() {
        Set<String> api = new TreeSet<>();
        rig.routes().stream().filter(Route::isApi).forEach(route -> api.add(plain(route)));
        List<String> missing = new ArrayList<>();
        rig.routes().stream()
                .filter(route -> !route.isApi() && !route.pattern().startsWith("/assets/"))
                .map(ApiSiblingTest::plain)
                .filter(page -> !OF_THE_BROWSER.contains(page))
                .forEach(page -> siblings(page).stream()
                        .filter(call -> !api.contains(call))
                        .forEach(call -> missing.add(page + " needs " + call)));
        assertThat(missing).isEmpty();
    }

    /** A name that no page has any more would hide the next one that is forgotten. */
    @Test
    void noExceptionIsLeftOver() {
        Set<String> pages = new TreeSet<>();
        rig.routes().forEach(route -> pages.add(plain(route)));
        assertThat(pages).containsAll(OF_THE_BROWSER).containsAll(OTHER_WORDS.keySet());
    }
}
