package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStore;

/** The account's discrepancies during one run: what was open before, what the run opens, up to its limit, and what it explains. */
final class Differences {
    private static final int PAGE = 1000;

    private final DiscrepancyStore store;
    private final Account account;
    private final LocalDate day;
    /** Kinds of unsettled discrepancies by reference. */
    private final Map<String, Set<String>> unsettled = new HashMap<>();

    private long opened;
    private long notOpened;

    Differences(DiscrepancyStore store, Account account, LocalDate day) {
        this.store = store;
        this.account = account;
        this.day = day;
        long before = Long.MAX_VALUE;
        List<DiscrepancyRow> page;
        do {
            DiscrepancyQuery all = DiscrepancyQuery.unsettled(PAGE);
            page = store.list(new DiscrepancyQuery(
                    all.statuses(), Optional.of(account.source()), Optional.empty(), before, all.limit()));
            for (DiscrepancyRow row : page) {
                unsettled
                        .computeIfAbsent(row.finding().reference(), _ -> new HashSet<>())
                        .add(row.finding().kind());
                before = row.id();
            }
        } while (page.size() == PAGE);
    }

    /** What was open of this movement under another word is explained. */
    void settle(StatementRow row, Verdict now) {
        settle(Findings.reference(row), now.word());
        row.ids().effects().stream().skip(1).forEach(effect -> settle(effect, now.word()));
    }

    private void settle(String reference, String word) {
        // Kinds that other parts open are theirs: a statement explains none of them.
        settle(reference, kind -> !kind.equals(word) && Verdicts.WORDS.contains(kind), word);
    }

    /** Explains what is open of the reference under the kinds of a choice. */
    void settle(String reference, Predicate<String> which, String now) {
        for (String kind : unsettled.getOrDefault(reference, Set.of())) {
            if (which.test(kind)) {
                store.explain(account.source(), reference, kind, "now " + now + ", by the bill of " + day);
            }
        }
    }

    /** References under which something of this kind is open. */
    Set<String> references(String kind) {
        Set<String> found = new HashSet<>();
        unsettled.forEach((reference, kinds) -> {
            if (kinds.contains(kind)) {
                found.add(reference);
            }
        });
        return found;
    }

    /** What is known already is brought up to date in any case: only new ones count against the limit. */
    void open(DiscrepancyFinding finding) {
        boolean isKnown = unsettled.getOrDefault(finding.reference(), Set.of()).contains(finding.kind());
        if (!isKnown && opened >= account.rules().openedMax()) {
            notOpened++;
            return;
        }
        switch (store.open(finding)) {
            case DiscrepancyStore.Opened.Fresh _, DiscrepancyStore.Opened.Reopened _ -> opened++;
            case DiscrepancyStore.Opened.Known _, DiscrepancyStore.Opened.Settled _ -> {
                // A person has it, or has settled it.
            }
        }
    }

    long opened() {
        return opened;
    }

    long notOpened() {
        return notOpened;
    }
}
