package tallygate.gateway.reconcile;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.TaskId;

/**
 * A payment or refund whose outcome only its provider knows. The same account, reason and reference are the same question.
 *
 * @param source the provider account
 * @param reference the effect it is about without the account, such as {@code paid:4200…}; never empty
 * @param endpoint whose credentials ask
 * @param transaction the provider's id, empty when unknown
 * @param order the merchant's id, empty when unknown
 * @param amountMinor what we believe it comes to; empty when we do not know
 * @param task the task it came from
 */
public record Question(
        String source,
        Reason reason,
        String reference,
        String endpoint,
        String transaction,
        String order,
        OptionalLong amountMinor,
        String currency,
        Optional<TaskId> task) {
    /** Why it is asked. */
    public enum Reason {
        /** Its last callback told of a state that is not the end. */
        UNFINISHED("unfinished"),
        /** Its callback is stored and held: nothing runs by itself. */
        HELD("held"),
        /** Ours, and so many bills have not named it. */
        BANK_MISS("bank-miss"),
        /** A bill names it, no callback came, and the provider gave no answer that counts when the bill was run. */
        CALLBACK_MISSING("callback-missing");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public static Reason of(String word) {
            for (Reason reason : values()) {
                if (reason.word.equals(word)) {
                    return reason;
                }
            }
            throw new IllegalArgumentException("there is no reason to ask by the name of " + word);
        }
    }

    /** Ours that the provider's bills do not name. */
    static Question notBooked(String source, Ours ours) {
        return new Question(
                source,
                Reason.BANK_MISS,
                ours.effect(),
                ours.endpoint(),
                ours.transaction(),
                ours.bizId(),
                ours.amountMinor(),
                ours.currency(),
                Optional.of(ours.id()));
    }

    /** Whether it is about a booked refund that an answer about its payment does not name: such an answer tells nothing of it. */
    boolean isOfARefundBeside(List<PaymentEvent> events) {
        boolean isBooked = reason == Reason.CALLBACK_MISSING || reason == Reason.BANK_MISS;
        return isBooked
                && isOfARefund()
                && events.stream()
                        .flatMap(event -> event.effect().stream())
                        .noneMatch(effect -> effect.key().equals(reference));
    }

    private boolean isOfARefund() {
        return reference.startsWith("refunded:");
    }

    /** The kind of the discrepancy that was opened with it. */
    String kind() {
        return reason == Reason.BANK_MISS && isOfARefund() ? new Verdict.RefundMiss(0).word() : reason.word();
    }

    public Question {
        if (source.isEmpty() || reference.isEmpty()) {
            throw new IllegalArgumentException("a question names an account and what it is about");
        }
    }
}
