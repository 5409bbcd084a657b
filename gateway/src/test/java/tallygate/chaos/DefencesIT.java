package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.chaos.Evidence.Notice;
import tallygate.chaos.Evidence.Script;

/**
 * A gateway without one of its defences is told from one that has all of them, by what is left behind: the checker that passes
 * the chaos would not have passed them.
 */
class DefencesIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** A call may take as long as the test needs on a busy machine, and no renewal finds out before its answer. */
    private static final Map<String, String> PATIENT = Map.of(
            "TALLYGATE__WORK__LEASE", "5m", "TALLYGATE__ROUTES__ORDERS__HANDLER__TIMEOUT", SOON.toSeconds() + "s");

    @TempDir
    private Path folder;

    @BeforeEach
    void needsTheDatabase() {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
    }

    @ParameterizedTest
    @EnumSource
    void aDefenceThatIsTakenAwayIsMissed(Defence defence) throws Exception {
        try (Run run = new Run(folder, 1, false, 1, new Watch(), options(defence.without(folder)))) {
            Evidence evidence = run.play(stage -> {
                if (defence == Defence.UNIQUE_KEY) {
                    stage.world().database.sql("ALTER TABLE async_task DROP INDEX uk_event, DROP INDEX uk_effect");
                }
                needed(defence, stage);
            });
            assertThat(Checker.broken(evidence))
                    .anySatisfy(line -> assertThat(line).startsWith(defence.invariant()));
        }
    }

    @Test
    @Tag("F-57")
    void withAllOfThemNothingIsBroken() throws Exception {
        try (Run run = new Run(folder, 1, false, 2, new Watch(), options(""))) {
            Evidence evidence = run.play(stage -> {
                for (Defence defence : Defence.values()) {
                    needed(defence, stage);
                }
            });
            assertThat(Checker.broken(evidence)).isEmpty();
        }
    }

    private static NodeOptions options(String jvm) {
        return new NodeOptions(jvm, PATIENT);
    }

    /** What happens only to those who lack it. */
    private static void needed(Defence defence, Run.Stage stage) throws Exception {
        switch (defence) {
            case ACKNOWLEDGE_ONLY_AFTER_COMMIT -> aDatabaseThatTakesNothing(stage);
            case EPOCH_IN_EACH_COMPLETION -> aTakeOverInTheMiddleOfACall(stage);
            case UNIQUE_KEY -> aCopyThatIsNotRemembered(stage);
            case THE_SAME_KEY_ON_EACH_TRY -> anEffectWhoseAnswerIsLost(stage);
            case AUDIT_IN_THE_SAME_TRANSACTION -> anAuditLogThatTakesNothing(stage);
        }
    }

    private static void aDatabaseThatTakesNothing(Run.Stage stage) throws Exception {
        stage.world().database.sql("SET GLOBAL read_only = 1");
        Notice notice = stage.notice(Script.PLAIN);
        stage.senders().one(notice);
        await().atMost(SOON)
                .until(() -> stage.senders().tries().stream()
                                .filter(sent -> sent.event().equals(notice.event()))
                                .count()
                        > 0);
        stage.world().database.sql("SET GLOBAL read_only = 0");
        settle(stage);
    }

    /** The claim of another node, which dies once the first one has brought its answer: that is a lost lease's. */
    private static void aTakeOverInTheMiddleOfACall(Run.Stage stage) throws Exception {
        int before = stage.world().business.arrivals();
        double lost = dropped(stage);
        stage.world().business.be(Business.Manner.HANGS);
        stage.senders().one(stage.notice(Script.PLAIN));
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> stage.world().business.arrivals() > before);
        stage.world()
                .database
                .sql("UPDATE async_task SET lease_epoch = lease_epoch + 1, attempts = attempts + 1, lease_owner = 99,"
                        + " next_retry_time = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE status = 1");
        String taken = " async_task WHERE status = 1 AND lease_owner = 99";
        assertThat(stage.tables().number("SELECT COUNT(*) FROM" + taken)).isEqualTo(1);
        stage.world().business.be(Business.Manner.OPEN);
        await().atMost(SOON)
                .until(() -> dropped(stage) > lost || stage.tables().number("SELECT COUNT(*) FROM" + taken) == 0);
        stage.world()
                .database
                .sql("UPDATE async_task SET next_retry_time = UTC_TIMESTAMP(3)"
                        + " WHERE status = 1 AND lease_owner = 99");
        settle(stage);
    }

    private static double dropped(Run.Stage stage) throws Exception {
        return stage.world().nodes.getFirst().metric("tallygate_work_total", "outcome=\"lease-lost\"");
    }

    private static void aCopyThatIsNotRemembered(Run.Stage stage) throws Exception {
        Notice notice = stage.notice(Script.PLAIN);
        stage.senders().one(notice);
        settle(stage);
        stage.world().database.sql("KILL USER tallygate");
        await().atMost(SOON).until(() -> stage.world().logs.getFirst().text().contains("lost, opened again"));
        stage.senders().one(notice);
        settle(stage);
    }

    private static void anEffectWhoseAnswerIsLost(Run.Stage stage) {
        int before = stage.world().business.arrivals();
        stage.world().business.be(Business.Manner.APPLIES_AND_DROPS);
        stage.senders().one(stage.notice(Script.PLAIN));
        await().atMost(SOON).until(() -> stage.world().business.arrivals() > before + 1);
        stage.world().business.be(Business.Manner.OPEN);
        settle(stage);
    }

    private static void anAuditLogThatTakesNothing(Run.Stage stage) throws Exception {
        Notice notice = stage.notice(Script.POISON);
        while (Run.isMended(notice.event())) {
            notice = stage.notice(Script.POISON);
        }
        stage.senders().one(notice);
        String failed = "SELECT COALESCE(MAX(id), 0) FROM async_task WHERE status = 3";
        await().atMost(SOON).until(() -> stage.tables().number(failed) > 0);
        String task = Long.toString(stage.tables().number(failed));
        stage.world()
                .database
                .sql("CREATE TRIGGER no_audit BEFORE INSERT ON audit_log FOR EACH ROW SIGNAL SQLSTATE '45000'");
        stage.person().note(task, stage.person().retryNow(stage.world().nodes.getFirst(), task));
        stage.world().database.sql("DROP TRIGGER no_audit");
    }

    private static void settle(Run.Stage stage) {
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> stage.senders().isSettled()
                        && stage.tables().unfinished().isEmpty());
    }
}
