package tallygate.gateway.alert;

import java.time.Duration;

/**
 * How often channels are told.
 *
 * @param gather what comes within it goes into one message
 * @param remind an alert that still holds is told again after it
 * @param messagesPerHour of one channel; what is above waits and is told together
 * @param alertsPerMessage the rest is counted
 */
public record AlertPace(Duration gather, Duration remind, int messagesPerHour, int alertsPerMessage) {
    /** 15 s, 4 h, 60, 20. */
    public static final AlertPace STANDARD = new AlertPace(Duration.ofSeconds(15), Duration.ofHours(4), 60, 20);

    public AlertPace {
        if (messagesPerHour < 1 || alertsPerMessage < 1 || gather.isNegative() || !remind.isPositive()) {
            throw new IllegalArgumentException("an alert's pace must let at least one message an hour out");
        }
    }
}
