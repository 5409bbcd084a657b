package tallygate.gateway.task;

import java.time.Instant;

/**
 * A kept rejection.
 *
 * @param result what a later verification came to; empty when there was none
 * @param isIntact the request's digest still is the one taken when it was kept
 */
public record RejectedRequest(long id, Rejection rejection, String result, boolean isIntact) {
    /** @return when it may be deleted */
    public Instant keepUntil() {
        return rejection.arrivedAt().plus(rejection.keepFor());
    }
}
