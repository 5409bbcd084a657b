package tallygate.gateway;

import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;

/**
 * Takes no work while this node's clock is too far off the database's, and says so. Leases and due times are the database's to
 * judge and stay right; but receivers refuse signatures of another time, and providers' replay windows are judged by this clock.
 */
final class ClockGuard implements NodeKeeper.Listener {
    private static final Logger log = LoggerFactory.getLogger(ClockGuard.class);
    private static final String KIND = "clock-stops-work";

    private final Duration skewMax;
    private final Work work;
    private final Alerts alerts;
    private final Runnable serverChanged;
    private volatile boolean isOff;
    private volatile Duration skew = Duration.ZERO;

    /** What is set aside. */
    @FunctionalInterface
    interface Work {
        void standAside(boolean isOn);
    }

    /** @param skewMax beyond it no work is taken */
    ClockGuard(Duration skewMax, Work work, Alerts alerts, Runnable serverChanged) {
        this.skewMax = skewMax;
        this.work = work;
        this.alerts = alerts;
        this.serverChanged = serverChanged;
    }

    @Override
    public void serverChanged() {
        serverChanged.run();
    }

    /** What is not certain changes nothing. */
    @Override
    public synchronized void clockCompared(Duration measured, Duration uncertain) {
        skew = measured;
        boolean wasOff = isOff;
        if (measured.abs().minus(uncertain).compareTo(skewMax) > 0) {
            isOff = true;
        } else if (measured.abs().plus(uncertain).compareTo(skewMax) <= 0) {
            isOff = false;
        }
        if (isOff) {
            alerts.raise(new Alert(
                    KIND,
                    Identity.nodeName(),
                    Alert.Severity.CRITICAL,
                    "The clock of node " + Identity.nodeName() + " is " + seconds() + " s off the database's (limit "
                            + skewMax.toSeconds() + " s): the node takes no work until it is right again, its callbacks"
                            + " wait for other nodes. Check the time service.",
                    Map.of("node", Identity.nodeName(), "skew_seconds", seconds())));
        } else {
            alerts.resolve(KIND, Identity.nodeName());
        }
        if (isOff != wasOff) {
            log.warn(
                    isOff
                            ? "event=CLOCK_STOPS_WORK skew_s={} this node gives back what has not begun and takes no"
                                    + " work until its clock is right again"
                            : "event=CLOCK_RIGHT_AGAIN skew_s={} this node takes work again",
                    seconds());
            work.standAside(isOff);
        }
    }

    private String seconds() {
        return String.format("%.1f", skew.toMillis() / 1000.0);
    }

    boolean isOff() {
        return isOff;
    }

    /** For the health page. */
    String state() {
        return isOff
                ? seconds() + " s off the database's, limit " + skewMax.toSeconds() + " s: takes no work"
                : "agrees with the database's";
    }
}
