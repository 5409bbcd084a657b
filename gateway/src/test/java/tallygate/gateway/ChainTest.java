package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
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
