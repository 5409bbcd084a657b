package tallygate.gateway.reconcile;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tallygate.gateway.reconcile.StatementStore.Judged;
import tallygate.gateway.reconcile.StatementStore.Pooled;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.DiscrepancyFinding;
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
    private final FundStore funds;
    private final OrderStore shop;
    private final DiscrepancyStore discrepancies;
    private final Recovery recovery;
    private final Asked asked;
    private final Outlet outlet;

    /** Where a run says what is beyond it. */
    public interface Outlet {
        /** The provider is to be asked later. */
        void ask(Question question);

        /** So many discrepancies were not opened: most likely the account's settings do not fit its files. */
        void capped(Account account, LocalDate day, long notOpened);

        /** The account's run stayed within its limit. */
        void within(Account account);

        /** So many rows of the day are of a test environment; 0: none. */
        void tests(Account account, LocalDate day, long rows);
    }

    public Reconciliation(
            StatementStore store,
            FundStore funds,
            OrderStore shop,
            DiscrepancyStore discrepancies,
            Recovery recovery,
            Asked asked,
            Outlet outlet) {
        this.store = store;
        this.funds = funds;
        this.shop = shop;
        this.discrepancies = discrepancies;
        this.recovery = recovery;
        this.asked = asked;
        this.outlet = outlet;
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
        private final Findings findings;
        private final Map<String, Long> counts = new TreeMap<>();
        private final Differences differences;

        private long recovered;

        Run(Account account, LocalDate day, boolean isDry) {
            this.account = account;
            this.day = day;
            this.isDry = isDry;
            // A batch settles days later always: no row of it is late.
            boolean isOfABatch = account.format() instanceof StatementFormat.Adyen;
            this.judge = new RowJudge(
                    account.rules().orderPrefix(),
                    account.rules().fees(),
                    isOfABatch ? Instant.MIN : account.day(day).from(),
                    asked.tools().clock().instant());
            this.differences = new Differences(discrepancies, account, day);
            this.missing = new MissingRows(account, recovery, asked);
            this.findings = new Findings(account.source(), day);
        }

        RunReport make() throws InterruptedException {
            rows();
            payouts();
            if (!isDry) {
                new FundCheck(
                                store,
                                funds,
                                account,
                                day,
                                differences,
                                findings,
                                word -> counts.merge(word, 1L, Long::sum))
                        .run();
            }
            long pool = pool();
            List<Certificate> certificates = isDry ? List.of() : certify();
            if (differences.notOpened() > 0) {
                outlet.capped(account, day, differences.notOpened());
            } else if (!isDry) {
                outlet.within(account);
            }
            if (!isDry) {
                outlet.tests(account, day, counts.getOrDefault(new Verdict.Environment().word(), 0L));
            }
            return new RunReport(
                    account.source(),
                    day,
                    isDry,
                    counts,
                    recovered,
                    pool,
                    differences.opened(),
                    differences.notOpened(),
                    certificates);
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
                if (!theirs.row().ids().order().isEmpty()) {
                    orders.add(theirs.row().ids().order());
                }
            }
            Map<String, Ours> byEffect = store.byEffects(account.source(), effects);
            Map<String, List<Ours>> byOrder = store.byOrders(account.source(), orders);
            Map<String, ShopOrder> told = shop.told(orders);
            Map<String, OrderStore.Elsewhere> elsewhere = shop.elsewhere(account.source(), orders);
            List<Around> around = store.around(account.source(), chunk);
            List<Judged> judged = new ArrayList<>(chunk.size());
            for (int i = 0; i < chunk.size(); i++) {
                StatementRow row = chunk.get(i).row();
                RowJudge.Known known = new RowJudge.Known(byEffect, byOrder, around.get(i), told, elsewhere);
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
            if (verdict.action() != Verdict.Action.ASK) {
                return told(row, verdict, "");
            }
            MissingRows.Treated treated = missing.treat(row, verdict);
            if (treated.isUnanswered()) {
                outlet.ask(missing.question(row, Findings.reference(row)));
            }
            if (treated.verdict() instanceof Verdict.Recovered) {
                recovered++;
            }
            // A refund that is under way is nothing for people while somebody asks for its end.
            return treated.verdict() instanceof Verdict.RefundUnderWay && treated.isUnanswered()
                    ? settled(row, treated.verdict())
                    : told(row, treated.verdict(), treated.why());
        }

        private Verdict settled(StatementRow row, Verdict verdict) {
            differences.settle(row, verdict);
            return verdict;
        }

        private Verdict told(StatementRow row, Verdict verdict, String why) {
            switch (verdict.action()) {
                case HOLD, ASK -> differences.open(findings.of(row, Findings.reference(row), verdict, why));
                case NOTE, WAIT -> {
                    // Counted.
                }
            }
            return settled(row, verdict);
        }

        private void payouts() {
            if (isDry) {
                return;
            }
            Set<String> found = new HashSet<>();
            for (FundStore.PaidOut one : funds.payoutGaps(account.source(), day)) {
                DiscrepancyFinding finding = findings.paidOut(one);
                found.add(finding.reference());
                differences.open(finding);
            }
            differences.references(Findings.PAYOUT_GAP).stream()
                    .filter(reference -> reference.startsWith(Findings.payouts(day)) && !found.contains(reference))
                    .forEach(reference -> differences.settle(reference, Findings.PAYOUT_GAP::equals, "agrees"));
        }

        private long pool() {
            if (isDry) {
                return 0;
            }
            long after = 0;
            List<Ours> unnamed = store.unnamed(account.source(), account.day(day), after, CHUNK);
            boolean hasBill =
                    store.files(account.source(), day).stream().anyMatch(StatementStore.StoredFile::isTakenBill);
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
                    Verdict miss = one.ours().effect().startsWith("refunded:")
                            ? new Verdict.RefundMiss(one.bills())
                            : new Verdict.BankMiss(one.bills());
                    count(miss);
                    differences.open(findings.missed(one, miss));
                    outlet.ask(Question.notBooked(account.source(), one.ours()));
                } else {
                    count(new Verdict.InPool());
                }
            }
            return pooled.size();
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

    private static Optional<TaskId> task(Verdict verdict) {
        return Verdicts.task(verdict);
    }
}
