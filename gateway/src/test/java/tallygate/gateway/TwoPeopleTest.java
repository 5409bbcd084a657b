package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.ApprovalStore.Outcome;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;

/** Edits, erasures and revoked keys: one person asks, another agrees to exactly that. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("T-34")
class TwoPeopleTest {
    private static final Actor LIN = new Actor("lin", "127.0.0.1");
    private static final Actor MARTA = new Actor("marta", "127.0.0.1");
    private static final byte[] MENDED = "{\"order\":\"mended\"}".getBytes(StandardCharsets.UTF_8);

    private final DeskRig rig = new DeskRig();
    private final ApprovalStore approvals = rig.stores().approvals();

    @BeforeEach
    void empty() {
        for (String table : List.of(
                "async_task",
                "audit_log",
                "approval",
                "payload_draft",
                "payload_history",
                "callback_conflict",
                "key_revocation")) {
            rig.change("DELETE FROM " + table);
        }
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private String content(TaskId task) {
        return new String(rig.stores().admin().content(task).orElseThrow().content(), StandardCharsets.UTF_8);
    }

    @Test
    void anEditNeedsAnotherPersonAndKeepsWhatWasThere() {
        TaskId task = rig.failed("evt-1", "422 no such field");
        String before = content(task);
        byte[] received =
                rig.stores().admin().content(task).orElseThrow().request().body();
        long approval = approvals.askToEdit(task, MENDED, LIN, "the shop sent a wrong field");
        assertThat(content(task)).as("nothing yet").isEqualTo(before);
        assertThat(approvals.decide(approval, true, LIN, "")).isEqualTo(Outcome.SAME_PERSON);
        assertThat(approvals.decide(approval, true, MARTA, "")).isEqualTo(Outcome.DONE);
        assertThat(content(task)).isEqualTo("{\"order\":\"mended\"}");
        assertThat(rig.stores().admin().content(task).orElseThrow().request().body())
                .isEqualTo(received);
        assertThat(rig.column("SELECT CONVERT(content USING utf8mb4) FROM payload_history"))
                .containsExactly(before);
        assertThat(rig.column("SELECT approval_id FROM payload_draft")).isEmpty();
        assertThat(rig.column("SELECT CONCAT(actor, ' ', before_state, ' ', after_state, ' ', reason) FROM audit_log"
                        + " WHERE action = 'payload-edit'"))
                .singleElement()
                .asString()
                .matches("marta content_sha256=[0-9a-f]{64} approval \\d+ asked by lin: DONE;"
                        + " content_sha256=[0-9a-f]{64} the shop sent a wrong field");
        assertThat(approvals.decide(approval, true, MARTA, "")).as("once").isEqualTo(Outcome.CLOSED);
    }

    @Test
    void whatChangedAfterItWasAskedForIsNotDone() {
        TaskId task = rig.failed("evt-1", "422");
        long first = approvals.askToEdit(task, MENDED, LIN, "a");
        long second = approvals.askToEdit(task, "{}{}".getBytes(StandardCharsets.UTF_8), LIN, "b");
        assertThat(approvals.decide(second, true, MARTA, "")).isEqualTo(Outcome.DONE);
        assertThat(approvals.decide(first, true, MARTA, ""))
                .as("edited meanwhile")
                .isEqualTo(Outcome.OVERTAKEN);
        long third = approvals.askToEdit(task, MENDED, LIN, "c");
        rig.change("UPDATE payload_draft SET content = 'forged' WHERE approval_id = ?", third);
        assertThat(approvals.decide(third, true, MARTA, "")).as("another draft").isEqualTo(Outcome.OVERTAKEN);
        long fourth = approvals.askToEdit(task, MENDED, LIN, "d");
        rig.change("UPDATE approval SET effect = 'Harmless.' WHERE id = ?", fourth);
        assertThat(approvals.decide(fourth, true, MARTA, "")).as("another text").isEqualTo(Outcome.OVERTAKEN);
        long fifth = approvals.askToEdit(task, MENDED, LIN, "e");
        rig.change("UPDATE async_task SET status = 0 WHERE id = ?", task.value());
        assertThat(approvals.decide(fifth, true, MARTA, "")).as("it runs again").isEqualTo(Outcome.OVERTAKEN);
        assertThat(content(task)).isEqualTo("{}{}");
    }

    @Test
    void aDayLaterItIsOver() {
        TaskId task = rig.failed("evt-1", "422");
        long approval = approvals.askToEdit(task, MENDED, LIN, "a");
        rig.change("UPDATE approval SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?", approval);
        assertThat(approvals.decide(approval, true, MARTA, "")).isEqualTo(Outcome.CLOSED);
    }

    @Test
    void theApiAsksAndOnlyAPersonAgrees() {
        TaskId task = rig.failed("evt-1", "422");
        HttpReply asked = rig.api(
                "POST", "/api/v1/tasks/" + task + "/content", "{\"content\":\"{}{}\",\"reason\":\"wrong field\"}");
        assertThat(asked.status()).isEqualTo(202);
        String id = body(asked).replaceAll("\\D", "");
        assertThat(rig.api("POST", "/api/v1/approvals/" + id + "/agree", "{}").status())
                .isEqualTo(403);
        Browser marta = rig.person("marta", Role.OPERATOR);
        marta.post("/confirm", Map.of("password", "correct horse battery"));
        assertThat(body(marta.get("/approvals/" + id))).contains("SHA-256");
        assertThat(marta.post("/approvals/" + id + "/agree", Map.of()).status()).isEqualTo(303);
        assertThat(content(task)).isEqualTo("{}{}");
        TaskId running = rig.task("evt-2");
        HttpReply refused =
                rig.api("POST", "/api/v1/tasks/" + running + "/content", "{\"content\":\"{}\",\"reason\":\"x\"}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(body(refused)).contains("neither failed nor held");
    }

    @Test
    void anErasureLeavesIdsAndAmountsOfATaskThatHasEnded() {
        TaskId task = rig.failed("evt-1", "422");
        assertThat(rig.api("POST", "/api/v1/tasks/" + task + "/erase", "{\"reason\":\"asked by the buyer\"}")
                        .status())
                .as("still needed")
                .isEqualTo(409);
        rig.change("UPDATE async_task SET status = 4 WHERE id = ?", task.value());
        rig.change(
                "INSERT INTO callback_conflict (task_id, source, event_id, endpoint, content_digest, request, content)"
                        + " VALUES (?, 's', 'e', 'shop', 'd', 'a whole request', 'c')",
                task.value());
        rig.change("DELETE FROM callback_copy");
        rig.change(
                "INSERT INTO callback_copy (task_id, copies, first_seen, last_seen, last_address)"
                        + " VALUES (?, 2, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), '203.0.113.9')",
                task.value());
        HttpReply asked = rig.api("POST", "/api/v1/tasks/" + task + "/erase", "{\"reason\":\"asked by the buyer\"}");
        long approval = Long.parseLong(body(asked).replaceAll("\\D", ""));
        assertThat(approvals.decide(approval, true, MARTA, "")).isEqualTo(Outcome.DONE);
        assertThat(rig.column("SELECT CONCAT_WS('|', payload, content, request_headers, request_target, remote_address,"
                        + " amount_minor, event_id) FROM async_task"))
                .containsExactly("1999|evt-1");
        assertThat(rig.column("SELECT LENGTH(request) < 60 AND content IS NULL FROM callback_conflict"))
                .containsExactly("1");
        assertThat(rig.column("SELECT CONCAT_WS('|', copies, last_address) FROM callback_copy"))
                .containsExactly("2");
        assertThat(rig.column("SELECT before_state FROM audit_log WHERE action = 'payload-erase'"))
                .singleElement()
                .asString()
                .startsWith("content_sha256=");
    }

    @Test
    @Tag("T-35")
    void whatCameSinceAKeyLeakedIsHeldUntilItIsReleased() {
        TaskId due = rig.task("evt-1");
        TaskId done = rig.task("evt-2");
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", done.value());
        Instant from = Instant.now().minusSeconds(60);
        HttpReply asked = rig.api(
                "POST",
                "/api/v1/endpoints/shop-stripe/keys/secret-1/revoke",
                "{\"from\":\"" + from + "\",\"reason\":\"it was in a public repository\"}");
        assertThat(asked.status()).as(body(asked)).isEqualTo(202);
        long approval = Long.parseLong(body(asked).replaceAll("\\D", ""));
        assertThat(approvals.decide(approval, true, MARTA, "")).isEqualTo(Outcome.DONE);
        assertThat(rig.stores().revocations().step(500)).isTrue();
        assertThat(rig.column("SELECT CONCAT(status, ' ', wait_reason) FROM async_task ORDER BY id"))
                .containsExactly("0 5", "2 0");
        TaskId late = rig.task("evt-3");
        rig.stores().revocations().step(500);
        assertThat(rig.column("SELECT wait_reason FROM async_task WHERE id = ?", late.value()))
                .containsExactly("5");
        rig.change("UPDATE key_revocation SET created_at = created_at - INTERVAL 1 MINUTE");
        assertThat(rig.stores().revocations().step(500)).isTrue();
        assertThat(rig.stores().revocations().step(500)).isFalse();
        assertThat(rig.stores().revocations().list(5))
                .singleElement()
                .satisfies(row -> assertThat(List.of(row.seen(), row.held())).containsExactly(3L, 2L));
        HttpReply released = rig.api(
                "POST", "/api/v1/tasks/" + due + "/release", "{\"reason\":\"the provider's dashboard has it\"}");
        assertThat(released.status()).as(body(released)).isEqualTo(202);
        assertThat(waits(due)).as("a second person has to agree").isEqualTo("5");
        long second = Long.parseLong(body(released).replaceAll("(?s).*\"approval\":(\\d+).*", "$1"));
        assertThat(approvals.decide(second, true, MARTA, "")).isEqualTo(Outcome.DONE);
        assertThat(waits(due)).isEqualTo("0");
        assertThat(rig.column("SELECT CONCAT(actor, ' ', before_state, ' ', reason) FROM audit_log"
                        + " WHERE action = 'task-release'"))
                .containsExactly("marta on hold the provider's dashboard has it");
        Browser lin = rig.person("lin", Role.OPERATOR);
        String version = "0."
                + rig.column("SELECT lease_epoch FROM async_task WHERE id = ?", late.value())
                        .getFirst() + ".0";
        HttpReply page = lin.post(
                "/tasks/" + late + "/change", Map.of("to", "release", "version", version, "reason", "genuine"));
        assertThat(Browser.location(page)).matches("/approvals/\\d+");
        long third = Long.parseLong(Browser.location(page).replaceAll("\\D", ""));
        assertThat(approvals.decide(third, true, LIN, "")).isEqualTo(Outcome.SAME_PERSON);
        rig.change("UPDATE async_task SET lease_epoch = lease_epoch + 1 WHERE id = ?", late.value());
        assertThat(approvals.decide(third, true, MARTA, ""))
                .as("changed meanwhile")
                .isEqualTo(Outcome.OVERTAKEN);
        assertThat(waits(late)).isEqualTo("5");
    }

    private String waits(TaskId task) {
        return rig.column("SELECT wait_reason FROM async_task WHERE id = ?", task.value())
                .getFirst();
    }

    @Test
    void whatIsHeldForAnotherReasonIsReleasedByOne() {
        rig.change(
                "INSERT INTO key_revocation (endpoint, key_id, from_at, last_id, status, asked_by)"
                        + " VALUES ('other', 'k', '2020-02-01', ?, 1, 'lin'),"
                        + " ('shop-stripe', 'k', '2020-02-01', 5000000, 1, 'lin')",
                Long.MAX_VALUE);
        TaskId task = rig.task("evt-1");
        rig.change("UPDATE async_task SET wait_reason = 5 WHERE id = ?", task.value());
        assertThat(rig.api("POST", "/api/v1/tasks/" + task + "/release", "{\"reason\":\"confirmed\"}")
                        .status())
                .isEqualTo(200);
        assertThat(waits(task)).isEqualTo("0");
    }

    @Test
    void withoutKeysThereIsNothingToWrapAnew() {
        for (String what : List.of("rewrap", "reencrypt")) {
            HttpReply reply = rig.api("POST", "/api/v1/privacy/" + what, "{\"reason\":\"rotation\"}");
            assertThat(reply.status()).isEqualTo(409);
            assertThat(body(reply)).contains("write privacy.keys");
            assertThat(rig.api("POST", "/api/v1/privacy/" + what, "{}").status())
                    .as("no reason")
                    .isEqualTo(400);
        }
    }
}
