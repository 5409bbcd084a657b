package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;

/** The API from request to row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiTest {
    private static final String WHY = "{\"reason\":\"handler fixed\"}";

    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM audit_log");
        rig.change("DELETE FROM task_probe");
        rig.pass(Duration.ofMinutes(1)); // fills the bucket of the caller
    }

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void probesAndMetricsAnswerWithoutAToken() {
        assertThat(rig.send("GET", "/livez", "").status()).isEqualTo(200);
        assertThat(rig.send("HEAD", "/readyz", "").status()).isEqualTo(200);
        assertThat(body(rig.send("GET", "/metrics", ""))).isEqualTo("tallygate_x 1\n");
    }

    @Test
    void nothingElseDoes() {
        for (String path : List.of("/api/v1/tasks", "/api/v1/tasks/1", "/api/v1/audit")) {
            HttpReply reply = rig.send("GET", path, "");
            assertThat(reply.status()).as(path).isEqualTo(401);
            assertThat(reply.contentType()).isEqualTo("application/problem+json");
            assertThat(reply.headers()).contains(new Header("WWW-Authenticate", "Bearer"));
        }
        assertThat(rig.send("GET", "/api/v1/tasks", "", DeskRig.bearer("wrong")).status())
                .isEqualTo(401);
        assertThat(rig.send("GET", "/api/v1/tasks", "", new Header("Authorization", "Basic x"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aListIsReadPageByPageNewestFirst() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.addFirst(rig.task("evt-" + i).toString());
        }
        List<String> read = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = json(rig.get("/api/v1/tasks?limit=2" + after));
            page.get("items").forEach(item -> read.add(item.get("id").asText()));
            after = page.has("next") ? "&after=" + page.get("next").asText() : "";
        } while (!after.isEmpty());
        assertThat(read).isEqualTo(made);
    }

    @Test
    void aTaskTellsHowOftenItsEventCameAgainOnItsPageInItsTimelineAndByTheApi() {
        TaskId once = rig.task("evt-1");
        TaskId often = rig.task("evt-2");
        rig.change("DELETE FROM callback_copy");
        rig.change(
                "INSERT INTO callback_copy (task_id, copies, first_seen, last_seen, last_address)"
                        + " VALUES (?, 4, '2026-11-30 08:00:00.5', '2026-11-30 09:30:00', '203.0.113.9')",
                often.value());
        assertThat(json(rig.get("/api/v1/tasks/" + once)).has("copies")).isFalse();
        assertThat(json(rig.get("/api/v1/tasks/" + often)).get("copies").toString())
                .isEqualTo("{\"count\":4,\"firstAt\":\"2026-11-30T08:00:00.500Z\","
                        + "\"lastAt\":\"2026-11-30T09:30:00Z\",\"lastAddress\":\"203.0.113.9\"}");
        List<String> lines = new ArrayList<>();
        json(rig.get("/api/v1/tasks/" + often + "/timeline")).get("items").forEach(item -> {
            if (item.get("kind").asText().equals("copy")) {
                lines.add(item.get("at").asText() + " " + item.get("text").asText());
            }
        });
        assertThat(lines).containsExactly("2026-11-30T08:00:00.500Z 1", "2026-11-30T09:30:00Z 4: 203.0.113.9");
        Browser reader = rig.person("reader", Role.VIEWER);
        assertThat(body(reader.get("/tasks/" + often)))
                .contains("Came again: acknowledged, not run again", "4: 203.0.113.9");
        assertThat(body(reader.get("/tasks/" + once))).doesNotContain("Came again");
        reader.post("/account", Map.of("language", "zh-Hans", "theme", "dark", "zone", "UTC", "keys", "off"));
        assertThat(body(reader.get("/tasks/" + often))).contains("再次到达：已应答，不重复执行");
    }

    @Test
    void aFailedTaskIsRetriedWithItsReasonInTheAuditLog() {
        TaskId task = rig.failed("evt-1", "422 from orders");
        HttpReply reply = rig.api("POST", "/api/v1/tasks/" + task + "/retry", WHY);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(json(reply).get("status").asText()).isEqualTo("pending");
        JsonNode audit = json(rig.get("/api/v1/audit")).get("items").get(0);
        assertThat(audit.get("action").asText()).isEqualTo("task-reopen");
        assertThat(audit.get("reason").asText()).isEqualTo("handler fixed");
        assertThat(audit.get("actor").asText()).isEqualTo("management-token");
        assertThat(audit.get("before").asText()).contains("FAILED");
        assertThat(audit.get("after").asText()).contains("PENDING");
    }

    private void asked(TaskId task, int answer, String due) {
        rig.change(
                "REPLACE INTO task_probe (task_id, route, cause, due_at, answer) VALUES (?, 'orders', 1,"
                        + " UTC_TIMESTAMP(3) "
                        + due + ", " + answer + ")",
                task.value());
    }

    @Test
    void aFailedTaskIsNotSettledWhileItsReceiverIsAskedWhatBecameOfIt() {
        TaskId task = rig.failed("evt-1", "no answer");
        String settle = "/api/v1/tasks/" + task + "/settle";
        asked(task, 0, "+ INTERVAL 6 HOUR");
        HttpReply refused = rig.api("POST", settle, WHY);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(body(refused)).contains("outcome-asked", "/api/v1/tasks/" + task + "/probe", "查询有答案后再了结");
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("3");
        assertThat(rig.column("SELECT action FROM audit_log")).isEmpty();
        asked(task, 1, "+ INTERVAL 6 HOUR");
        assertThat(rig.api("POST", settle, WHY).status()).isEqualTo(200);
    }

    @Test
    void aQuestionThatNobodyAsksAnyMoreHoldsNobodyUp() {
        TaskId task = rig.failed("evt-1", "no answer");
        asked(task, 0, "- INTERVAL 2 HOUR");
        assertThat(rig.api("POST", "/api/v1/tasks/" + task + "/settle", WHY).status())
                .isEqualTo(200);
    }

    @Test
    void theSecondOfTwoHandsIsToldThatTheTaskChangedMeanwhile() {
        TaskId task = rig.failed("evt-1", "422 from orders");
        assertThat(rig.api("POST", "/api/v1/tasks/" + task + "/settle", WHY).status())
                .isEqualTo(200);
        HttpReply late = rig.api("POST", "/api/v1/tasks/" + task + "/retry", WHY);
        assertThat(late.status()).isEqualTo(409);
        assertThat(json(late).get("type").asText()).isEqualTo("urn:tallygate:changed-meanwhile");
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("4");
        assertThat(rig.column("SELECT action FROM audit_log")).containsExactly("task-settle");
    }

    @Test
    void aWriteWithoutAReasonChangesNothing() {
        TaskId task = rig.failed("evt-1", "x");
        for (String bad :
                List.of("{}", "{\"reason\":\" \"}", "{\"reason\":1,\"reason\":2}", "[", "{\"reason\":\"a\",\"b\":1}")) {
            assertThat(rig.api("POST", "/api/v1/tasks/" + task + "/retry", bad).status())
                    .as(bad)
                    .isEqualTo(400);
        }
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("3");
        assertThat(rig.column("SELECT id FROM audit_log")).isEmpty();
    }

    @Test
    void aWriteWithTheSameKeyIsDoneOnce() {
        TaskId task = rig.failed("evt-1", "x");
        Header key = new Header("Idempotency-Key", "retry-1");
        String target = "/api/v1/tasks/" + task + "/retry";
        HttpReply first = rig.api("POST", target, WHY, key);
        HttpReply second = rig.api("POST", target, WHY, key);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers()).contains(new Header("Idempotency-Replayed", "true"));
        assertThat(rig.column("SELECT id FROM audit_log")).hasSize(1);
        assertThat(rig.api("POST", target, "{\"reason\":\"another\"}", key).status())
                .isEqualTo(422);
    }

    @Test
    void whoAsksTooOftenIsToldWhenToComeBack() {
        List<Integer> seen = new ArrayList<>();
        HttpReply last;
        do {
            last = rig.get("/api/v1/tasks?limit=1");
            seen.add(last.status());
        } while (last.status() == 200 && seen.size() < 2_000);
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.headers()).contains(new Header("Retry-After", "1"));
        rig.pass(Duration.ofSeconds(2));
        assertThat(rig.get("/api/v1/tasks?limit=1").status()).isEqualTo(200);
    }

    @Test
    void theDescriptionNamesEveryRouteAndEveryReferenceResolves() {
        JsonNode document = json(rig.send("GET", "/api/v1/openapi.json", ""));
        assertThat(document.get("openapi").asText()).startsWith("3.1");
        assertThat(document.get("paths").has("/api/v1/tasks/{id}/retry")).isTrue();
        document.findValuesAsText("$ref")
                .forEach(reference -> assertThat(
                                document.at(reference.substring(1)).get("type").asText())
                        .as(reference)
                        .isEqualTo("object"));
    }

    @Test
    @Tag("T-34")
    void aTokenIsNobodysSecondPerson() {
        TaskId task = rig.task("evt-1");
        rig.change("UPDATE async_task SET status = 2");
        HttpReply asked = rig.api("POST", "/api/v1/tasks/" + task + "/force", WHY);
        assertThat(asked.status()).isEqualTo(202);
        String approval = "/api/v1/approvals/" + json(asked).get("approval").asText();
        assertThat(rig.api("POST", approval + "/agree", "{}").status()).isEqualTo(403);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("2");
        assertThat(rig.api("POST", approval + "/refuse", "{\"note\":\"no\"}").status())
                .isEqualTo(204);
        assertThat(json(rig.get("/api/v1/approvals"))
                        .get("items")
                        .get(0)
                        .get("state")
                        .asText())
                .isEqualTo("refused");
    }

    @Test
    void unknownPathsMethodsAndCursorsAreRefusedByName() {
        assertThat(rig.get("/api/v1/nothing").status()).isEqualTo(404);
        assertThat(rig.get("/api/v1/tasks/0").status()).isEqualTo(404);
        assertThat(rig.get("/api/v1/tasks/99999999999999999999").status()).isEqualTo(404);
        assertThat(rig.api("DELETE", "/api/v1/tasks", "").headers()).contains(new Header("Allow", "GET, HEAD, POST"));
        assertThat(rig.get("/api/v1/tasks?after=x").status()).isEqualTo(400);
        assertThat(rig.get("/api/v1/tasks?limit=201").status()).isEqualTo(400);
        assertThat(rig.get("/api/v1/tasks?status=lost").status()).isEqualTo(400);
        assertThat(rig.get("/api/v1/tasks?route=%zz").status()).isEqualTo(400);
    }

    static JsonNode json(HttpReply reply) {
        try {
            return new ObjectMapper().readTree(reply.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(body(reply), e);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
