package tallygate.callback.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.signature.RawRequest;

/** Asks a provider what it knows of one payment or refund, with an endpoint's own credentials. Blocks; used by many threads. */
public interface StateQuery {
    /** @throws InterruptedException when the thread was interrupted; a question changes nothing at the provider */
    Found ask(Subject subject, QueryTools tools) throws InterruptedException;

    /** Types of events that claim no effect and leave the end open: when no further callback comes, it has to be asked. */
    default Set<String> openTypes() {
        return Set.of();
    }

    /**
     * What is asked about. Whatever is known is given; each provider takes what it can search by.
     *
     * @param transactionId the provider's id of the payment or refund, empty when unknown
     * @param orderId the merchant's id, empty when unknown
     * @param request the unsigned notice that made us ask; with an empty body when none did
     * @param claimed what that notice claims; true only once the provider says so
     */
    record Subject(String transactionId, String orderId, RawRequest request, List<PaymentEvent> claimed) {
        private static final RawRequest NONE = new RawRequest("GET", "https", "", "/", List.of(), new byte[0], "");

        public Subject {
            claimed = List.copyOf(claimed);
        }

        /** A question of our own. */
        public static Subject of(String transactionId, String orderId) {
            return new Subject(transactionId, orderId, NONE, List.of());
        }
    }

    /** How a payment stands. */
    enum Standing {
        /** Paid, and nothing went back. */
        PAID,
        /** Paid, and some of it or all went back since. */
        PAID_THEN_REFUNDED,
        /** Not paid, and still can be. */
        OPEN,
        /** Authorised or being worked at the provider. */
        IN_PROGRESS,
        /** Not paid, and never will be. */
        ENDED_UNPAID
    }

    /** What the provider says. */
    sealed interface Found {
        /**
         * It knows it.
         *
         * @param events the state as events, each with an identity of id and state, so that a later state of the same object is
         *     another event; refunds and chargebacks that it names are events of their own
         */
        record Known(Standing standing, List<PaymentEvent> events) implements Found {
            public Known {
                events = List.copyOf(events);
            }
        }

        /**
         * It says for certain that there is no such thing in this account. For an order that can still be paid this is not yet
         * the end.
         */
        record NoSuch(String detail) implements Found {}

        /** There is nothing in the subject to ask by: no later try can help. */
        record NotAskable(String detail) implements Found {}

        /**
         * No answer, or none that counts.
         *
         * @param isOurs true when our credentials or addresses are refused: this hits every question
         * @param notBefore what the provider asked for (Retry-After)
         */
        record Failed(String why, boolean isOurs, Optional<Duration> notBefore) implements Found {
            public static Failed later(String why) {
                return new Failed(why, false, Optional.empty());
            }
        }
    }
}
