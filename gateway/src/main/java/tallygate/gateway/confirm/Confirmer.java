package tallygate.gateway.confirm;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.PaymentEvent;
import tallygate.callback.handler.Handler;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.StateQuery.Found;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.confirm.ConfirmMetrics.Result;
import tallygate.gateway.ingest.Endpoint;
import tallygate.gateway.ingest.Hints;
import tallygate.gateway.ingest.ProvenEvents.Taken;
import tallygate.signature.RawRequest;

/**
 * Runs hints: asks the provider for the state of what the notice names and puts that state on the normal path. A hint ends when
 * the provider's answer is committed, or when the provider says that there is no such thing; everything else is tried again.
 *
 * <p>Hints of one id that wait together share one question: one that was put after a hint had come answers that hint too.
 */
public final class Confirmer implements Handler {
    /** A notice may overtake the provider's own database: only a second "unknown" ends a hint. */
    static final Duration UNKNOWN_PAUSE = Duration.ofSeconds(10);

    /** Between the database's clock, which dates hints, and this node's, which dates questions. */
    private static final Duration CLOCKS_MARGIN = Duration.ofSeconds(1);

    private static final String ALERT = "provider-not-asked";
    private static final int REMEMBERED_MAX = 50_000;

    private record Subjects(String account, String hint) {}

    private final ConfirmParts parts;
    private final ConfirmMetrics metrics;
    private final Paces paces;
    private final Cache<Subjects, Instant> answered = Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(REMEMBERED_MAX)
            .build();

    public Confirmer(ConfirmParts parts) {
        this.parts = parts;
        this.metrics = new ConfirmMetrics(parts.meters());
        this.paces = new Paces(parts.tools().clock());
    }

    @Override
    public Outcome handle(Delivery delivery) throws InterruptedException {
        Optional<Endpoint> endpoint = parts.endpoints().apply(delivery.endpoint());
        if (endpoint.isEmpty()) {
            return new Outcome.Misconfigured("endpoint " + delivery.endpoint() + " is not configured any more");
        }
        // By the bytes alone: its time does not count, since nothing in it is believed.
        return switch (endpoint.get().bound().judge(delivery.request(), Optional.empty())) {
            case Judgement.NeedsConfirmation hint -> hint(delivery, endpoint.get(), hint);
            case Judgement.Genuine genuine -> settle(delivery, endpoint.get(), genuine.events());
            case Judgement.Refused refused ->
                ended(
                        endpoint.get(),
                        Result.NOT_ASKABLE,
                        "this is no notice of the endpoint's provider any more: "
                                + refused.reason().code());
            case Judgement.Handshake _ -> ended(endpoint.get(), Result.NOT_ASKABLE, "a handshake asks for nothing");
        };
    }

    private Outcome hint(Delivery delivery, Endpoint endpoint, Judgement.NeedsConfirmation hint)
            throws InterruptedException {
        Optional<StateQuery> query = endpoint.bound().stateQuery();
        if (query.isEmpty()) {
            return notAsked(endpoint, "no credentials for the API of " + endpoint.provider() + " are configured");
        }
        Subjects subjects = new Subjects(endpoint.account(), hint.hintId());
        Instant answeredFor = answered.getIfPresent(subjects);
        if (answeredFor != null
                && answeredFor.isAfter(delivery.receivedAt().plus(Hints.WINDOW).plus(CLOCKS_MARGIN))) {
            metrics.count(endpoint.name(), Result.SHARED);
            return new Outcome.Done("answered by a question that was put later");
        }
        Optional<Duration> pause = paces.pauseOf(endpoint.name());
        if (pause.isPresent()) {
            return new Outcome.Park("this node asks the provider as often as it may", pause.get());
        }
        Instant askedAt = parts.tools().clock().instant();
        Found found = query.get().ask(subject(delivery.request(), hint), parts.tools());
        Outcome outcome = after(found, delivery, endpoint);
        if (outcome instanceof Outcome.Done) {
            answered.put(subjects, askedAt);
        }
        return outcome;
    }

    private static StateQuery.Subject subject(RawRequest request, Judgement.NeedsConfirmation hint) {
        return new StateQuery.Subject(
                hint.claimed().stream()
                        .map(PaymentEvent::providerTxnId)
                        .findFirst()
                        .orElse(""),
                hint.claimed().stream().map(PaymentEvent::bizId).findFirst().orElse(""),
                request,
                hint.claimed());
    }

    private Outcome after(Found found, Delivery delivery, Endpoint endpoint) throws InterruptedException {
        switch (found) {
            case Found.Failed _ -> {}
            case Found.Known _, Found.NoSuch _, Found.NotAskable _ ->
                parts.alerts().resolve(ALERT, endpoint.name());
        }
        return switch (found) {
            case Found.Known(var _, var events) -> settle(delivery, endpoint, events);
            case Found.NoSuch(String detail)
            when delivery.attempt() < 2 -> new Outcome.Park(detail + "; asked once more", UNKNOWN_PAUSE);
            case Found.NoSuch(String detail) -> {
                metrics.count(endpoint.name(), Result.UNKNOWN_ID);
                yield new Outcome.Done(detail);
            }
            case Found.NotAskable(String detail) -> ended(endpoint, Result.NOT_ASKABLE, detail);
            case Found.Failed(String why, boolean isOurs, var _) when isOurs -> notAsked(endpoint, why);
            case Found.Failed(String why, boolean _, Optional<Duration> notBefore) -> {
                metrics.count(endpoint.name(), Result.NO_ANSWER);
                yield new Outcome.Retry(why, notBefore);
            }
        };
    }

    private Outcome settle(Delivery delivery, Endpoint endpoint, List<PaymentEvent> events)
            throws InterruptedException {
        Instant now = parts.tools().clock().instant();
        return switch (parts.proven().store(endpoint, delivery.request(), events, now)) {
            case Taken.Stored(var tasks) -> {
                metrics.count(endpoint.name(), Result.CONFIRMED);
                yield new Outcome.Done("confirmed as " + tasks.size() + " events");
            }
            case Taken.NotNow(String why) ->
                new Outcome.Retry("the answer could not be stored: " + why, Optional.empty());
        };
    }

    private Outcome ended(Endpoint endpoint, Result as, String detail) {
        metrics.count(endpoint.name(), as);
        return new Outcome.Permanent(detail);
    }

    private Outcome notAsked(Endpoint endpoint, String why) {
        metrics.count(endpoint.name(), Result.NO_ANSWER);
        parts.alerts()
                .raise(new Alert(
                        ALERT,
                        endpoint.name(),
                        Alert.Severity.CRITICAL,
                        "Unsigned notices wait: the provider cannot be asked about them. They are tried again.",
                        Map.of("provider", endpoint.provider(), "error", why)));
        return new Outcome.Misconfigured("the provider cannot be asked: " + why);
    }
}
