package tallygate.gateway.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;

/** What is kept of measured timeouts. */
class MeasuredTimeoutsTest {
    private static final Duration TOOK = Duration.ofMillis(1_250);
    private static final Step STEP = new Step(
            1,
            "stock",
            1,
            false,
            new Step.Ways("stock", "/freeze", Optional.of("/unfreeze"), Optional.empty()),
            new Step.Rules(new Pauses(List.of()), new Pauses(List.of()), TimeoutRule.STANDARD),
            new Step.Mapping(Map.of(), Map.of()));

    private final List<MeasuredTimeouts.Change> kept = new ArrayList<>();
    private final MeasuredTimeouts.Changes changes = new MeasuredTimeouts.Changes() {
        @Override
        public void keep(MeasuredTimeouts.Change change) {
            kept.add(change);
        }

        @Override
        public Map<MeasuredTimeouts.Series, Duration> inForce() {
            Map<MeasuredTimeouts.Series, Duration> inForce = new HashMap<>();
            kept.forEach(change -> inForce.put(change.series(), change.after()));
            return inForce;
        }
    };
    private final MeasuredTimeouts timeouts = new MeasuredTimeouts(changes, new Alerts() {
        @Override
        public void raise(Alert alert) {
            throw new AssertionError(alert);
        }

        @Override
        public void resolve(String kind, String subject) {}
    });

    private void measure(Duration took) {
        for (int i = 0; i < MeasuredTimeouts.SAMPLES_MIN; i++) {
            timeouts.measured("order", STEP, Direction.FORWARD, took);
        }
        timeouts.adjust();
    }

    @Test
    void theFirstMeasurementIsKeptEvenWhenItChangesNothing() {
        measure(TOOK);
        assertThat(kept).singleElement().satisfies(change -> {
            assertThat(change.p99()).isEqualTo(TOOK);
            assertThat(change.before()).isEqualTo(change.after());
        });
    }

    @Test
    void laterOnesOnlyWhenTheyChangeMuch() {
        measure(TOOK);
        measure(TOOK.plusMillis(100));
        assertThat(kept).hasSize(1);
        for (int i = 0; i < 10; i++) {
            measure(TOOK.multipliedBy(2));
        }
        assertThat(kept).hasSize(2);
        assertThat(timeouts.of("order", STEP, Direction.FORWARD)).isEqualTo(TOOK.multipliedBy(8));
    }
}
