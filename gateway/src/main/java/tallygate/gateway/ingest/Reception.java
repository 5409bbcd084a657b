package tallygate.gateway.ingest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.http.RequestHandler.Reply;
import tallygate.gateway.ingest.DedupCache.Remembered;
import tallygate.gateway.ingest.EndpointMeters.Answered;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.Rejection;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** One request from its arrival to its answer. Whatever goes wrong on the way, the answer is not a success. */
final class Reception {
    private static final Logger log = LoggerFactory.getLogger(Reception.class);

    /**
     * When a request came, by the clock on the wall and by the monotonic one.
     *
     * @param hold why its tasks wait for a person; empty for callbacks of providers
     */
    record Arrival(Instant at, long nanos, String hold) {
        Arrival(Instant at, long nanos) {
            this(at, nanos, "");
        }
    }

    /** Long enough that a sender who heeds it is under the rate, far below any provider's own schedule. */
    private static final int LIMITED_RETRY_AFTER_SECONDS = 5;

    private final ReceptionParts parts;
    private final Desk desk;
    private final RawRequest request;
    private final Reply reply;
    private final Arrival arrival;

    Reception(ReceptionParts parts, Desk desk, RawRequest request, Reply reply, Arrival arrival) {
        this.parts = parts;
        this.desk = desk;
        this.request = request;
        this.reply = reply;
        this.arrival = arrival;
    }

    /** Judges as of the arrival, and sees to it that an answer follows. */
    void judge() {
        Judgement judgement;
        try {
            judgement = desk.endpoint().bound().judge(request, Optional.of(arrival.at()));
        } catch (RuntimeException | StackOverflowError e) {
            fault(e);
            return;
        }
        switch (judgement) {
            case Judgement.Genuine genuine -> take(genuine);
            case Judgement.Refused refused -> {
                parts.rates().refused(desk.endpoint().name(), request.remoteAddress());
                refuse(refused);
            }
            case Judgement.NeedsConfirmation hint -> parts.hints().take(this, hint);
            case Judgement.Handshake handshake -> answer(Replies.of(handshake.answer()), Answered.HANDSHAKE);
        }
    }

    /** Refused before it is judged: where it comes from is not where this endpoint is called from. */
    void refuseAddress() {
        refuse(new Judgement.Refused(
                Reason.CONFIG,
                "the address is not in the endpoint's list; behind a proxy, check server.callbacks.trusted-proxies",
                Answer.empty(401)));
    }

    /** Refused before it is judged: the client's certificate, if it showed one, names nobody of this endpoint's list. */
    void refuseClient() {
        refuse(new Judgement.Refused(
                Reason.CONFIG,
                "the client's certificate carries none of the endpoint's client-names; it carries "
                        + (reply.clientNames().isEmpty() ? "no name, or none was shown" : reply.clientNames()),
                Answer.empty(401)));
    }

    /** False while its source has sent too much that was not genuine. */
    boolean mayBeJudged() {
        return parts.rates().admits(desk.endpoint().name(), request.remoteAddress());
    }

    /** Told to come again unjudged. It is not recorded: enough of its kind are. */
    void turnAway() {
        answer(Replies.tryAgain(desk.tryAgain(), LIMITED_RETRY_AFTER_SECONDS), Answered.LIMITED);
    }

    /** @param stored what it acknowledges; empty when there was nothing to store */
    void acknowledge(Acknowledgement earned, Answered as, List<Receipt> stored) {
        desk.meters().answered(as);
        long took = parts.nanos().getAsLong() - arrival.nanos();
        reply.send(earned.reply());
        // An example of it is looked for while nobody waits.
        parts.metrics().acknowledged(stored, took);
    }

    void tryAgain(Shed why) {
        parts.metrics().shed(why);
        answer(Replies.tryAgain(desk.tryAgain(), why.retryAfterSeconds()), Answered.TRY_AGAIN);
    }

    /** Hands one event to the writers; the submission settles if they do not take it. */
    void submit(DedupKey key, Pending.Row row, Pending.Claim claim) {
        long deadline = arrival.nanos() + parts.limits().answerWithin().toNanos();
        Pending pending = new Pending(desk, key, row, claim, deadline);
        parts.writers().offer(pending, parts.nanos().getAsLong()).ifPresent(claim.submission()::notStored);
    }

    Desk desk() {
        return desk;
    }

    RawRequest request() {
        return request;
    }

    boolean isTooLate() {
        return parts.nanos().getAsLong() - arrival.nanos()
                > parts.limits().answerWithin().toNanos();
    }

    private void take(Judgement.Genuine genuine) {
        parts.rates().genuine(request.remoteAddress());
        desk.watch().genuine();
        desk.meters().signedWith(genuine.keyId(), arrival.at());
        if (genuine.events().isEmpty()) {
            acknowledge(Acknowledgement.nothingToStore(genuine), Answered.NOTHING_TO_STORE, List.of());
            return;
        }
        store(genuine.events(), new Storing(genuine));
    }

    /** Dedups and stores the events of a genuine request; the submission settles when all are committed, or one is not. */
    void store(List<PaymentEvent> events, Submission storing) {
        RawRequest kept = withoutValues();
        for (int i = 0; i < events.size(); i++) {
            PaymentEvent event = events.get(i);
            DedupKey key = new DedupKey(desk.endpoint().account(), event.eventId());
            Optional<Remembered> known = parts.cache().find(key, event.digest());
            if (known.isPresent()) {
                desk.meters().cacheHits.increment();
                parts.copies().note(known.get().task(), request.remoteAddress());
                storing.committed(i, Receipt.of(known.get()));
            } else {
                submit(key, rules().row(event, kept), new Pending.Claim(storing, i));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same request says that nothing was dropped
    private RawRequest withoutValues() {
        RawRequest kept = VerificationValues.dropped(request);
        if (kept != request) {
            desk.meters().valuesDropped.increment();
        }
        return kept;
    }

    private RowRules rules() {
        return new RowRules(desk.endpoint(), arrival.at(), parts.limits().dedupMemory(), arrival.hold());
    }

    private void refuse(Judgement.Refused refused) {
        if (refused.reason() == Reason.SIGNATURE_MISSING && !request.method().equals("POST")) {
            // A browser, a link checker, or a proxy that made a GET of a POST: no callback of this provider.
            answer(Replies.otherMethod(request.method(), Set.of("POST")), Answered.OTHER_METHOD);
            return;
        }
        boolean isProbe = refused.reason() == Reason.PROBE;
        desk.meters().refused(refused.reason());
        if (!isProbe) {
            parts.refusals().record(rejection(refused));
            desk.watch().refused(refused.reason(), arrival.nanos());
            // Should it be genuine, it comes again, and finds the certificate that it names.
            desk.endpoint()
                    .bound()
                    .certificateSource()
                    .flatMap(source -> source.named(request))
                    .ifPresent(name ->
                            parts.certificates().get().wanted(desk.endpoint().name(), name));
        }
        answer(Replies.of(refused.answer()), isProbe ? Answered.PROBE : Answered.REFUSED);
    }

    private Rejection rejection(Judgement.Refused refused) {
        return new Rejection(
                desk.endpoint().name(),
                desk.endpoint().provider(),
                refused.reason(),
                refused.detail(),
                arrival.at(),
                parts.refusals().keepFor(desk.endpoint().bound()),
                request);
    }

    private void fault(Throwable e) {
        desk.meters().faults.increment();
        // Neither message nor trace: both may quote the request.
        log.error(
                "endpoint={} provider={} error={} at={} the definition failed, the sender is told to come again:"
                        + " report it",
                desk.endpoint().name(),
                desk.endpoint().provider(),
                e.getClass().getName(),
                e.getStackTrace().length == 0 ? "unknown" : e.getStackTrace()[0]);
        tryAgain(Shed.FAULT);
    }

    private void answer(HttpReply answer, Answered as) {
        desk.meters().answered(as);
        reply.send(answer);
    }

    /** The events of a genuine request on their way into the table. */
    private final class Storing extends Submission {
        private final Judgement.Genuine genuine;
        private final long judged;

        Storing(Judgement.Genuine genuine) {
            super(genuine.events().size());
            this.genuine = genuine;
            this.judged = parts.spans().isOn() ? parts.nanos().getAsLong() : 0;
        }

        @Override
        void stored(List<Receipt> all) {
            acknowledge(Acknowledgement.stored(genuine, all), Answered.ACKNOWLEDGED, all);
            if (parts.spans().isOn()) {
                CallbackSpans.record(
                        parts.spans(),
                        desk,
                        request,
                        all,
                        new CallbackSpans.Times(
                                arrival.nanos(), judged, parts.nanos().getAsLong()));
            }
        }

        @Override
        void unavailable(Shed why) {
            tryAgain(why);
        }
    }
}
