package tallygate.gateway;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.mysql.Finding;

/**
 * Has the database explain the hot statements once a day: tables grow and statistics age. At the start an unsafe plan keeps a
 * production node from starting; one that already runs goes on, since a stopped gateway loses more than a slow one, and tells.
 */
final class PlanGuard {
    private static final Logger log = LoggerFactory.getLogger(PlanGuard.class);
    private static final long DAY_NANOS = Duration.ofDays(1).toNanos();
    private static final String KIND = "plan-unsafe";

    private final Supplier<List<Finding>> plans;
    private final Alerts alerts;
    private final LongSupplier nanos;
    private final Set<String> told = new HashSet<>();
    private long nextNanos;

    /** @param plans as the database has them now */
    PlanGuard(Supplier<List<Finding>> plans, Alerts alerts, LongSupplier nanos) {
        this.plans = plans;
        this.alerts = alerts;
        this.nanos = nanos;
        this.nextNanos = nanos.getAsLong();
    }

    /** Looks when a day has passed, and soon after the start. */
    void round() {
        if (nanos.getAsLong() - nextNanos < 0) {
            return;
        }
        List<Finding> found = plans.get();
        nextNanos = nanos.getAsLong() + DAY_NANOS;
        for (Finding plan : found) {
            if (plan.level() == Finding.Level.OK) {
                told.remove(plan.what());
                alerts.resolve(KIND, plan.what());
                continue;
            }
            if (told.add(plan.what())) {
                log.warn("event=PLAN_UNSAFE {}: {} ({})", plan.what(), plan.value(), plan.advice());
            }
            alerts.raise(new Alert(
                    KIND,
                    plan.what(),
                    plan.level() == Finding.Level.UNSAFE ? Alert.Severity.CRITICAL : Alert.Severity.NOTICE,
                    "The database does not run a hot statement along its index (" + plan.what() + ": " + plan.value()
                            + "). " + plan.advice(),
                    Map.of()));
        }
    }
}
