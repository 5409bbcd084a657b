package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LeasedTask;

class StandingTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Holdings holdings = new Holdings(nanos::get, WorkConfig.LEASE_DEFAULT, WorkConfig.Pace.STANDARD);
    private long lastId;

    StandingTest() {
        var limits = new WorkRoute.Limits(2, 2, Duration.ofSeconds(10));
        holdings.routes(List.of(
                WorkerRig.route("a", StubHandler.done(), limits), WorkerRig.route("b", StubHandler.done(), limits)));
    }

    private LeasedTask task(String route, int crashes) {
        return SampleTasks.leased(++lastId, route, crashes);
    }

    private void admit(String route, int crashes) {
        assertThat(holdings.admit(List.of(task(route, crashes)), nanos.get(), false))
                .isEmpty();
    }

    @Test
    void aDrainGivesBackWhatHasNotBegunAndTakesNothingMore() {
        admit("a", 0);
        admit("a", 0);
        admit("a", 2);
        holdings.next();
        List<Holding> unstarted = holdings.stands(Standing.DRAINS);
        assertThat(unstarted).hasSizeBetween(2, 3);
        assertThat(holdings.reserve("a")).isFalse();
        assertThat(holdings.openForDue()).isEmpty();
        assertThat(holdings.openForExpired()).isEmpty();
        assertThat(holdings.admit(List.of(task("a", 0)), nanos.get(), false)).hasSize(1);
        assertThat(holdings.next()).isEmpty();
    }

    @Test
    void standingAsideGivesBackWhatHasNotBegunAndEndsAgain() {
        admit("a", 0);
        admit("a", 0);
        Holding runs = holdings.next().orElseThrow();
        assertThat(holdings.stands(Standing.ASIDE)).hasSize(1);
        assertThat(holdings.reserve("a")).isFalse();
        assertThat(holdings.openForDue()).isEmpty();
        assertThat(holdings.openForExpired()).isEmpty();
        assertThat(holdings.admit(List.of(task("a", 0)), nanos.get(), false)).hasSize(1);
        assertThat(holdings.ended(runs, Signal.NONE).end()).isEqualTo(CallEnd.End.SETTLES);
        assertThat(holdings.stands(Standing.TAKES)).isEmpty();
        assertThat(holdings.openForDue()).hasSize(2);
        holdings.stands(Standing.DRAINS);
        holdings.stands(Standing.TAKES);
        assertThat(holdings.openForDue()).isEmpty();
    }
}
