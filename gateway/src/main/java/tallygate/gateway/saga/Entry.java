package tallygate.gateway.saga;

import java.time.Duration;

/**
 * What is known of one request ({@code saga_log}).
 *
 * @param tries sends whose intent was committed, since a person last had it tried again
 * @param misses sends that certainly had no effect: nothing arrived, or the participant said "later"; begins at -1 after a
 *     person's retry, since an earlier send may have run
 * @param asks questions about its outcome since the last send
 * @param due how long until something is to be done about it; zero or less: now
 * @param statusUrl where the participant said that it may be asked (202 with a Location); empty: nowhere
 * @param response the participant's result as JSON; empty: none
 * @param mark the place of the last send among all sends of the saga
 */
public record Entry(
        String requestId,
        int seq,
        Direction direction,
        StepStatus status,
        int tries,
        int misses,
        int asks,
        int mark,
        Duration due,
        String statusUrl,
        String response,
        String error) {
    static Entry sent(SagaId saga, Direction direction, int seq, int mark, Duration due) {
        return new Entry(saga.request(direction, seq), seq, direction, StepStatus.SENT, 1, 0, 0, mark, due, "", "", "");
    }

    boolean isDue() {
        return !due.isPositive();
    }

    /** It may have taken effect, or may still do so: a send is not accounted for. */
    boolean mayHaveRun() {
        return switch (status) {
            case DONE -> true;
            case SENT, UNKNOWN -> tries > misses;
            // The refusal speaks for the send it answers; another one may still be under way.
            case FAILED -> tries - misses > 1;
            case COMPENSATED, COMPENSATION_FAILED -> true;
        };
    }

    Entry sentAgain(int nextMark, Duration nextDue) {
        return new Entry(
                requestId,
                seq,
                direction,
                StepStatus.SENT,
                tries + 1,
                misses,
                0,
                nextMark,
                nextDue,
                statusUrl,
                response,
                error);
    }

    Entry asking(Duration nextDue) {
        return new Entry(
                requestId, seq, direction, status, tries, misses, asks + 1, mark, nextDue, statusUrl, response, error);
    }

    Entry settled(StepStatus to, String answer, String why) {
        return new Entry(
                requestId, seq, direction, to, tries, misses, asks, mark, Duration.ZERO, statusUrl, answer, why);
    }

    Entry unknown(Duration nextDue, String why) {
        return new Entry(
                requestId,
                seq,
                direction,
                StepStatus.UNKNOWN,
                tries,
                misses,
                asks,
                mark,
                nextDue,
                statusUrl,
                response,
                why);
    }

    Entry missed(Duration nextDue, String why) {
        return new Entry(
                requestId,
                seq,
                direction,
                StepStatus.UNKNOWN,
                tries,
                misses + 1,
                asks,
                mark,
                nextDue,
                statusUrl,
                response,
                why);
    }

    Entry accepted(Duration nextDue, String url) {
        return new Entry(
                requestId,
                seq,
                direction,
                StepStatus.SENT,
                tries,
                misses,
                asks,
                mark,
                nextDue,
                url.isEmpty() ? statusUrl : url,
                response,
                error);
    }

    Entry later(Duration passed) {
        return new Entry(
                requestId,
                seq,
                direction,
                status,
                tries,
                misses,
                asks,
                mark,
                due.minus(passed),
                statusUrl,
                response,
                error);
    }

    /** Without the response: it may hold anything. */
    @Override
    public String toString() {
        return requestId + "[" + status + " tries=" + tries + " misses=" + misses + " asks=" + asks + " due=" + due
                + "]";
    }
}
