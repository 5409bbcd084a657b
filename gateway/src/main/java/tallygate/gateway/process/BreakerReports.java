package tallygate.gateway.process;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;

/** Tells people that a receiver is away, and that it is back. */
final class BreakerReports {
    static final String KIND = "receiver-away";
    private static final Logger log = LoggerFactory.getLogger(BreakerReports.class);

    private final Instruments instruments;

    BreakerReports(Instruments instruments) {
        this.instruments = instruments;
    }

    void turned(String route, RouteGate.Turn turn) {
        switch (turn) {
            case NONE -> {}
            case OPENED -> {
                instruments.metrics().of(route).breakerOpened().increment();
                instruments
                        .alerts()
                        .raise(new Alert(
                                KIND,
                                route,
                                Alert.Severity.WARNING,
                                "The receiver of route " + route + " fails or is away: its tasks wait without using"
                                        + " tries, and it is probed until it answers.",
                                Map.of("route", route)));
            }
            case CLOSED -> {
                log.info("event=BREAKER_CLOSED route={}; its tasks go on, slowly at first", route);
                instruments.alerts().resolve(KIND, route);
            }
        }
    }
}
