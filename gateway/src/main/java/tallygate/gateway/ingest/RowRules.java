package tallygate.gateway.ingest;

import java.time.Duration;
import java.time.Instant;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;

/**
 * What is stored of a proven event.
 *
 * @param at when it arrived here
 * @param memory how long event ids are remembered
 * @param hold why all of the request waits for a person; empty: it does not
 */
record RowRules(Endpoint endpoint, Instant at, Duration memory, String hold) {
    /** Clocks of providers differ from ours, and keys are deleted by the day. */
    private static final Duration MEMORY_MARGIN = Duration.ofDays(1);

    private static final String TOO_OLD = "older than the dedup memory: ask the provider";

    /** @param request without card verification values */
    Pending.Row row(PaymentEvent event, RawRequest request) {
        return Pending.Row.of(VerificationValues.dropped(event, request), request, effectKey(event), hold(event));
    }

    private String effectKey(PaymentEvent event) {
        return endpoint.runsEveryEvent() || event.effect().isEmpty()
                ? ""
                : endpoint.account() + ":" + event.effect().get().key();
    }

    private String hold(PaymentEvent event) {
        if (!hold.isEmpty() || !event.hold().isEmpty()) {
            return hold.isEmpty() ? event.hold() : hold;
        }
        Instant oldest = at.minus(memory).plus(MEMORY_MARGIN);
        return event.occurredAt().isPresent() && event.occurredAt().get().isBefore(oldest) ? TOO_OLD : "";
    }
}
