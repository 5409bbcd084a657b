package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;

/** How one provider's callbacks are proven and read, with the keys of one endpoint in it. Immutable, used by many threads. */
interface Scheme {
    /**
     * @param at the instant to judge the replay window at; empty: time is not judged
     * @throws RefusedException when the request is not proven
     * @throws UnreadableException when it is not in the form that the provider sends
     */
    Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException;

    /** What explains a refusal, by trying. Off the hot path. */
    default List<Finding> explain(RawRequest request, Optional<Instant> at) {
        return List.of();
    }

    /** Reads events from content that the provider's own API gave. */
    default List<PaymentEvent> readProven(RawRequest request) throws RefusedException, UnreadableException {
        return List.of();
    }
}
