package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/** The audit log's hash chain, and states that nothing explains. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChainTest {
    private static final Actor LIN = new Actor("lin", "127.0.0.1");

    private final DeskRig rig = new DeskRig();
    private final ChainStore chain = rig.stores().chain();

    @BeforeEach
    void write() {
        rig.change("DELETE FROM audit_log");
        rig.change("DELETE FROM audit_head");
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM task_attempt");
        for (int i = 0; i < 5; i++) {
            rig.stores().admin().audit(LIN, "deed", "thing", "t" + i, "because " + i);
        }
    }

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void whatIsSealedVerifies() {
        assertThat(chain.verify().unsealed()).isEqualTo(5);
        assertThat(chain.seal(3)).isEqualTo(3);
        assertThat(chain.seal(100)).isEqualTo(2);
        assertThat(chain.seal(100)).isZero();
        assertThat(chain.verify()).isEqualTo(new ChainStore.Verdict(5, 0, java.util.Optional.empty()));
        assertThat(rig.column("SELECT chain_seq FROM audit_head")).containsExactly("3");
    }

    @Test
    @Tag("T-33")
    void eachKindOfTamperingBreaksTheChainAtItsPlace() {
        for (String tampering : List.of(
                "UPDATE audit_log SET reason = 'other' WHERE chain_seq = 3",
                "UPDATE audit_log SET actor = 'other' WHERE chain_seq = 3",
                "UPDATE audit_log SET at = at + INTERVAL 1 SECOND WHERE chain_seq = 3",
                "UPDATE audit_log SET row_hash = UNHEX(SHA2('x', 256)) WHERE chain_seq = 3",
                "DELETE FROM audit_log WHERE chain_seq = 3")) {
            write();
            chain.seal(100);
            rig.change(tampering);
            assertThat(chain.verify().firstBreak())
                    .as(tampering)
                    .get()
                    .extracting(ChainStore.Break::chainSeq)
                    .isEqualTo(3L);
        }
    }

    @Test
    void anEndThatWasCutOffDiffersFromTheHourlyHead() {
        chain.seal(100);
        rig.change("DELETE FROM audit_log WHERE chain_seq >= 4");
        assertThat(chain.verify().firstBreak()).isPresent();
    }

    @Test
    void aDigestThatLiesOutsideTellsARewrittenChain(@TempDir Path folder) throws IOException {
        chain.seal(100);
        Path file = folder.resolve("heads.jsonl");
        AuditHeads heads = new AuditHeads(chain, file, Clock.systemUTC(), new LoggedAlerts());
        heads.tick();
        heads.tick();
        String line = Files.readString(file);
        assertThat(line).as("once an hour").containsOnlyOnce("\"chainSeq\":5");
        String body = "{\"heads\":[" + line.replaceAll("\"at\":\"[^\"]*\",", "").strip() + "]}";
        assertThat(DeskRig.body(rig.api("POST", "/api/v1/audit/compare", body))).contains("\"isIntact\":true");
        rig.change("UPDATE audit_log SET chain_seq = NULL, prev_hash = NULL, row_hash = NULL, reason = 'rewritten'");
        rig.change("DELETE FROM audit_head");
        chain.seal(100);
        assertThat(chain.verify().firstBreak()).as("all of it was sealed anew").isEmpty();
        assertThat(DeskRig.body(rig.api("POST", "/api/v1/audit/compare", body)))
                .contains("\"isIntact\":false", "at 5: the row that was anchored outside is another one");
    }

    @Test
    @Tag("T-33")
    void successAndPendingSetByHandAreNoticedToo() {
        TaskId never = rig.task("evt-1");
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", never.value());
        TaskId failed = rig.failed("evt-2", "x");
        rig.change("INSERT INTO task_attempt (task_id, lease_epoch, outcome) VALUES (?, 0, 'failed')", failed.value());
        rig.change("UPDATE async_task SET status = 0 WHERE id = ?", failed.value());
        TaskId waiting = rig.task("evt-3");
        rig.change("UPDATE async_task SET lease_epoch = 1, attempts = 1 WHERE id = ?", waiting.value());
        rig.change("INSERT INTO task_attempt (task_id, lease_epoch, outcome) VALUES (?, 1, 'retry')", waiting.value());
        assertThat(chain.unexplained(10)).hasSize(2);
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", waiting.value());
        assertThat(chain.unexplained(10))
                .containsExactlyInAnyOrder(
                        "task " + never + " is success, which was never started, and no attempt or audit row says why",
                        "task " + failed + " is pending after it had failed, and no attempt or audit row says why",
                        "task " + waiting
                                + " is success, but its last try ended in retry, and no attempt or audit row says why");
        rig.change("UPDATE async_task SET status = 3 WHERE id = ?", failed.value());
        rig.stores()
                .admin()
                .change(new StateChange(failed, TaskStatus.FAILED, TaskStatus.PENDING, LIN, "handler mended"));
        assertThat(chain.unexplained(10)).noneMatch(line -> line.contains(failed.toString()));
    }

    @Test
    @Tag("T-33")
    void statesChangedByHandAreNoticedAndStatesChangedThroughUsAreNot() {
        TaskId honest = rig.failed("evt-1", "x");
        rig.change("INSERT INTO task_attempt (task_id, lease_epoch, outcome) VALUES (?, 1, 'failed')", honest.value());
        rig.stores()
                .admin()
                .change(new StateChange(honest, TaskStatus.FAILED, TaskStatus.COMPENSATED, LIN, "refunded"));
        assertThat(chain.unexplained(10)).isEmpty();
        TaskId forged = rig.task("evt-2");
        rig.change("UPDATE async_task SET status = 4 WHERE id = ?", forged.value());
        TaskId broken = rig.task("evt-3");
        rig.change("UPDATE async_task SET status = 3 WHERE id = ?", broken.value());
        assertThat(chain.unexplained(10))
                .containsExactlyInAnyOrder(
                        "task " + forged + " is compensated, and no attempt or audit row says why",
                        "task " + broken + " is failed, and no attempt or audit row says why");
    }
}
