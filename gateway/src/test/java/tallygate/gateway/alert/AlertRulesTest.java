package tallygate.gateway.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the metrics must say before a person is told, and when it is taken back. */
class AlertRulesTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private long nanos;
    private final AlertDesk desk = new AlertDesk(new LoggedAlerts(), () -> nanos, new SimpleMeterRegistry());
    private final AlertRules rules = new AlertRules(desk, meters, () -> nanos, "node");

    @BeforeEach
    void limits() {
        rules.limits(new AlertRules.Limits(1, Duration.ofMinutes(5), Duration.ofSeconds(30)));
    }

    private void ended(String outcome, int count) {
        meters.counter("tallygate.work", "route", "orders", "outcome", outcome).increment(count);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        rules.round();
    }

    @Test
    void aShareOfFailedTasksAboveTheLimitIsAnAlertUntilTheWindowHasPassed() {
        ended("done", 300);
        ended("failed", 3);
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).isEmpty();
        ended("failed", 1);
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo("failed-task-ratio");
            assertThat(alert.subject()).isEqualTo("orders");
            assertThat(alert.summary()).contains("4 of 304", "1.3 %");
        });
        for (int i = 0; i < 42; i++) {
            pass(Duration.ofSeconds(15));
        }
        assertThat(desk.open()).isEmpty();
    }

    @Test
    void oneFailedTaskIsNoSystematicFault() {
        ended("failed", 1);
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).isEmpty();
    }

    @Test
    void theNameOfAFailedTaskIsTakenBackWhenNoneHasFailedForAWindow() {
        ended("done", 1000);
        ended("failed", 1);
        desk.raise(new Alert(Alerts.TASK_FAILED, "orders", Alert.Severity.WARNING, "failed", Map.of()));
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).hasSize(1);
        for (int i = 0; i < 42; i++) {
            pass(Duration.ofSeconds(15));
        }
        assertThat(desk.open()).isEmpty();
    }

    @Test
    void aSlowWayFromCallbackToDoneIsAnAlert() {
        Timer delay =
                Timer.builder("tallygate.work.delay").tag("route", "orders").register(meters);
        delay.record(Duration.ofSeconds(20));
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).isEmpty();
        delay.record(Duration.ofSeconds(80));
        pass(Duration.ofSeconds(15));
        assertThat(desk.open())
                .singleElement()
                .satisfies(alert -> assertThat(alert.summary()).contains("50.0 s"));
    }

    @Test
    void anOldBacklogIsAnAlertAndItsEndTakesItBack() {
        AtomicReference<Double> age = new AtomicReference<>(301.0);
        Gauge.builder("tallygate.queue.oldest", age, AtomicReference::get)
                .tag("route", "orders")
                .register(meters);
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).extracting(Alert::kind).containsExactly("backlog-age");
        age.set(0.0);
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).isEmpty();
    }

    @Test
    void oneConflictIsOneTooMany() {
        meters.counter("tallygate.conflicts", "endpoint", "shop").increment();
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).extracting(Alert::kind).containsExactly("event-conflict");
    }

    @Test
    void aClockThatIsOffIsAnAlert() {
        Gauge.builder("tallygate.clock.skew.seconds", () -> -2.5).register(meters);
        pass(Duration.ofSeconds(15));
        assertThat(desk.open()).extracting(Alert::kind).containsExactly("clock-skew");
    }
}
