package tallygate.callback.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.signature.RawRequest;

/**
 * A provider's definition bound to the credentials of one endpoint: compiled once, immutable, used by many threads.
 * It does no I/O and never throws for bad input.
 */
public interface BoundProvider {
    /** @param at the instant to judge the replay window at; empty: time is not judged */
    Judgement judge(RawRequest request, Optional<Instant> at);

    /** What to answer when nothing could be stored now and the provider is to send again (503 unless it demands another). */
    Answer tryAgain();

    /** True when one judgement takes longer than about 100 µs (SM2, ECDSA, RSA with decryption) and belongs off the event loop. */
    boolean isSlow();

    /**
     * Why a request was refused, found by trying: other keys, altered bodies, rewritten URLs. For operators, off the hot path.
     *
     * @return what was found, best first; empty when the request is genuine or nothing explains it
     */
    default List<Finding> explain(RawRequest request, Optional<Instant> at) {
        return List.of();
    }

    /** Makes callbacks as this provider would; nothing where only the provider itself can (no private key given). */
    default Optional<CallbackMaker> maker() {
        return Optional.empty();
    }

    /** The keys this endpoint holds, for expiry alerts and each key's share of traffic. */
    default List<HeldKey> keys() {
        return List.of();
    }

    /** How long this provider goes on sending a callback that is not acknowledged; nothing when it does not say. */
    default Duration retriesFor() {
        return Duration.ZERO;
    }

    /** Which of the provider's environments feeds this endpoint. */
    default EndpointOptions.Environment environment() {
        return EndpointOptions.Environment.ANY;
    }

    /** A currency in the spelling of this provider's own payloads and reports, where that is not upper case. */
    default String asWritten(String currency) {
        return currency;
    }

    /** Asks the provider for the state of a payment; nothing without credentials for its API, or where it has none. */
    default Optional<StateQuery> stateQuery() {
        return Optional.empty();
    }

    /** Lists the provider's events; nothing without credentials for its API, or where it has no such list. */
    default Optional<EventList> eventList() {
        return Optional.empty();
    }

    /** Downloads statements; nothing without credentials for the provider's API, or where it has none. */
    default Optional<StatementSource> statementSource() {
        return Optional.empty();
    }

    /** Fetches the certificates that callbacks are signed with; nothing where the endpoint does not ask for that. */
    default Optional<CertificateSource> certificateSource() {
        return Optional.empty();
    }

    /**
     * Reads events from content that is proven by another way than this provider's signature: its own API over TLS.
     *
     * @param request shaped as a callback, without a signature
     * @return nothing when this definition cannot read without its signature, or the content is not in its form
     */
    default List<PaymentEvent> readProven(RawRequest request) {
        return List.of();
    }
}
