package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.ApiTest.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;

/**
 * Every route of the API is called with ids that are there and with one that is not; what it answers is among what the served
 * OpenAPI document says: status, content type and body. Refusals too, each class of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiAnswersTest {
    /** A document of its own kind, and text for whoever starts a reload by hand. */
    private static final Set<String> OF_ANOTHER_KIND = Set.of("/api/v1/openapi.json", "/api/v1/reload");

    private static final Set<String> WITHOUT_OBJECT = new TreeSet<>(List.of(
            "/api/v1/certificates",
            "/api/v1/discrepancies/{id}",
            "/api/v1/endpoints/{endpoint}/keys/{key}/signed",
            "/api/v1/rejected/{id}",
            "/api/v1/sagas/{sagaId}",
            "/api/v1/statements",
            "/api/v1/tasks/{id}/probe"));

    private static final String NOBODY = "999999999";
    private static final String WHY = "{\"reason\":\"a test\"}";

    private final DeskRig rig = new DeskRig();
    private final JsonNode document = json(rig.send("GET", "/api/v1/openapi.json", ""));
    private final SchemaCheck shapes = new SchemaCheck(document);
    private final List<String> ids = new ArrayList<>(List.of(NOBODY));

    @BeforeAll
    void fill() {
        TaskId failed = rig.failed("evt-1", "422 from orders");
        TaskId done = rig.task("evt-2");
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", done.value());
        rig.change(
                "INSERT INTO callback_conflict (task_id, source, event_id, endpoint, content_digest, request, content)"
                        + " VALUES (?, 's', 'e', 'shop-stripe', 'd', 'POST / HTTP/1.1', 'c')",
                failed.value());
        rig.change(
                "INSERT INTO callback_copy (task_id, copies, first_seen, last_seen, last_address)"
                        + " VALUES (?, 2, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), '203.0.113.9')",
                failed.value());
        rig.api("POST", "/api/v1/jobs", "{\"all\":true}");
        rig.api("POST", "/api/v1/tasks/" + done + "/force", WHY);
        rig.token("ci", Permission.READ, "30");
        rig.person("vera", Role.VIEWER);
        ids.addAll(List.of(failed.toString(), done.toString()));
        for (String table : List.of("callback_conflict", "bulk_job", "approval", "api_token")) {
            ids.addAll(rig.column("SELECT MAX(id) FROM " + table));
        }
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private static String filled(String pattern, String id) {
        return pattern.replace("{endpoint}", "shop-stripe")
                .replace("{route}", "orders")
                .replace("{key}", "secret-1")
                .replace("{name}", id.equals(NOBODY) ? "nobody" : "vera")
                .replaceAll("\\{[^}]*}", id);
    }

    /** @return the status */
    private int checked(Route route, String target, HttpReply reply, List<String> wrong) {
        String place = route.method() + " " + target + " -> " + reply.status();
        JsonNode responses = document.path("paths")
                .path(route.pattern())
                .path(route.method().toLowerCase(Locale.ROOT))
                .path("responses");
        boolean isDone = reply.status() / 100 == 2;
        JsonNode content = responses.path(isDone ? "2XX" : "default").path("content");
        if (!isDone) {
            problem(place, reply, wrong);
        }
        if (reply.body().length == 0) {
            if (!content.isMissingNode() && reply.status() != 204) {
                wrong.add(place + " is empty, described is " + content);
            }
        } else if (!content.has(reply.contentType().replaceAll(";.*", ""))) {
            wrong.add(place + " is " + reply.contentType() + ", described is " + content);
        } else if (reply.contentType().contains("json")) {
            JsonNode schema =
                    content.path(reply.contentType().replaceAll(";.*", "")).path("schema");
            shapes.fits(place, json(reply), schema, wrong);
        }
        return reply.status();
    }

    private static void problem(String place, HttpReply reply, List<String> wrong) {
        if (reply.status() >= 500 || !reply.contentType().equals("application/problem+json")) {
            wrong.add(place + " is no refusal: " + reply.contentType());
            return;
        }
        JsonNode problem = json(reply);
        if (problem.path("status").asInt() != reply.status()
                || !problem.path("type").asText().matches("urn:tallygate:[a-z-]+")
                || problem.path("title").asText().isBlank()
                || problem.path("detail").asText().isBlank()) {
            wrong.add(place + " says " + problem);
        }
    }

    private List<Route> routes(boolean isWrite) {
        return rig.routes().stream()
                .filter(Route::isApi)
                .filter(route -> !OF_ANOTHER_KIND.contains(route.pattern()))
                .filter(route -> route.changes() == isWrite)
                .toList();
    }

    @Test
    void everyReadIsAnsweredAsItIsDescribed() {
        List<String> wrong = new ArrayList<>();
        Set<String> unseen = new TreeSet<>();
        for (Route route : routes(false)) {
            Set<Integer> seen = new TreeSet<>();
            for (String target : new TreeSet<>(
                    ids.stream().map(id -> filled(route.pattern(), id)).toList())) {
                rig.pass(Duration.ofSeconds(1)); // no caller is ever too fast
                seen.add(checked(route, target, rig.get(target), wrong));
            }
            if (!seen.contains(200)) {
                unseen.add(route.pattern());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(unseen)
                .as("reads that this test has no object for: their answers are seen as refusals only")
                .isEqualTo(WITHOUT_OBJECT);
    }

    @Test
    void everyWriteIsRefusedOrDoneAsItIsDescribed() {
        List<String> wrong = new ArrayList<>();
        for (Route route : routes(true)) {
            String target = filled(route.pattern(), NOBODY);
            for (String body : List.of("{}", "{", "[]", "")) {
                rig.pass(Duration.ofSeconds(1));
                checked(route, target, rig.api(route.method(), target, body), wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyClassOfRefusalIsAProblemThatIsDescribed() {
        String task = rig.failed("evt-3", "422").toString();
        String retry = "/api/v1/tasks/" + task + "/retry";
        String reader = rig.token("reader", Permission.READ);
        Header key = new Header("Idempotency-Key", "once");
        Browser stale = rig.person("stale", Role.ADMIN);
        rig.pass(Duration.ofMinutes(6));
        rig.api("POST", "/api/v1/tasks/" + rig.failed("evt-4", "422") + "/retry", WHY, key);
        Map<Integer, List<HttpReply>> refused = Map.of(
                400,
                List.of(
                        rig.get("/api/v1/tasks?status=lost"),
                        rig.get("/api/v1/tasks?limit=0"),
                        rig.get("/api/v1/search?after=x"),
                        rig.api("POST", retry, "{"),
                        rig.api("POST", retry, "{\"reason\":\" \"}")),
                401,
                List.of(
                        rig.send("GET", "/api/v1/tasks", ""),
                        rig.send("GET", "/api/v1/tasks", "", DeskRig.bearer("tg_forged"))),
                403,
                List.of(rig.apiAs(reader, "POST", retry, WHY), stale.api("POST", "/api/v1/privacy/rewrap", WHY)),
                404,
                List.of(rig.get("/api/v1/tasks/" + NOBODY), rig.get("/api/v1/tasks/abc"), rig.get("/api/v1/nothing")),
                405,
                List.of(rig.api("DELETE", "/api/v1/tasks", "")),
                409,
                List.of(
                        rig.api("POST", "/api/v1/tasks/" + task + "/release", WHY),
                        rig.api("POST", "/api/v1/tasks/" + task + "/force", WHY)));
        List<String> wrong = new ArrayList<>();
        refused.forEach((status, replies) -> replies.forEach(reply -> {
            String place = status + ": " + reply.status() + " " + DeskRig.body(reply);
            assertThat(reply.status()).as(place).isEqualTo(status);
            problem(place, reply, wrong);
            shapes.fits(place, json(reply), document.at("/components/schemas/Problem"), wrong);
        }));
        HttpReply other = rig.api("POST", retry, "{\"reason\":\"another body\"}", key);
        assertThat(other.status()).as("a key for one write").isIn(409, 422);
        problem("repeated", other, wrong);
        HttpReply often = rig.get("/api/v1/tally");
        for (int i = 0; i < 200 && often.status() == 200; i++) {
            often = rig.get("/api/v1/tally");
        }
        assertThat(often.status()).isEqualTo(429);
        problem("often", often, wrong);
        assertThat(often.headers()).anyMatch(header -> header.isNamed("Retry-After"));
        assertThat(wrong).isEmpty();
    }
}
