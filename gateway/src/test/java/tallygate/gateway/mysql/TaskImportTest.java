package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.task.TaskImport;

/** Taking over a task table as shops have it, on a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TaskImportTest {
    private static final TaskImport.Origin ORIGIN =
            new TaskImport.Origin("old_task", "shop", "orders", "+08:00", false);

    private Optional<RealRig> opened = Optional.empty();

    @BeforeAll
    void open() {
        opened = Optional.of(new RealRig(TestDatabases.embedded()));
        rig().execute("CREATE TABLE old_task (id BIGINT AUTO_INCREMENT PRIMARY KEY, biz_type VARCHAR(32), biz_id"
                + " VARCHAR(64), event_id VARCHAR(64), payload JSON, status TINYINT, retry_count INT,"
                + " next_retry_time DATETIME, last_error VARCHAR(512), created_at DATETIME, updated_at"
                + " DATETIME) CHARACTER SET gbk");
    }

    @BeforeEach
    void empty() {
        rig().empty();
        rig().execute("DELETE FROM old_task");
    }

    @AfterAll
    void close() {
        opened.ifPresent(RealRig::close);
    }

    private RealRig rig() {
        return opened.orElseThrow();
    }

    private void old(String event, int status) {
        rig().execute("INSERT INTO old_task (biz_type, biz_id, event_id, payload, status, retry_count, next_retry_time,"
                + " last_error, created_at, updated_at) VALUES ('payment', '订单1', '" + event + "', '{\"a\": \"元\"}', "
                + status + ", 2, '2026-05-02 10:00:00', 'timeout', '2026-05-02 09:00:00', '2026-05-02 09:30:00')");
    }

    private long whole(TaskImport.Origin origin) {
        long added = 0;
        TaskImport store = rig().stores().taskImport();
        TaskImport.Chunk chunk = store.take(origin, Long.MIN_VALUE, 2);
        while (chunk.seen() > 0) {
            added += chunk.added();
            chunk = store.take(origin, chunk.lastId(), 2);
        }
        return added;
    }

    @Test
    void everyStateIsTakenOverAndWhatWasBeingProcessedIsHeld() {
        for (int status = 0; status <= 4; status++) {
            old("e" + status, status);
        }

        assertThat(whole(ORIGIN)).isEqualTo(5);

        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE event_id = 'e1' AND status = 0 AND"
                        + " wait_reason = 5 AND last_outcome = 2 AND next_retry_time >"
                        + " UTC_TIMESTAMP() + INTERVAL 100 YEAR"))
                .isOne();
        for (int status : new int[] {0, 2, 3, 4}) {
            assertThat(rig().number("SELECT status FROM async_task WHERE event_id = 'e" + status
                            + "' AND wait_reason = 0"))
                    .isEqualTo(status);
        }
        assertThat(rig().number("SELECT COUNT(*) FROM async_task_view WHERE biz_id = '订单1' AND route = 'orders'"
                        + " AND payload LIKE '%元%' AND retry_count = 2 AND created_at = '2026-05-02 01:00:00'"))
                .isEqualTo(5);
    }

    @Test
    void againItAddsOnlyWhatIsNew() {
        old("e1", 0);
        old("e2", 0);
        assertThat(whole(ORIGIN)).isEqualTo(2);
        rig().execute("UPDATE async_task SET status = 2 WHERE event_id = 'e1'");
        old("e3", 0);

        assertThat(rig().stores().taskImport().look(ORIGIN).added()).isOne();
        assertThat(whole(ORIGIN)).isOne();
        assertThat(rig().number("SELECT status FROM async_task WHERE event_id = 'e1'"))
                .isEqualTo(2);
    }

    @Test
    void whatWasBeingProcessedRunsWhenThatIsAsked() {
        old("e1", 1);

        whole(new TaskImport.Origin("old_task", "shop", "", "+08:00", true));

        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE status = 0 AND wait_reason = 0 AND last_outcome"
                        + " = 2 AND route = 'payment' AND next_retry_time = '2026-05-02 02:00:00'"))
                .isOne();
    }

    @Test
    void manyRowsInOneChunkLoseNone() {
        for (int i = 0; i < 300; i++) {
            old("m" + i, 0);
        }

        assertThat(rig().stores().taskImport().take(ORIGIN, Long.MIN_VALUE, 500).added())
                .isEqualTo(300);
    }

    @Test
    void aRowWithAStatusOfItsOwnStopsTheChunk() {
        old("e1", 0);
        old("e9", 9);

        assertThatThrownBy(() -> whole(ORIGIN)).hasMessageContaining("look for statuses other than 0 to 4");
        assertThat(rig().number("SELECT COUNT(*) FROM async_task")).isZero();
    }

    @Test
    void aTableIsAName() {
        assertThatThrownBy(() -> new TaskImport.Origin("x; DROP TABLE y", "shop", "", "+00:00", false))
                .hasMessageContaining("a table is NAME or DATABASE.NAME");
    }
}
