package tallygate.gateway.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementRow;

/**
 * What one run does about movements that no callback told of: asks, compares, brings in, up to the account's limit. A wrong
 * amount, another currency or no sure answer brings nothing in.
 */
final class MissingRows {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Account account;
    private final Recovery recovery;
    private final Asked asked;
    private int broughtIn;

    MissingRows(Account account, Recovery recovery, Asked asked) {
        this.account = account;
        this.recovery = recovery;
        this.asked = asked;
    }

    /**
     * What became of a missing row.
     *
     * @param why a sentence for people, empty when nothing is to be said
     * @param isUnanswered the provider was asked and gave no answer that counts
     */
    record Treated(Verdict verdict, String why, boolean isUnanswered) {
        Treated(Verdict verdict, String why) {
            this(verdict, why, false);
        }
    }

    Treated treat(StatementRow row, Verdict verdict) throws InterruptedException {
        if (row.ids().effects().isEmpty()) {
            return new Treated(verdict, "the row names no effect, so it cannot be brought in safely");
        }
        return switch (account.rules().recovering()) {
            case NEVER -> new Treated(verdict, "the account's settings bring nothing in");
            case STATEMENT -> bring(verdict, List.of(event(row)), "statement");
            case ASK -> ask(row, verdict);
        };
    }

    private Treated ask(StatementRow row, Verdict verdict) throws InterruptedException {
        for (Account.Target target : account.endpoints()) {
            Optional<StateQuery> query = asked.state(target.endpoint());
            if (query.isPresent()) {
                String payment =
                        row.kind() == RowKind.REFUND && !row.ids().original().isEmpty()
                                ? row.ids().original()
                                : row.ids().transaction();
                StateQuery.Found found =
                        query.get().ask(StateQuery.Subject.of(payment, row.ids().order()), asked.tools());
                return answered(row, verdict, found);
            }
        }
        return new Treated(verdict, "the provider cannot be asked: no query for it, or no credentials");
    }

    private Treated answered(StatementRow row, Verdict verdict, StateQuery.Found found) {
        return switch (found) {
            case StateQuery.Found.Known known -> {
                List<PaymentEvent> same = known.events().stream()
                        .filter(event -> isSame(row, event))
                        .toList();
                yield same.isEmpty() ? other(row, verdict, known) : bring(verdict, same, "query");
            }
            case StateQuery.Found.NoSuch none ->
                new Treated(verdict, "asked, the provider knows no such payment: " + none.detail());
            case StateQuery.Found.NotAskable not ->
                new Treated(verdict, "the provider cannot be asked by this row: " + not.detail());
            case StateQuery.Found.Failed failed ->
                new Treated(verdict, "asked without an answer that counts, it is asked again: " + failed.why(), true);
        };
    }

    /** An answer that does not have the row's movement: a contradiction where it is about the payment and its end. */
    private static Treated other(StatementRow row, Verdict verdict, StateQuery.Found.Known known) {
        String said = "asked, the provider says " + known.standing() + " and nothing of this effect and amount";
        if (verdict instanceof Verdict.RefundUnderWay) {
            return new Treated(verdict, said, true);
        }
        boolean isOfThePayment = known.standing() == StateQuery.Standing.ENDED_UNPAID
                || known.events().stream()
                        .flatMap(event -> event.effect().stream())
                        .anyMatch(effect -> row.ids().effects().contains(effect.key()));
        return row.kind() == RowKind.PAY && isOfThePayment
                ? new Treated(new Verdict.Contradiction(said + "; its statement has it"), "")
                : new Treated(verdict, said + ": statement and answer disagree");
    }

    /** What is asked later when there was no answer now. */
    Question question(StatementRow row, String reference) {
        String payment = row.kind() == RowKind.REFUND && !row.ids().original().isEmpty()
                ? row.ids().original()
                : row.ids().transaction();
        String endpoint = account.endpoints().stream()
                .map(Account.Target::endpoint)
                .filter(name -> asked.state(name).isPresent())
                .findFirst()
                .orElse(account.endpoints().getFirst().endpoint());
        return new Question(
                account.source(),
                Question.Reason.CALLBACK_MISSING,
                reference,
                endpoint,
                payment,
                row.ids().order(),
                OptionalLong.of(row.grossMinor()),
                row.currency(),
                Optional.empty());
    }

    private static boolean isSame(StatementRow row, PaymentEvent event) {
        return event.effect().isPresent()
                && row.ids().effects().contains(event.effect().get().key())
                && event.amountMinor().equals(OptionalLong.of(row.grossMinor()))
                && event.currency().equals(row.currency());
    }

    private Treated bring(Verdict verdict, List<PaymentEvent> events, String origin) {
        if (broughtIn + events.size() > account.rules().recoveredMax()) {
            return new Treated(
                    verdict,
                    "not brought in: a run brings in at most " + account.rules().recoveredMax()
                            + ", the next run goes on");
        }
        List<Recovery.Brought> all = events.stream()
                .map(event ->
                        recovery.bring(account.source(), account.endpoints().getFirst(), event, origin))
                .toList();
        List<Recovery.Brought> fresh =
                all.stream().filter(Recovery.Brought.Fresh.class::isInstance).toList();
        broughtIn += fresh.size();
        Verdict now = fresh.isEmpty()
                ? new Verdict.TaskOpen(all.getFirst().task())
                : new Verdict.Recovered(fresh.getFirst().task());
        return new Treated(now, "");
    }

    /** The event that the callback would have told of, as far as a statement knows it. */
    private PaymentEvent event(StatementRow row) {
        String effect = row.ids().effects().getFirst();
        int colon = effect.indexOf(':');
        ObjectNode content = JSON.createObjectNode()
                .put("recovered", "statement")
                .put("effect", effect)
                .put("transactionId", row.ids().transaction())
                .put("originalTransactionId", row.ids().original())
                .put("orderId", row.ids().order())
                .put("refundId", row.ids().refund())
                .put("amountMinor", row.grossMinor())
                .put("currency", row.currency())
                .put("status", row.status())
                .put("occurredAt", row.occurredAt().toString());
        byte[] bytes = Recovery.content(content.toString());
        return new PaymentEvent(
                Recovery.MARK + effect,
                "recovered",
                RowJudge.bizType(row.kind()),
                row.ids().order(),
                row.ids().transaction(),
                "",
                OptionalLong.of(row.grossMinor()),
                row.currency(),
                row.status(),
                Optional.of(row.occurredAt()),
                Optional.of(new PaymentEvent.Effect(effect.substring(0, colon), effect.substring(colon + 1))),
                digest(bytes),
                bytes);
    }

    private static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
