package tallygate.gateway.reconcile;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import tallygate.gateway.reconcile.StatementStore.Judged;
import tallygate.gateway.reconcile.StatementStore.Pooled;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.TaskId;

/**
 * Compares one bill day of an account with our tasks. A second run over the same day comes to the same: it updates, closes
 * what later data explains, and never doubles anything.
 */
public final class Reconciliation {
    private static final int CHUNK = 256;
    private static final int POOL_MAX = 10_000;

    private final StatementStore store;
    private final DiscrepancyStore discrepancies;
    private final Recovery recovery;
    private final Asked asked;
    private final Consumer<Question> questions;

    /** @param questions takes what the provider is to be asked later */
    public Reconciliation(
            StatementStore store,
            DiscrepancyStore discrepancies,
            Recovery recovery,
            Asked asked,
            Consumer<Question> questions) {
        this.store = store;
        this.discrepancies = discrepancies;
        this.recovery = recovery;
        this.asked = asked;
        this.questions = questions;
    }

    /**
     * @param isDry judge only: write nothing, ask nobody
     * @throws InterruptedException when the thread was interrupted; running it again goes over the day anew
     */
    public RunReport run(Account account, LocalDate day, boolean isDry) throws InterruptedException {
        return new Run(account, day, isDry).make();
    }

    /** One run in hand. */
    private final class Run {
        private final Account account;
        private final LocalDate day;
        private final boolean isDry;
        private final RowJudge judge;
        private final MissingRows missing;
        private final Map<String, Long> counts = new TreeMap<>();
        /** Kinds of unsettled discrepancies by reference. */
        private final Map<String, Set<String>> unsettled = new HashMap<>();

        private long recovered;
        private long opened;

        Run(Account account, LocalDate day, boolean isDry) {
            this.account = account;
            this.day = day;
            this.isDry = isDry;
            this.judge = new RowJudge(account.rules().orderPrefix());
            this.missing = new MissingRows(account, recovery, asked);
        }

        RunReport make() throws InterruptedException {
            loadUnsettled();
            rows();
            long pool = pool();
            List<Certificate> certificates = isDry ? List.of() : certify();
            return new RunReport(account.source(), day, isDry, counts, recovered, pool, opened, certificates);
        }

        private void loadUnsettled() {
            long before = Long.MAX_VALUE;
            List<DiscrepancyRow> page;
            do {
                DiscrepancyQuery all = DiscrepancyQuery.unsettled(1000);
                page = discrepancies.list(new DiscrepancyQuery(
                        all.statuses(), Optional.of(account.source()), Optional.empty(), before, all.limit()));
                for (DiscrepancyRow row : page) {
                    unsettled
                            .computeIfAbsent(row.finding().reference(), _ -> new HashSet<>())
                            .add(row.finding().kind());
                    before = row.id();
                }
            } while (page.size() == 1000);
        }

        private void rows() throws InterruptedException {
            long file = 0;
            long line = 0;
            List<Theirs> chunk = store.rows(account.source(), day, file, line, CHUNK);
            while (!chunk.isEmpty()) {
                judge(chunk);
                file = chunk.getLast().file();
                line = chunk.getLast().row().line();
                chunk = store.rows(account.source(), day, file, line, CHUNK);
            }
        }

        private void judge(List<Theirs> chunk) throws InterruptedException {
            Set<String> effects = new HashSet<>();
            Set<String> orders = new HashSet<>();
            for (Theirs theirs : chunk) {
                effects.addAll(theirs.row().ids().effects());
                String original = theirs.row().ids().original();
                if (!original.isEmpty()) {
                    effects.addAll(List.of("paid:" + original, "captured:" + original, "authorised:" + original));
                }
                orders.add(theirs.row().ids().order());
            }
            Map<String, Ours> byEffect = store.byEffects(account.source(), effects);
            Map<String, List<Ours>> byOrder = store.byOrders(account.source(), orders);
            List<Around> around = store.around(account.source(), chunk);
            List<Judged> judged = new ArrayList<>(chunk.size());
            for (int i = 0; i < chunk.size(); i++) {
                StatementRow row = chunk.get(i).row();
                RowJudge.Known known = new RowJudge.Known(byEffect, byOrder, around.get(i));
                Verdict treated = treat(row, judge.judge(row, known));
                count(treated);
                // Named by this row whatever the verdict says of it: such a task is in no bill's pool any more.
                Optional<TaskId> named = task(treated)
                        .or(() -> row.kind().isOfAnOrder()
                                ? RowJudge.task(row, known).map(Ours::id)
                                : Optional.empty());
                judged.add(new Judged(chunk.get(i).file(), row.line(), treated.word(), named));
            }
            if (!isDry) {
                store.judged(judged);
            }
        }

        private Verdict treat(StatementRow row, Verdict verdict) throws InterruptedException {
            if (isDry) {
                return verdict;
            }
            String reference = reference(row);
            if (verdict.action() != Verdict.Action.ASK) {
                settle(row, verdict);
                if (verdict.action() == Verdict.Action.HOLD) {
                    open(finding(row, reference, verdict, ""));
                }
                return verdict;
            }
            MissingRows.Treated treated = missing.treat(row, verdict);
            settle(row, treated.verdict());
            if (treated.verdict().action() == Verdict.Action.ASK) {
                open(finding(row, reference, treated.verdict(), treated.why()));
                if (treated.isUnanswered()) {
                    questions.accept(missing.question(row, reference));
                }
            } else if (treated.verdict() instanceof Verdict.Recovered) {
                recovered++;
            }
            return treated.verdict();
        }

        /** What was open of this movement under another word is explained. */
        private void settle(StatementRow row, Verdict now) {
            settle(reference(row), now);
            row.ids().effects().stream().skip(1).forEach(effect -> settle(effect, now));
        }

        private void settle(String reference, Verdict now) {
            for (String kind : unsettled.getOrDefault(reference, Set.of())) {
                if (!kind.equals(now.word()) && !isOthers(kind)) {
                    discrepancies.explain(
                            account.source(), reference, kind, "now " + now.word() + ", by the bill of " + day);
                }
            }
        }

        /** Kinds that other parts open; a statement explains none of them. */
        private boolean isOthers(String kind) {
            return !Verdicts.WORDS.contains(kind);
        }

        private void open(DiscrepancyFinding finding) {
            switch (discrepancies.open(finding)) {
                case DiscrepancyStore.Opened.Fresh _, DiscrepancyStore.Opened.Reopened _ -> opened++;
                case DiscrepancyStore.Opened.Known _, DiscrepancyStore.Opened.Settled _ -> {
                    // A person has it, or has settled it.
                }
            }
        }

        private DiscrepancyFinding finding(StatementRow row, String reference, Verdict verdict, String why) {
            return new DiscrepancyFinding(
                    verdict.word(),
                    account.source(),
                    reference,
                    "bill of " + day + ", line " + row.line(),
                    task(verdict).map(task -> OptionalLong.of(task.value())).orElse(OptionalLong.empty()),
                    row.ids().order(),
                    Verdicts.oursMinor(verdict),
                    OptionalLong.of(row.grossMinor()),
                    row.currency(),
                    why.isEmpty() ? verdict.sentence() : verdict.sentence() + "; " + why);
        }

        private long pool() {
            if (isDry) {
                return 0;
            }
            long after = 0;
            List<Ours> unnamed = store.unnamed(account.source(), account.day(day), after, CHUNK);
            boolean hasBill = store.files(account.source(), day).stream().anyMatch(StatementStore.StoredFile::isTaken);
            while (hasBill && !unnamed.isEmpty()) {
                List<TaskId> tasks = unnamed.stream()
                        .filter(ours -> RowJudge.isBooked(ours.effect()))
                        .map(Ours::id)
                        .toList();
                store.pool(account.source(), day, tasks);
                after = unnamed.getLast().id().value();
                unnamed = store.unnamed(account.source(), account.day(day), after, CHUNK);
            }
            store.unpool(account.source());
            List<Pooled> pooled = store.pooled(account.source(), POOL_MAX);
            for (Pooled one : pooled) {
                if (one.bills() >= account.rules().poolBills()) {
                    Verdict miss = new Verdict.BankMiss(one.bills());
                    count(miss);
                    open(missed(one, miss));
                    questions.accept(Question.notBooked(account.source(), one.ours()));
                } else {
                    count(new Verdict.InPool());
                }
            }
            return pooled.size();
        }

        private DiscrepancyFinding missed(Pooled one, Verdict miss) {
            return new DiscrepancyFinding(
                    miss.word(),
                    account.source(),
                    one.ours().effect(),
                    "bills since " + one.day(),
                    OptionalLong.of(one.ours().id().value()),
                    one.ours().bizId(),
                    one.ours().amountMinor(),
                    OptionalLong.empty(),
                    one.ours().currency(),
                    miss.sentence());
        }

        private List<Certificate> certify() {
            DayFigures figures = store.figures(account.source(), day, account.day(day));
            List<Certificate> certificates = new ArrayList<>();
            for (Account.Target target : account.endpoints()) {
                Certificate certificate = Certificate.of(account, target.endpoint(), day, figures);
                store.keep(certificate);
                certificates.add(certificate);
            }
            return certificates;
        }

        private void count(Verdict verdict) {
            counts.merge(verdict.word(), 1L, Long::sum);
        }
    }

    /** The same for a callback and a row of one movement. */
    private static String reference(StatementRow row) {
        return row.ids().effects().isEmpty()
                ? row.kind() + ":" + row.ids().transaction()
                : row.ids().effects().getFirst();
    }

    private static Optional<TaskId> task(Verdict verdict) {
        return Verdicts.task(verdict);
    }
}
