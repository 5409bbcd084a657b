package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/**
 * A request that was not taken as genuine, on its way into {@code rejected_callback}.
 *
 * @param arrivedAt the instant its replay window was judged at, so that it can be judged again as of then
 * @param detail for operators; never holds a secret
 * @param keepFor at least as long as the provider sends again
 */
public record Rejection(
        String endpoint,
        String provider,
        Reason reason,
        String detail,
        Instant arrivedAt,
        Duration keepFor,
        RawRequest request) {
    /** The same rejection with the request as it is to be kept. */
    public Rejection withRequest(RawRequest kept) {
        return new Rejection(endpoint, provider, reason, detail, arrivedAt, keepFor, kept);
    }

    /** Without the request: it may hold a signature or a person's data. */
    @Override
    public String toString() {
        return "Rejection[endpoint=" + endpoint + ", reason=" + reason + ", arrivedAt=" + arrivedAt + "]";
    }
}
