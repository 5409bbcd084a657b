package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;

/** A row that somebody spoiled in the database is named on its page, and hides no other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedRowsTest {
    private final DeskRig rig = new DeskRig();
    private final Browser boss = rig.person("boss", Role.ADMIN);

    @AfterAll
    void close() {
        rig.close();
    }

    private String page(String path, int status) {
        rig.pass(java.time.Duration.ofSeconds(1));
        var reply = boss.get(path);
        assertThat(reply.status()).as("%s: %s", path, body(reply)).isEqualTo(status);
        return body(reply);
    }

    private String conflict(TaskId task, String request) {
        rig.change(
                "INSERT INTO callback_conflict (task_id, source, event_id, endpoint, content_digest, request)"
                        + " VALUES (?, 'shop', 'evt-conflict', 'shop-stripe', UNHEX(SHA2(?, 256)), " + request + ")",
                task.value(),
                request);
        return rig.column("SELECT MAX(id) FROM callback_conflict").getFirst();
    }

    @Test
    void aDamagedConflictShowsTheFirstContentAndSaysWhatIsDamaged() {
        TaskId task = rig.task("evt-conflict");
        for (String request : new String[] {"''", "UNHEX('01')", "UNHEX('017FFFFFFF41')", "UNHEX('0900000001')"}) {
            String page = page("/conflicts/" + conflict(task, request), 200);
            assertThat(page)
                    .contains("its stored request cannot be read", "evt-conflict", "<tr class=\"other\"><td><bdi>{");
        }
    }

    @Test
    void aDamagedRefusedRequestIsListedWithTheOthers() {
        long whole = rig.refusing().refused("{\"order\":1}", Instant.now());
        long spoiled = rig.refusing().refused("{\"order\":2}", Instant.now());
        rig.change("UPDATE rejected_callback SET request = UNHEX('0100') WHERE id = ?", spoiled);
        assertThat(page("/rejected", 200)).contains("/rejected/" + whole, "/rejected/" + spoiled, "damaged in the");
        assertThat(page("/rejected/" + spoiled, 200)).contains("damaged in the database");
        assertThat(rig.get("/api/v1/rejected").status()).isEqualTo(200);
    }

    @Test
    void aTaskWhoseCodesAreNoneOfOursIsNamedAndHidesNoOther() {
        TaskId good = rig.task("evt-good");
        TaskId waits = rig.task("evt-waits");
        TaskId state = rig.task("evt-state");
        rig.change("UPDATE async_task SET wait_reason = 9 WHERE id = ?", waits.value());
        rig.change("UPDATE async_task SET status = 9 WHERE id = ?", state.value());
        assertThat(page("/tasks", 200)).contains("/tasks/" + good).doesNotContain("/tasks/" + waits + "\"");
        assertThat(page("/tasks/" + waits, 409)).contains("wait reason must be 0..5, was 9");
        assertThat(page("/tasks/" + state, 409)).contains("task status must be 0..4, was 9");
        assertThat(page("/", 200)).contains("Overview");
        rig.change("DELETE FROM async_task WHERE id IN (?, ?)", waits.value(), state.value());
    }

    @Test
    void damagedHeaderLinesAreSaidAndStopNoLane() {
        TaskId task = rig.task("evt-headers");
        rig.change("UPDATE async_task SET request_headers = 'no colon here' WHERE id = ?", task.value());
        assertThat(page("/tasks/" + task + "/payload", 409)).contains("its stored request cannot be read");
    }
}
