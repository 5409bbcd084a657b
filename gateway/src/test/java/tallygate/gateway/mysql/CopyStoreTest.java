package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.task.CopyCount;
import tallygate.gateway.task.CopyStore.Copies;
import tallygate.gateway.task.TaskId;

/** Deliveries of stored events on a real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CopyStoreTest {
    private Optional<RealRig> opened = Optional.empty();

    @BeforeAll
    void open() {
        opened = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        rig().execute("DELETE FROM callback_copy");
    }

    @AfterAll
    void close() {
        opened.ifPresent(RealRig::close);
    }

    private RealRig rig() {
        return opened.orElseThrow();
    }

    private void add(long task, long copies, int firstAgo, int lastAgo, String address) {
        rig().stores()
                .copies()
                .add(List.of(new Copies(
                        new TaskId(task), copies, Duration.ofSeconds(firstAgo), Duration.ofSeconds(lastAgo), address)));
    }

    private CopyCount copies(long task) {
        return rig().stores().admin().copies(new TaskId(task)).orElseThrow();
    }

    @Test
    void twoNodesCountOneTaskTogetherWhicheverWritesLast() {
        add(7, 3, 60, 10, "203.0.113.1");
        add(7, 2, 90, 20, "203.0.113.2");
        CopyCount count = copies(7);
        assertThat(count.copies()).isEqualTo(5);
        assertThat(count.lastAddress()).as("of the one that came last").isEqualTo("203.0.113.1");
        assertThat(Duration.between(count.firstSeen(), count.lastSeen()))
                .isBetween(Duration.ofSeconds(78), Duration.ofSeconds(82));

        add(7, 1, 0, 0, "2001:db8::1");
        assertThat(copies(7).copies()).isEqualTo(6);
        assertThat(copies(7).lastAddress()).isEqualTo("2001:db8::1");
        assertThat(Duration.between(count.lastSeen(), copies(7).lastSeen()))
                .isBetween(Duration.ofSeconds(9), Duration.ofMinutes(2));
    }

    @Test
    void anAddressThatIsNotKnownIsNone() {
        add(8, 1, 0, 0, "");
        assertThat(copies(8).lastAddress()).isEmpty();
        assertThat(rig().number("SELECT COUNT(*) FROM callback_copy WHERE last_address IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void aTaskThatCameOnceHasNone() {
        assertThat(rig().stores().admin().copies(new TaskId(9))).isEmpty();
    }

    @Test
    void asManyTasksAsACallMayNameAreCountedWhateverTheirNumber() {
        for (int rows : List.of(1, 15, 17, 255, 256)) {
            empty();
            List<Copies> all = new ArrayList<>();
            for (int task = 1; task <= rows; task++) {
                all.add(new Copies(new TaskId(task), task, Duration.ZERO, Duration.ZERO, "203.0.113.1"));
            }
            rig().stores().copies().add(all);
            assertThat(rig().number("SELECT SUM(copies) FROM callback_copy"))
                    .as("%d tasks", rows)
                    .isEqualTo(rows * (rows + 1L) / 2);
        }
    }
}
