package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.mysql.Finding;

class PlanGuardTest {
    private static final Finding GOOD = new Finding(Finding.Level.OK, "plan of claim", "range key=k_due", "");
    private static final Finding BAD =
            new Finding(Finding.Level.UNSAFE, "plan of claim", "ALL key=null", "Index k_due is missing.");

    private final AtomicLong nanos = new AtomicLong(5);
    private final List<String> told = new ArrayList<>();
    private List<Finding> plans = List.of(GOOD);
    private int looks;
    private final PlanGuard guard = new PlanGuard(
            () -> {
                looks++;
                return plans;
            },
            new Alerts() {
                @Override
                public void raise(Alert alert) {
                    told.add(alert.severity() + " " + alert.subject());
                }

                @Override
                public void resolve(String kind, String subject) {
                    told.add("resolved " + subject);
                }
            },
            nanos::get);

    @Test
    void plansAreLookedAtOnceADayAndWhatIsUnsafeIsTold() {
        guard.round();
        guard.round();
        assertThat(looks).isEqualTo(1);
        plans = List.of(BAD);
        nanos.addAndGet(Duration.ofHours(24).toNanos());
        guard.round();
        assertThat(told).containsExactly("resolved plan of claim", "CRITICAL plan of claim");
        plans = List.of(GOOD);
        nanos.addAndGet(Duration.ofHours(24).toNanos());
        guard.round();
        assertThat(told).endsWith("resolved plan of claim");
    }
}
