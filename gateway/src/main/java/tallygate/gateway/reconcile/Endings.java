package tallygate.gateway.reconcile;

import java.util.List;
import tallygate.gateway.reconcile.Question.Reason;

/** By which effects a payment or refund that is under way will end. */
final class Endings {
    private Endings() {}

    /** Effects that answer for the candidate; none when it names no transaction. */
    static List<String> of(QuestionStore.Candidate candidate) {
        String transaction = candidate.transaction();
        if (transaction.isEmpty()) {
            return List.of();
        }
        return isRefund(candidate)
                ? List.of("refunded:" + transaction)
                : List.of("paid:" + transaction, "captured:" + transaction);
    }

    static Question question(QuestionStore.Candidate candidate) {
        List<String> endings = of(candidate);
        return new Question(
                candidate.source(),
                candidate.isHeld() ? Reason.HELD : Reason.UNFINISHED,
                endings.isEmpty() ? "task:" + candidate.id() : endings.getFirst(),
                candidate.endpoint(),
                candidate.transaction(),
                candidate.bizId(),
                candidate.isHeld() ? candidate.amountMinor() : java.util.OptionalLong.empty(),
                candidate.isHeld() ? candidate.currency() : "",
                java.util.Optional.of(candidate.id()));
    }

    private static boolean isRefund(QuestionStore.Candidate candidate) {
        return candidate.bizType().equals("refund");
    }
}
