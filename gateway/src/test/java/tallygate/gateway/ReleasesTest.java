package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.ApprovalStore.Outcome;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;

/** Tasks that are on hold since a key leaked, released several at once: one person selects, another agrees to exactly these. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("T-34")
class ReleasesTest {
    private static final Actor LIN = new Actor("lin", "127.0.0.1");
    private static final Actor MARTA = new Actor("marta", "127.0.0.1");

    private final DeskRig rig = new DeskRig();
    private final ApprovalStore approvals = rig.stores().approvals();

    @BeforeEach
    void empty() {
        for (String table : List.of("async_task", "audit_log", "approval", "key_revocation")) {
            rig.change("DELETE FROM " + table);
        }
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private String waits(String task) {
        return rig.column("SELECT wait_reason FROM async_task WHERE id = ?", Long.parseLong(task))
                .getFirst();
    }

    /** A selection waits under one approval; what is as it was seen runs, each with its audit row, and the rest is told. */
    @Test
    void aSelectionOfWhatALeakedKeyMayHaveSignedIsReleasedByOneApproval() {
        List<String> tasks = List.of(held("evt-1"), held("evt-2"), held("evt-3"));
        TaskId byOne = rig.task("evt-4");
        rig.change("UPDATE async_task SET wait_reason = 5, last_error = 'held' WHERE id = ?", byOne.value());
        String ended = rig.task("evt-5").toString();
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", Long.parseLong(ended));
        HttpReply asked = release(
                List.of(tasks.get(0), tasks.get(1), tasks.get(2), byOne.toString(), ended, ended),
                "the dashboard has all");
        assertThat(asked.status()).as(body(asked)).isEqualTo(202);
        assertThat(body(asked)).contains("\"due\":1", "\"waiting\":3", "\"unchanged\":[\"" + ended + "\"]");
        assertThat(waits(byOne.toString())).isEqualTo("0");
        assertThat(rig.column("SELECT COUNT(*) FROM approval")).containsExactly("1");
        long approval = Long.parseLong(body(asked).replaceAll("(?s).*\"approval\":(\\d+).*", "$1"));
        assertThat(approvals.find(approval).orElseThrow().tasks()).containsExactlyInAnyOrderElementsOf(tasks);
        assertThat(body(rig.api("GET", "/api/v1/approvals/" + approval, ""))).contains(tasks);
        rig.change("UPDATE async_task SET lease_epoch = lease_epoch + 1 WHERE id = ?", Long.parseLong(tasks.get(2)));
        assertThat(approvals.decide(approval, true, MARTA, "")).isEqualTo(Outcome.DONE);
        assertThat(rig.column("SELECT wait_reason FROM async_task WHERE event_id IN ('evt-1', 'evt-2') ORDER BY id"))
                .containsExactly("0", "0");
        assertThat(waits(tasks.get(2))).as("changed meanwhile").isEqualTo("5");
        assertThat(rig.column("SELECT object_id FROM audit_log WHERE action = 'task-release' AND actor = 'marta'"
                        + " AND reason = 'the dashboard has all' ORDER BY id"))
                .containsExactly(tasks.get(0), tasks.get(1));
        assertThat(rig.column("SELECT after_state FROM audit_log WHERE action = 'tasks-release'"))
                .singleElement()
                .asString()
                .contains("2 due at once, 1 had changed meanwhile");
    }

    @Test
    void aSelectionIsReleasedFromTheListAndByAnotherPersonOnly() {
        List<String> tasks = List.of(held("evt-1"), held("evt-2"));
        Browser lin = rig.person("lin", Role.OPERATOR);
        assertThat(body(lin.get("/tasks?status=pending")))
                .contains("action=\"/tasks/release\"", "value=\"" + tasks.get(0));
        HttpReply page = rig.send(
                "POST",
                "/tasks/release",
                "task=" + tasks.get(0) + "&task=" + tasks.get(1) + "&reason=genuine&form="
                        + Secrets.formToken(lin.cookie()),
                new Header("Cookie", "tallygate=" + lin.cookie()),
                new Header("Content-Type", "application/x-www-form-urlencoded"));
        assertThat(Browser.location(page)).matches("/approvals/\\d+");
        assertThat(body(lin.get(Browser.location(page))))
                .contains("2 tasks are released", "/tasks/" + tasks.get(0), "/tasks/" + tasks.get(1));
        long approval = Long.parseLong(Browser.location(page).replaceAll("\\D", ""));
        assertThat(approvals.decide(approval, true, LIN, "")).isEqualTo(Outcome.SAME_PERSON);
        rig.change("UPDATE async_task SET lease_epoch = lease_epoch + 1");
        assertThat(approvals.decide(approval, true, MARTA, ""))
                .as("all changed")
                .isEqualTo(Outcome.OVERTAKEN);
        assertThat(rig.column("SELECT DISTINCT wait_reason FROM async_task")).containsExactly("5");
        assertThat(release(List.of("1", "2"), "r").status()).isEqualTo(409);
        assertThat(release(List.of(), "r").status()).isEqualTo(400);
        assertThat(release(List.of("x"), "r").status()).isEqualTo(400);
    }

    private HttpReply release(List<String> tasks, String reason) {
        String numbers = tasks.stream().map(task -> "\"" + task + "\"").collect(Collectors.joining(","));
        return rig.api("POST", "/api/v1/tasks/release", "{\"tasks\":[" + numbers + "],\"reason\":\"" + reason + "\"}");
    }

    /** On hold because a key of its endpoint is revoked. */
    private String held(String event) {
        TaskId task = rig.task(event);
        rig.change(
                "UPDATE async_task SET wait_reason = 5, last_error = 'on hold: key secret-1 is revoked; confirm at the"
                        + " provider, then release' WHERE id = ?",
                task.value());
        rig.change(
                "INSERT INTO key_revocation (endpoint, key_id, from_at, last_id, asked_by) SELECT endpoint, 'secret-1',"
                        + " UTC_TIMESTAMP(3) - INTERVAL 1 DAY, id, 'lin' FROM async_task WHERE id = ?",
                task.value());
        return task.toString();
    }
}
