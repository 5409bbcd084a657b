package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;

/** What the shop's programs say over the API, down to the rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShopApiTest {
    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM audit_log");
        rig.change("UPDATE lane SET paused_at = NULL, ordered = 0");
        rig.pass(Duration.ofMinutes(1)); // fills the bucket of the caller
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private static JsonNode json(HttpReply reply) {
        try {
            return new ObjectMapper().readTree(body(reply));
        } catch (JsonProcessingException e) {
            throw new AssertionError(body(reply), e);
        }
    }

    private HttpReply make(String more) {
        return rig.api("POST", "/api/v1/tasks", "{\"route\":\"orders\",\"eventId\":\"sms-1\"" + more + "}");
    }

    @Test
    void aTaskIsMadeOnceAndItsPayloadKeepsEveryDigit() {
        String payload =
                ",\"bizType\":\"sms\",\"bizId\":\"o1\",\"payload\":{\"n\":12345678901234567890.10,\"t\":\"é\"}";
        HttpReply made = make(payload);
        assertThat(made.status()).as(body(made)).isEqualTo(201);
        HttpReply again = make(payload);
        assertThat(again.status()).isEqualTo(200);
        assertThat(json(again).get("taskId")).isEqualTo(json(made).get("taskId"));
        assertThat(json(again).get("isNew").asBoolean()).isFalse();
        assertThat(rig.column("SELECT CONVERT(payload USING utf8mb4) FROM async_task"))
                .containsExactly("{\"n\":12345678901234567890.10,\"t\":\"é\"}");
        assertThat(make(",\"payload\":1").status()).isEqualTo(409);
        assertThat(rig.column("SELECT id FROM callback_conflict")).hasSize(1);
    }

    @Test
    void whatIsWrongIsSaidAtOnce() {
        HttpReply refused = rig.api(
                "POST",
                "/api/v1/tasks",
                "{\"route\":\"ordres\",\"eventId\":\"\",\"amountMinor\":5,\"delaySeconds\":-1}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(json(refused).get("detail").asText())
                .isEqualTo("eventId is missing; currency is missing beside amountMinor; delaySeconds is 0..7776000, was"
                        + " -1; route is none of this node's; known: orders");
        assertThat(make(",\"unknown\":1").status()).isEqualTo(400);
        assertThat(rig.column("SELECT id FROM async_task")).isEmpty();
    }

    @Test
    void aResultEndsTheTaskWhoeverHasIt() {
        TaskId pending = rig.task("a");
        TaskId held = rig.task("b");
        rig.change("UPDATE async_task SET status = 1, lease_epoch = 3, lease_owner = 99 WHERE id = ?", held.value());
        for (TaskId id : new TaskId[] {pending, held}) {
            assertThat(rig.api("POST", "/api/v1/tasks/" + id + "/result", "{\"outcome\":\"done\"}")
                            .status())
                    .isEqualTo(204);
        }
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("2", "2");
        assertThat(rig.column("SELECT lease_epoch FROM async_task WHERE id = ?", held.value()))
                .containsExactly("4");
        assertThat(rig.api("POST", "/api/v1/tasks/" + held + "/result", "{\"outcome\":\"failed\"}")
                        .status())
                .as("it has ended")
                .isEqualTo(409);
        assertThat(rig.api("POST", "/api/v1/tasks/" + held + "/result", "{\"outcome\":\"perhaps\"}")
                        .status())
                .isEqualTo(400);
    }

    private HttpReply told(TaskId task, String token, String result) {
        return rig.send(
                "POST",
                "/api/v1/results",
                "{\"taskId\":\"" + task + "\",\"resultToken\":\"" + token + "\",\"result\":\"" + result + "\"}",
                new Header("Content-Type", "application/json"));
    }

    /** Who has nothing but what came with a delivery ends that task, and neither another nor anything else. */
    @Test
    @Tag("T-32")
    @Tag("T-42")
    void aReceiverTellsTheResultOfItsOwnTaskByItsTokenAlone() {
        TaskId mine = rig.task("a");
        TaskId other = rig.task("b");
        rig.change("UPDATE async_task SET status = 1, lease_epoch = 3, lease_owner = 99");
        String token = rig.resultToken(mine, 3);
        assertThat(told(other, token, "done").status()).as("another task's").isEqualTo(403);
        assertThat(told(mine, "", "done").status()).isEqualTo(403);
        assertThat(told(mine, rig.resultToken(mine, 2), "permanent").status())
                .as("of an earlier delivery")
                .isEqualTo(409);
        assertThat(told(mine, token, "perhaps").status()).isEqualTo(400);
        assertThat(rig.send(
                                "POST",
                                "/api/v1/tasks/" + mine + "/result",
                                "{\"outcome\":\"done\"}",
                                new Header("Authorization", "Bearer " + token))
                        .status())
                .as("it is no token of the API")
                .isEqualTo(401);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("1", "1");
        assertThat(told(mine, token, "done").status()).isEqualTo(204);
        assertThat(rig.column("SELECT status FROM async_task ORDER BY id")).containsExactly("2", "1");
        assertThat(told(mine, token, "permanent").status()).as("it has ended").isEqualTo(409);
    }

    @Test
    void anArrivalWakesEarlyTasks() {
        TaskId id = rig.task("a");
        rig.change(
                "UPDATE async_task SET wait_reason = 1, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR"
                        + " WHERE id = ?",
                id.value());
        HttpReply woken = rig.api("POST", "/api/v1/arrivals", "{\"bizId\":\"order-a\"}");
        assertThat(woken.status()).as(body(woken)).isEqualTo(200);
        assertThat(json(woken).get("tasks").asInt()).isEqualTo(1);
        assertThat(rig.column("SELECT wait_reason FROM async_task WHERE next_retry_time <= UTC_TIMESTAMP(3)"))
                .containsExactly("0");
        assertThat(rig.api("POST", "/api/v1/arrivals", "{}").status()).isEqualTo(400);
    }

    @Test
    void aLaneIsPausedAndResumedWithAReason() {
        rig.task("a");
        HttpReply paused = rig.api("POST", "/api/v1/lanes/orders/pause", "{\"reason\":\"receiver is replaced\"}");
        assertThat(paused.status()).as(body(paused)).isEqualTo(200);
        assertThat(json(paused).get("isPaused").asBoolean()).isTrue();
        assertThat(body(rig.get("/api/v1/lanes"))).contains("receiver is replaced");
        assertThat(json(rig.api("POST", "/api/v1/lanes/orders/resume", "{\"reason\":\"replaced\"}"))
                        .get("isPaused")
                        .asBoolean())
                .isFalse();
        assertThat(rig.column("SELECT action FROM audit_log ORDER BY id")).containsExactly("lane-pause", "lane-resume");
        assertThat(rig.api("POST", "/api/v1/lanes/nowhere/pause", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(404);
        assertThat(rig.api("POST", "/api/v1/lanes/orders/pause", "{\"reason\":\" \"}")
                        .status())
                .isEqualTo(400);
        assertThat(rig.get("/api/v1/tasks/1/probe").status()).isEqualTo(404);
    }
}
