package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;

class ClockGuardTest {
    private static final Duration QUICK = Duration.ofMillis(5);

    private final List<Boolean> aside = new ArrayList<>();
    private final List<String> alerts = new ArrayList<>();
    private final ClockGuard guard = new ClockGuard(Duration.ofSeconds(30), aside::add, told(), () -> {});

    private Alerts told() {
        return new Alerts() {
            @Override
            public void raise(Alert alert) {
                alerts.add("raised " + alert.kind());
            }

            @Override
            public void resolve(String kind, String subject) {
                alerts.add("resolved " + kind);
            }
        };
    }

    @Test
    void aClockBeyondTheLimitSetsTheNodeAsideUntilItIsRightAgain() {
        guard.clockCompared(Duration.ofSeconds(-29), QUICK);
        assertThat(aside).isEmpty();
        guard.clockCompared(Duration.ofSeconds(-31), QUICK);
        guard.clockCompared(Duration.ofSeconds(-31), QUICK);
        assertThat(aside).containsExactly(true);
        assertThat(alerts.getLast()).isEqualTo("raised clock-stops-work");
        assertThat(guard.state()).isEqualTo("-31.0 s off the database's, limit 30 s: takes no work");
        guard.clockCompared(Duration.ZERO, QUICK);
        assertThat(aside).containsExactly(true, false);
        assertThat(alerts.getLast()).isEqualTo("resolved clock-stops-work");
        assertThat(guard.state()).isEqualTo("agrees with the database's");
    }

    @Test
    void whatASlowAnswerLeavesUncertainChangesNothing() {
        guard.clockCompared(Duration.ofSeconds(35), Duration.ofSeconds(10));
        assertThat(aside).isEmpty();
        guard.clockCompared(Duration.ofSeconds(35), QUICK);
        guard.clockCompared(Duration.ofSeconds(25), Duration.ofSeconds(10));
        assertThat(aside).containsExactly(true);
    }
}
