package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LeasedTask;

/** Time is ticked by hand: a lease lasts 30 s, a run 10 s. */
class HoldingsTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private final AtomicLong nanos = new AtomicLong(1_000);
    private final Holdings holdings = new Holdings(nanos::get, LEASE, WorkConfig.Pace.STANDARD);
    private long lastId;

    HoldingsTest() {
        holdings.routes(List.of(route("a", 2, 2), route("b", 2, 2)));
    }

    private static WorkRoute route(String name, int concurrency, int waiting) {
        return WorkerRig.route(
                name, StubHandler.done(), new WorkRoute.Limits(concurrency, waiting, Duration.ofSeconds(10)));
    }

    private static Rooms.Opening opening(String route, int room) {
        return new Rooms.Opening(route, room, RouteRules.DEFAULT.scan(), Optional.empty());
    }

    private void tick(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private LeasedTask task(String route, int crashes) {
        return SampleTasks.leased(++lastId, route, crashes);
    }

    private LeasedTask admit(String route, int crashes) {
        LeasedTask task = task(route, crashes);
        assertThat(holdings.admit(List.of(task), nanos.get(), false)).isEmpty();
        return task;
    }

    private Holding begin() {
        return holdings.next().orElseThrow();
    }

    @Test
    void aRouteRunsAsManyAsItsSlotsAndOthersAreNotHeldUp() {
        for (int n = 0; n < 4; n++) {
            admit("a", 0);
        }
        begin();
        begin();
        assertThat(holdings.next()).isEmpty();
        admit("b", 0);
        assertThat(begin().route().name()).isEqualTo("b");
        assertThat(holdings.look("a", room -> room.running, 0)).isEqualTo(2);
        assertThat(holdings.look("a", room -> room.waiting.size(), 0)).isEqualTo(2);
    }

    @Test
    void handOversLeaveAQuarterOfTheRoomToClaims() {
        assertThat(holdings.reserve("a")).isTrue();
        assertThat(holdings.reserve("a")).isTrue();
        assertThat(holdings.reserve("a")).isTrue();
        assertThat(holdings.reserve("a")).isFalse();
        assertThat(holdings.openForDue()).contains(opening("a", 1), opening("b", 4));
    }

    @Test
    void claimsWaitUntilHalfOfTheWaitingRoomIsEmpty() {
        for (int n = 0; n < 4; n++) {
            admit("a", 0);
        }
        assertThat(holdings.openForDue()).containsExactly(opening("b", 4));
        Holding first = begin();
        begin();
        assertThat(holdings.openForDue()).extracting(Rooms.Opening::route).containsExactly("b");
        holdings.ended(first, Signal.NONE);
        holdings.gone(first);
        begin();
        assertThat(holdings.openForDue()).contains(opening("a", 1));
    }

    @Test
    void expiredLeasesGetALittleMoreRoomThanDueTasks() {
        for (int n = 0; n < 4; n++) {
            admit("a", 0);
        }
        assertThat(holdings.openForExpired()).contains(opening("a", 1));
        admit("a", 1);
        assertThat(holdings.openForExpired()).extracting(Rooms.Opening::route).containsExactly("b");
    }

    @Test
    void noCallBeginsOnceTheLeaseMayHaveEnded() {
        admit("a", 0);
        Holding holding = begin();
        tick(LEASE.minusMillis(1));
        assertThat(holdings.isPastDeadline(holding)).isFalse();
        tick(Duration.ofMillis(1));
        assertThat(holdings.isPastDeadline(holding)).isTrue();
        holdings.renewed(holding, nanos.get());
        assertThat(holdings.isPastDeadline(holding)).isFalse();
    }

    @Test
    void theDeadlineCountsFromWhenTheClaimWasSent() {
        long sent = nanos.get();
        tick(LEASE);
        holdings.admit(List.of(task("a", 0)), sent, false);
        assertThat(holdings.isPastDeadline(begin())).isTrue();
    }

    @Test
    void leasesAreDueForRenewalAfterAThird() {
        admit("a", 0);
        tick(Duration.ofSeconds(9));
        assertThat(holdings.dueForRenewal(LEASE.dividedBy(3))).isEmpty();
        tick(Duration.ofSeconds(1));
        assertThat(holdings.dueForRenewal(LEASE.dividedBy(3))).hasSize(1);
    }

    @Test
    void aLostLeaseInterruptsItsCallAndDropsTheOutcome() {
        admit("a", 0);
        Holding holding = begin();
        var interrupts = new AtomicInteger();
        holdings.interruptBy(holding, interrupts::incrementAndGet);
        assertThat(holdings.lost(holding)).isTrue();
        assertThat(interrupts).hasValue(1);
        assertThat(holdings.ended(holding, Signal.NONE).end()).isEqualTo(CallEnd.End.LOST);
        assertThat(holdings.look("a", room -> room.running, 0)).isZero();
        assertThat(holdings.unsettled()).isZero();
    }

    @Test
    void aLeaseLostBetweenBeginAndCallInterruptsAtOnce() {
        admit("a", 0);
        Holding holding = begin();
        holdings.lost(holding);
        var interrupts = new AtomicInteger();
        holdings.interruptBy(holding, interrupts::incrementAndGet);
        assertThat(interrupts).hasValue(1);
    }

    @Test
    void aRenewalThatMissesWhatWasJustCompletedSaysNothing() {
        admit("a", 0);
        Holding holding = begin();
        assertThat(holdings.ended(holding, Signal.NONE).end()).isEqualTo(CallEnd.End.SETTLES);
        assertThat(holdings.lost(holding)).isFalse();
        assertThat(holdings.unsettled()).isEqualTo(1);
    }

    @Test
    void aLostTaskThatWaitsNeverBegins() {
        LeasedTask lost = admit("a", 0);
        admit("a", 0);
        Holding first = holdings.dueForRenewal(Duration.ZERO).getFirst();
        assertThat(first.lease()).isEqualTo(lost.lease());
        assertThat(holdings.lost(first)).isTrue();
        assertThat(begin()).isNotSameAs(first);
        assertThat(holdings.next()).isEmpty();
    }

    @Test
    @Tag("O-111")
    void aCallOverItsLimitLosesItsSlotAndItsLateEndIsIgnored() {
        admit("a", 0);
        Holding hung = begin();
        tick(Duration.ofSeconds(11));
        assertThat(holdings.abandonOverdue()).containsExactly(hung);
        assertThat(holdings.look("a", room -> room.running, 0)).isZero();
        assertThat(holdings.ended(hung, Signal.NONE).end()).isEqualTo(CallEnd.End.TOO_LATE);
    }

    @Test
    void aRouteWhoseCallsNeverReturnComesToRest() {
        for (int n = 0; n < 4; n++) {
            admit("a", 0);
        }
        begin();
        begin();
        tick(Duration.ofSeconds(11));
        List<Holding> hung = holdings.abandonOverdue();
        assertThat(hung).hasSize(2);
        assertThat(holdings.next()).isEmpty();
        assertThat(holdings.openForDue()).extracting(Rooms.Opening::route).containsExactly("b");
        holdings.ended(hung.getFirst(), Signal.NONE);
        assertThat(holdings.next()).isPresent();
    }

    @Test
    void aTaskWhoseNodesDiedTwiceRunsWithNothingBesideIt() {
        admit("a", 0);
        Holding running = begin();
        admit("a", 2);
        admit("b", 0);
        assertThat(holdings.next())
                .as("nothing begins while one waits to be alone")
                .isEmpty();
        holdings.ended(running, Signal.NONE);
        Holding alone = begin();
        assertThat(alone.runsAlone()).isTrue();
        assertThat(holdings.next()).isEmpty();
        tick(Duration.ofSeconds(1));
        holdings.ended(alone, Signal.NONE);
        assertThat(begin().route().name()).isEqualTo("b");
    }

    @Test
    void betweenTwoThatRunAloneTheOthersGetAsMuchTime() {
        admit("a", 2);
        admit("a", 2);
        Holding alone = begin();
        tick(Duration.ofSeconds(1));
        holdings.ended(alone, Signal.NONE);
        admit("b", 0);
        Holding other = begin();
        assertThat(other.route().name()).isEqualTo("b");
        admit("b", 0);
        assertThat(holdings.next()).isPresent();
        tick(Duration.ofSeconds(1));
        admit("a", 0);
        assertThat(holdings.next()).as("the second one's turn to ask").isEmpty();
    }

    @Test
    @Tag("F-41")
    void aTaskThatRanAloneAndKilledThreeNodesIsNotRunAgain() {
        LeasedTask task = task("a", 5);
        List<Holding> unwanted = holdings.admit(List.of(task), nanos.get(), false);
        assertThat(unwanted)
                .singleElement()
                .satisfies(holding -> assertThat(holding.hasLostItsWorkers(3)).isTrue());
        assertThat(holdings.next()).isEqualTo(Optional.empty());
    }

    @Test
    void howOftenANodeMayDieForATaskCanBeSet() {
        var patient = new Holdings(
                nanos::get,
                LEASE,
                new WorkConfig.Pace(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(5),
                        4,
                        1024));
        patient.routes(List.of(WorkerRig.route("a", StubHandler.done())));
        assertThat(patient.admit(List.of(task("a", 5)), nanos.get(), false)).isEmpty();
        assertThat(patient.admit(List.of(task("a", 6)), nanos.get(), false)).hasSize(1);
    }

    @Test
    void whatIsHeldOfARemovedRouteEndsAsItBeganAndNothingMoreComesIn() {
        admit("a", 0);
        holdings.routes(List.of(route("b", 2, 2)));
        assertThat(holdings.reserve("a")).isFalse();
        assertThat(holdings.openForDue()).extracting(Rooms.Opening::route).containsExactly("b");
        Holding last = begin();
        assertThat(last.route().name()).isEqualTo("a");
        assertThat(holdings.admit(List.of(task("a", 0)), nanos.get(), false)).hasSize(1);
    }

    @Test
    void aLeaseThatComesInTwiceRunsOnce() {
        LeasedTask task = admit("a", 0);
        assertThat(holdings.reserve("a")).isTrue();
        assertThat(holdings.reserve("a")).isTrue();
        assertThat(holdings.admit(List.of(task, task("a", 0)), nanos.get(), true))
                .isEmpty();
        begin();
        begin();
        assertThat(holdings.next()).isEmpty();
        assertThat(holdings.unsettled()).isEqualTo(2);
    }

    @Test
    void roomThatWasNotReservedCannotBeReleased() {
        assertThatThrownBy(() -> holdings.release("a")).isInstanceOf(IllegalStateException.class);
    }
}
