package tallygate.gateway.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lanes that stand still, and what a try leaves for the next one. */
interface LaneContract extends StoreContract {
    Actor ANNA = new Actor("anna", "192.0.2.7");

    private LaneStore.LaneRow lane(String route) {
        return rig().lanes().lanes().stream()
                .filter(lane -> lane.route().equals(route))
                .findFirst()
                .orElseThrow();
    }

    @Test
    default void aLaneIsPausedOnceForAllAndResumedOnceAndBothAreAudited() {
        assertThat(rig().lanes().pause("orders", ANNA, "receiver is being replaced"))
                .isTrue();
        assertThat(rig().lanes().pause("orders", ANNA, "again")).isFalse();
        assertThat(lane("orders").pause())
                .hasValueSatisfying(pause ->
                        assertThat(pause.by() + ": " + pause.why()).isEqualTo("anna: receiver is being replaced"));
        assertThat(rig().lanes().resume("orders", ANNA, "replaced")).isTrue();
        assertThat(rig().lanes().resume("orders", ANNA, "replaced")).isFalse();
        assertThat(lane("orders").pause()).isEmpty();
        assertThat(rig().admin().auditLog(Long.MAX_VALUE, 10))
                .extracting(AuditRow::action)
                .containsExactly("lane-resume", "lane-pause");
    }

    @Test
    default void aVersionOfAHandlerIsPausedByItselfAndResumingTheLaneResumesAll() {
        assertThat(rig().lanes().pauseVersion("orders", "2026-12-01", ANNA, "refuses everything"))
                .isTrue();
        assertThat(rig().lanes().pauseVersion("orders", "2026-12-01", ANNA, "again"))
                .isFalse();
        assertThat(lane("orders").pause()).isEmpty();
        assertThat(lane("orders").versions()).containsOnlyKeys("2026-12-01");
        assertThat(lane("orders").pauseOf("2026-12-01"))
                .hasValueSatisfying(
                        pause -> assertThat(pause.by() + ": " + pause.why()).isEqualTo("anna: refuses everything"));
        assertThat(lane("orders").pauseOf("2026-11-30")).isEmpty();
        assertThat(rig().lanes().pause("orders", ANNA, "stock-taking")).isTrue();
        assertThat(lane("orders").pauseOf("2026-11-30")).isPresent();
        assertThat(rig().lanes().resume("orders", ANNA, "rolled back")).isTrue();
        assertThat(lane("orders").pauseOf("2026-12-01")).isEmpty();
        assertThat(rig().lanes().pauseVersion("orders", "", ANNA, "has no name"))
                .isTrue();
        assertThat(rig().lanes().resume("orders", ANNA, "rolled back")).isTrue();
        assertThat(rig().lanes().resume("orders", ANNA, "rolled back")).isFalse();
        assertThat(rig().admin().auditLog(Long.MAX_VALUE, 10))
                .extracting(AuditRow::action)
                .containsExactly("lane-resume", "handler-pause", "lane-resume", "lane-pause", "handler-pause");
    }

    @Test
    default void thatALaneKeepsItsOrderIsKnownToAll() {
        assertThat(rig().lanes().order("orders", true, ANNA, "configured")).isTrue();
        assertThat(rig().lanes().order("orders", true, ANNA, "configured")).isFalse();
        assertThat(lane("orders").isOrdered()).isTrue();
        assertThat(rig().lanes().order("orders", false, ANNA, "not any more")).isTrue();
    }

    @Test
    default void whereAnAcceptedTaskIsToBeAskedIsKeptUntilItIsSentAgain() {
        TaskId id = rig().ids().next();
        rig().insert(Samples.leased(id, "evt_1").task());
        String url = "http://orders.internal/jobs/7";
        rig().work().apply(List.of(new Move.Park(new Lease(id, 1), Duration.ZERO, WaitReason.EARLY, "accepted", url)));
        LeasedTask asked = rig().claim(WorkStore.Scan.DUE, "orders").getFirst();
        assertThat(asked.statusUrl()).isEqualTo(url);
        rig().work().apply(List.of(new Move.GiveBack(asked.lease())));
        asked = rig().claim(WorkStore.Scan.DUE, "orders").getFirst();
        assertThat(asked.statusUrl())
                .as("a start that was none changes nothing")
                .isEqualTo(url);
        rig().work().apply(List.of(new Move.Retry(asked.lease(), Duration.ZERO, LastOutcome.UNKNOWN, "gone")));
        assertThat(rig().claim(WorkStore.Scan.DUE, "orders").getFirst().statusUrl())
                .isEmpty();
    }
}
