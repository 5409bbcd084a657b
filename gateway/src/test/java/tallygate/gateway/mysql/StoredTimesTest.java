package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.TaskId;

/** Times in the table are UTC to the millisecond, on every server and in every zone of it. */
class StoredTimesTest {
    static Stream<TestDatabase> databases() {
        return Stream.of(Optional.of(TestDatabases.embedded()), TestDatabases.debian())
                .flatMap(Optional::stream);
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Tag("O-050")
    void fractionsOfASecondAreKeptAndNeverRounded(TestDatabase database) {
        try (RealRig rig = new RealRig(database)) {
            NewTask task = Samples.leased(rig.ids().next(), "evt_1").task();
            rig.insert(task);
            assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE occurred_at = '2026-11-30 23:59:59.700'"))
                    .isEqualTo(1);
            retryIn(rig, task.id(), Duration.ofMillis(1_600));
            assertThat(rig.number("SELECT TIMESTAMPDIFF(MICROSECOND, updated_at, next_retry_time) FROM async_task"))
                    .isEqualTo(1_600_000);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Tag("O-049")
    @Tag("F-26")
    void theServersZoneMovesNoDueTimeAndNoColumnHasAnHourThatIsLeftOut(TestDatabase database) throws Exception {
        global(database, "'-05:00'");
        try (RealRig rig = new RealRig(database)) {
            NewTask task = Samples.leased(rig.ids().next(), "evt_1").task();
            rig.insert(task);
            retryIn(rig, task.id(), Duration.ofSeconds(15));
            assertThat(rig.number("SELECT TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), next_retry_time) DIV 1000"
                            + " FROM async_task"))
                    .isBetween(5_000L, 15_000L);
            // A TIMESTAMP is kept through the session's zone, which may leave out an hour; a DATETIME has none.
            assertThat(rig.number("SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()"
                            + " AND data_type = 'timestamp' AND column_name <> 'installed_on'"))
                    .isZero();
        } finally {
            global(database, "'SYSTEM'");
        }
    }

    private static void retryIn(RealRig rig, TaskId id, Duration delay) {
        Move retry = new Move.Retry(new Lease(id, 1), delay, LastOutcome.REFUSED, "no");
        assertThat(rig.work().apply(List.of(retry))).isEmpty();
    }

    private static void global(TestDatabase database, String zone) throws Exception {
        try (Connection root = database.connectAsRoot();
                Statement statement = root.createStatement()) {
            statement.execute("SET GLOBAL time_zone = " + zone);
        }
    }
}
