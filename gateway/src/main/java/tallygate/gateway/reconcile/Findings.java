package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.StatementStore.Pooled;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.DiscrepancyFinding;

/** What a run finds, in the words of the table of discrepancies. */
final class Findings {
    static final String PAYOUT_GAP = new Verdict.PayoutGap("").word();

    private final String source;
    private final LocalDate day;

    Findings(String source, LocalDate day) {
        this.source = source;
        this.day = day;
    }

    /** The same for a callback and a row of one movement. */
    static String reference(StatementRow row) {
        return row.ids().effects().isEmpty()
                ? row.kind() + ":" + row.ids().transaction()
                : row.ids().effects().getFirst();
    }

    DiscrepancyFinding of(StatementRow row, String reference, Verdict verdict, String why) {
        return new DiscrepancyFinding(
                verdict.word(),
                source,
                reference,
                "bill of " + day + ", line " + row.line(),
                Verdicts.task(verdict)
                        .map(task -> OptionalLong.of(task.value()))
                        .orElse(OptionalLong.empty()),
                row.ids().order(),
                Verdicts.oursMinor(verdict),
                OptionalLong.of(row.grossMinor()),
                row.currency(),
                why.isEmpty() ? verdict.sentence() : verdict.sentence() + "; " + why);
    }

    DiscrepancyFinding paidOut(FundStore.PaidOut one) {
        Verdict gap =
                new Verdict.PayoutGap(one.rest().abs().stripTrailingZeros().toPlainString() + " " + one.currency());
        return new DiscrepancyFinding(
                gap.word(),
                source,
                payouts(day) + one.payout() + ":" + one.currency(),
                "bill of " + day + ", from line " + one.line(),
                OptionalLong.empty(),
                "",
                OptionalLong.empty(),
                OptionalLong.of(one.payoutMinor()),
                one.currency(),
                gap.sentence());
    }

    /** What references of a day's payouts begin with. */
    static String payouts(LocalDate day) {
        return "payout:" + day + ":";
    }

    /**
     * Something about money itself.
     *
     * @param line of the bill it was seen in
     * @param name the order or the business it belongs to
     */
    record Fund(String reference, long line, String name, OptionalLong booked, long movedMinor, String currency) {}

    DiscrepancyFinding fund(FundVerdict verdict, Fund seen) {
        return new DiscrepancyFinding(
                verdict.word(),
                source,
                seen.reference(),
                "bills of " + day + ", line " + seen.line(),
                OptionalLong.empty(),
                seen.name(),
                seen.booked(),
                OptionalLong.of(seen.movedMinor()),
                seen.currency(),
                verdict.sentence());
    }

    DiscrepancyFinding missed(Pooled one, Verdict miss) {
        return new DiscrepancyFinding(
                miss.word(),
                source,
                one.ours().effect(),
                "bills since " + one.day(),
                OptionalLong.of(one.ours().id().value()),
                one.ours().bizId(),
                one.ours().amountMinor(),
                OptionalLong.empty(),
                one.ours().currency(),
                miss.sentence());
    }
}
