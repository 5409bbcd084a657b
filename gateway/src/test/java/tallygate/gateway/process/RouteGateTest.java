package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Time is ticked by hand. */
class RouteGateTest {
    private static final int CONCURRENCY = 64;
    private static final RouteRules.Breaker BREAKER = new RouteRules.Breaker(
            10,
            50,
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            3,
            Duration.ofSeconds(30),
            Duration.ofDays(1));

    private final AtomicLong nanos = new AtomicLong(1);
    private final RouteGate gate = gate(Optional.of(BREAKER));

    private RouteGate gate(Optional<RouteRules.Breaker> breaker) {
        var rules = new RouteRules(5, 2, Duration.ofMillis(200), 0, breaker, Optional.empty(), Optional.empty());
        var limits = new WorkRoute.Limits(CONCURRENCY, 0, Duration.ofMinutes(1));
        return new RouteGate(
                new WorkRoute("orders", StubHandler.done(), RetryPolicy.DEFAULT, limits, rules), nanos::get);
    }

    private void tick(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** One call that takes 10 ms. */
    private RouteGate.Turn call(RouteGate of, Signal signal, int running) {
        assertThat(of.begins(running - 1)).isTrue();
        long started = nanos.get();
        tick(Duration.ofMillis(10));
        return of.ended(signal, started, running);
    }

    private void open() {
        for (int n = 0; n < 9; n++) {
            assertThat(call(gate, Signal.OVERLOADED, 1)).isEqualTo(RouteGate.Turn.NONE);
        }
        assertThat(call(gate, Signal.OVERLOADED, 1)).isEqualTo(RouteGate.Turn.OPENED);
    }

    @Test
    void itOpensWhenTooManyOfTheLastCallsFailedAndThenLetsNothingThrough() {
        open();
        assertThat(gate.isShut()).isTrue();
        assertThat(gate.begins(0)).isFalse();
        assertThat(gate.calls()).isZero();
        assertThat(gate.openFor()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aRouteThatRefusesEverybodyOpensItToo() {
        for (int n = 0; n < 10; n++) {
            call(gate, Signal.REFUSES_ALL, 1);
        }
        assertThat(gate.isShut()).isTrue();
    }

    @Test
    void failuresOfLongAgoDoNotCount() {
        for (int n = 0; n < 9; n++) {
            call(gate, Signal.OVERLOADED, 1);
        }
        tick(Duration.ofSeconds(31));
        call(gate, Signal.OVERLOADED, 1);
        assertThat(gate.isClosed()).isTrue();
    }

    @Test
    void whenItsTimeIsOverItLetsThreeProbesThroughAndTheirSuccessClosesIt() {
        open();
        tick(Duration.ofSeconds(6));
        assertThat(gate.isShut()).isFalse();
        assertThat(gate.calls()).isEqualTo(3);
        for (int n = 0; n < 3; n++) {
            assertThat(gate.begins(n)).isTrue();
        }
        assertThat(gate.begins(2)).as("a fourth").isFalse();
        assertThat(gate.ended(Signal.ANSWERS, nanos.get(), 3)).isEqualTo(RouteGate.Turn.NONE);
        assertThat(gate.ended(Signal.ANSWERS, nanos.get(), 2)).isEqualTo(RouteGate.Turn.NONE);
        assertThat(gate.ended(Signal.ANSWERS, nanos.get(), 1)).isEqualTo(RouteGate.Turn.CLOSED);
        assertThat(gate.isClosed()).isTrue();
        assertThat(gate.calls()).as("begins again with the least").isEqualTo(2);
    }

    @Test
    void probesThatFailOpenItForLongerUpToTheMost() {
        open();
        for (Duration next : new Duration[] {Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(15)}) {
            tick(gate.openFor().plusMillis(1));
            for (int n = 0; n < 3; n++) {
                call(gate, Signal.OVERLOADED, 1);
            }
            assertThat(gate.openFor()).isEqualTo(next);
        }
    }

    @Test
    void aProbeThatWasNotMadeGivesItsLeaveBack() {
        open();
        tick(Duration.ofSeconds(6));
        for (int n = 0; n < 20; n++) {
            assertThat(gate.begins(0)).isTrue();
            gate.ended(Signal.NONE, nanos.get(), 1);
        }
        assertThat(gate.begins(0)).isTrue();
    }

    @Test
    void afterAnOutageTheCallsOfEachSecondAreNoMoreThanTheRampAllows() {
        open();
        tick(Duration.ofSeconds(6));
        for (int n = 0; n < 3; n++) {
            call(gate, Signal.ANSWERS, 1);
        }
        for (int second = 0; second < 30; second++) {
            int began = 0;
            for (int step = 0; step < 1000; step++) {
                while (gate.begins(0)) {
                    began++;
                    gate.ended(Signal.ANSWERS, nanos.get(), CONCURRENCY);
                }
                tick(Duration.ofMillis(1));
            }
            double allowed = Ramp.FIRST * Math.pow(2, (second + 1) / 3.0);
            assertThat((double) began)
                    .as("calls in second %d", second)
                    .isLessThanOrEqualTo(allowed + 1)
                    .isGreaterThan(allowed / 2);
        }
        assertThat(gate.calls()).isEqualTo(CONCURRENCY);
    }

    @Test
    void withoutABreakerOnlyTheLimitHolds() {
        RouteGate open = gate(Optional.empty());
        for (int n = 0; n < 1_000; n++) {
            call(open, Signal.REFUSES_ALL, 1);
        }
        assertThat(open.isClosed()).isTrue();
        assertThat(open.begins(CONCURRENCY)).isFalse();
    }

    @Test
    void theLimitFallsOnceARoundWhenTheReceiverIsOverloadedAndGrowsWhenItIsUsed() {
        RouteGate open = gate(Optional.empty());
        assertThat(open.calls()).isEqualTo(64);
        long together = nanos.get();
        tick(Duration.ofMillis(10));
        for (int n = 0; n < 64; n++) {
            open.ended(Signal.OVERLOADED, together, 64 - n);
        }
        assertThat(open.calls()).as("64 calls of one round").isEqualTo(44);
        for (int n = 0; n < 50; n++) {
            call(open, Signal.OVERLOADED, 1);
        }
        assertThat(open.calls()).as("never below the least").isEqualTo(2);
        for (int n = 0; n < 1_000; n++) {
            call(open, Signal.ANSWERS, 1);
        }
        assertThat(open.calls()).as("one call at a time says nothing of three").isLessThanOrEqualTo(3);
        for (int n = 0; n < 3_000; n++) {
            open.ended(Signal.ANSWERS, nanos.get(), open.calls());
        }
        assertThat(open.calls()).isEqualTo(64);
    }
}
