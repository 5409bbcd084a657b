package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.StatementStore.Pooled;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.DiscrepancyFinding;

/** What a run finds, in the words of the table of discrepancies. */
final class Findings {
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
