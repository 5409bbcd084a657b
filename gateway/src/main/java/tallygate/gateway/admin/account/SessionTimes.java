package tallygate.gateway.admin.account;

import java.time.Duration;

/**
 * How long signing in lasts.
 *
 * @param idle without a request
 * @param whole in any case
 * @param confirmed after the password was typed, for dangerous actions
 * @param noteEvery how exactly the last request is noted
 */
public record SessionTimes(Duration idle, Duration whole, Duration confirmed, Duration noteEvery) {
    /** 30 minutes idle and 12 hours in all, as OWASP ASVS asks of money-moving desks; confirmed for 5 minutes. */
    public static SessionTimes standard() {
        return new SessionTimes(
                Duration.ofMinutes(30), Duration.ofHours(12), Duration.ofMinutes(5), Duration.ofSeconds(30));
    }
}
