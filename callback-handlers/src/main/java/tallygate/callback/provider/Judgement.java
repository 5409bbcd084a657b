package tallygate.callback.provider;

import java.util.List;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.signature.Reason;

/** What a bound provider says of one request. */
public sealed interface Judgement {
    /**
     * Signed by the provider, and read.
     *
     * @param events what to store; empty for a genuine notice that names nothing to store
     * @param decrypted the decrypted content as text, empty when nothing was encrypted
     * @param keyId which configured key matched, for the key's share of traffic; never the key
     * @param success what to answer once all events are committed, and only then
     */
    record Genuine(List<PaymentEvent> events, String decrypted, String keyId, Answer success) implements Judgement {
        public Genuine {
            events = List.copyOf(events);
        }
    }

    /**
     * Not proven.
     *
     * @param detail for operators: never sent to the sender, never holds a secret or a body
     * @param answer what to answer; never a success answer of this provider
     */
    record Refused(Reason reason, String detail, Answer answer) implements Judgement {}

    /** Unsigned: a hint only. The provider must be asked before anything happens. */
    record NeedsConfirmation(String hintId, List<PaymentEvent> claimed, Answer answer) implements Judgement {
        public NeedsConfirmation {
            claimed = List.copyOf(claimed);
        }
    }

    /** A handshake (GET challenge and the like): answered, nothing stored. */
    record Handshake(Answer answer) implements Judgement {}
}
