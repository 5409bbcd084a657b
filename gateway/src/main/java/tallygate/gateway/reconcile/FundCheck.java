package tallygate.gateway.reconcile;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import tallygate.gateway.reconcile.FundStore.Booked;
import tallygate.gateway.reconcile.FundStore.Moved;
import tallygate.gateway.reconcile.FundStore.Movement;
import tallygate.gateway.reconcile.statement.RefundState;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.StatementRow;

/**
 * Holds a day's fund bill against its trade bill: what was booked must have moved money, of the sum that settles, with the fee that
 * was said; and the balance must follow from the movements. For finance: no task is touched by it.
 */
final class FundCheck {
    private static final int CHUNK = 256;
    private static final Moved NOTHING = new Moved(0, 0);

    private final StatementStore statements;
    private final FundStore funds;
    private final Account account;
    private final LocalDate day;
    private final Differences differences;
    private final Findings findings;
    private final Consumer<String> counter;
    private final boolean refundsByPayment;
    private final Set<String> found = new HashSet<>();
    private final Set<String> looked = new HashSet<>();

    /** @param counter takes a word for each thing that was compared */
    FundCheck(
            StatementStore statements,
            FundStore funds,
            Account account,
            LocalDate day,
            Differences differences,
            Findings findings,
            Consumer<String> counter) {
        this.statements = statements;
        this.funds = funds;
        this.account = account;
        this.day = day;
        this.differences = differences;
        this.findings = findings;
        this.counter = counter;
        this.refundsByPayment = account.format() instanceof StatementFormat.Alipay;
    }

    void run() {
        if (!has(day, true)) {
            return;
        }
        movements();
        if (has(day, false)) {
            booked();
        }
        for (String word : FundVerdict.WORDS) {
            differences.references(word).stream()
                    .filter(reference -> looked.contains(reference) && !found.contains(word + reference))
                    .forEach(reference -> differences.settle(reference, word::equals, "agrees"));
        }
    }

    private boolean has(LocalDate which, boolean isFund) {
        return statements.files(account.source(), which).stream()
                .anyMatch(file -> file.isTaken() && file.isFund() == isFund);
    }

    private void movements() {
        boolean isKnown = has(day, false) && has(day.minusDays(1), false);
        BalanceChain chain = new BalanceChain(
                has(day.minusDays(1), true)
                        ? funds.lastBalance(account.source(), day.minusDays(1))
                        : OptionalLong.empty());
        long file = 0;
        long line = 0;
        List<Movement> chunk = funds.movements(account.source(), day, file, line, CHUNK);
        while (!chunk.isEmpty()) {
            for (Movement one : chunk) {
                if (file != 0 && one.file() != file) {
                    // Another file has what the first one lacked: no order between them is known.
                    chain.end().ifPresent(this::gap);
                    chain = new BalanceChain(OptionalLong.empty());
                }
                looked.add("fund:" + one.flow());
                chain.next(one).ifPresent(this::gap);
                file = one.file();
                line = one.line();
            }
            if (isKnown) {
                unbooked(chunk);
            }
            chunk = funds.movements(account.source(), day, file, line, CHUNK);
        }
        chain.end().ifPresent(this::gap);
    }

    private void gap(BalanceChain.Gap gap) {
        open(
                FundVerdict.BALANCE,
                new Findings.Fund(
                        "fund:" + gap.at().flow(),
                        gap.at().line(),
                        gap.at().business(),
                        OptionalLong.of(gap.expectedMinor()),
                        gap.at().balanceMinor(),
                        gap.at().currency()));
    }

    /** Money that moved for what no trade bill has. */
    private void unbooked(List<Movement> chunk) {
        List<Movement> ofAnOrder = chunk.stream()
                .filter(one -> one.kind().isOfAnOrder() && !one.business().isEmpty())
                .toList();
        Map<String, Map<RowKind, Booked>> booked = funds.booked(
                account.source(), ofAnOrder.stream().map(Movement::business).toList(), refundsByPayment);
        for (Movement one : ofAnOrder) {
            looked.add(reference(one.kind(), one.business()));
            if (!booked.getOrDefault(one.business(), Map.of()).containsKey(one.kind())) {
                open(
                        FundVerdict.UNKNOWN,
                        new Findings.Fund(
                                reference(one.kind(), one.business()),
                                one.line(),
                                one.business(),
                                OptionalLong.empty(),
                                one.amountMinor(),
                                one.currency()));
            }
        }
    }

    /** What the trade bill has, against the money that moved for it, on whatever day. */
    private void booked() {
        boolean isLate = has(day.plusDays(1), true);
        long file = 0;
        long line = 0;
        List<Theirs> chunk = statements.rows(account.source(), day, file, line, CHUNK);
        while (!chunk.isEmpty()) {
            List<StatementRow> rows = chunk.stream()
                    .map(Theirs::row)
                    .filter(row -> row.kind().isOfAnOrder())
                    .toList();
            List<String> businesses =
                    rows.stream().map(this::business).distinct().toList();
            var moved = funds.moved(account.source(), businesses);
            var booked = funds.booked(account.source(), businesses, refundsByPayment);
            for (StatementRow row : rows) {
                Map<RowKind, Moved> money = moved.getOrDefault(business(row), Map.of());
                Optional.ofNullable(booked.getOrDefault(business(row), Map.of()).get(row.kind()))
                        .ifPresent(said -> compare(row, money, said, isLate));
            }
            file = chunk.getLast().file();
            line = chunk.getLast().row().line();
            chunk = statements.rows(account.source(), day, file, line, CHUNK);
        }
    }

    private String business(StatementRow row) {
        return refundsByPayment && row.kind() == RowKind.REFUND
                ? row.ids().original()
                : row.ids().transaction();
    }

    private static String reference(RowKind kind, String business) {
        return "fund:" + (kind == RowKind.REFUND ? "refunded:" : "paid:") + business;
    }

    private void compare(StatementRow row, Map<RowKind, Moved> moved, Booked booked, boolean isLate) {
        Optional<BigDecimal> net = booked.net();
        String reference = reference(row.kind(), business(row));
        if (net.isEmpty() || !looked.add(reference + ":booked")) {
            return;
        }
        looked.add(reference);
        BigDecimal fee = booked.fee().orElse(BigDecimal.ZERO);
        long settled = minor(net.get().add(fee));
        Moved money = moved.getOrDefault(row.kind(), NOTHING);
        Findings.Fund finding = new Findings.Fund(
                reference, row.line(), row.ids().order(), OptionalLong.of(settled), money.sumMinor(), row.currency());
        if (money.rows() == 0) {
            boolean isDue = settled != 0 && RefundState.of(row.status()) == RefundState.MADE;
            if (isDue && isLate) {
                open(FundVerdict.MISSING, finding);
            } else if (isDue) {
                counter.accept("fund-pending");
            }
            return;
        }
        // What is given back of a fee is taken off the refund's own movement, or moves by itself, as the provider has
        // it.
        boolean isSame = money.sumMinor() == settled
                || row.kind() == RowKind.REFUND && Math.abs(money.sumMinor() - minor(net.get())) <= booked.rows();
        if (!isSame) {
            open(FundVerdict.DIFFERS, finding);
        } else if (row.kind() == RowKind.PAY && booked.fee().isPresent() && !isFeeTaken(fee, moved, booked.rows())) {
            open(
                    FundVerdict.FEE,
                    new Findings.Fund(
                            reference,
                            row.line(),
                            row.ids().order(),
                            OptionalLong.of(-minor(fee)),
                            moved.getOrDefault(RowKind.FEE, NOTHING).sumMinor(),
                            row.currency()));
        } else {
            counter.accept("fund-matched");
        }
    }

    /** A bill says fees with more decimals than money has: each row may be off by one minor unit. Some may have been given back. */
    private static boolean isFeeTaken(BigDecimal fee, Map<RowKind, Moved> moved, long rows) {
        Moved taken = moved.getOrDefault(RowKind.FEE, NOTHING);
        long said = minor(fee);
        boolean isGivenBack = taken.rows() > rows;
        return isGivenBack ? -taken.sumMinor() <= said + rows : Math.abs(said + taken.sumMinor()) <= rows;
    }

    /** Both providers with a fund bill have two decimals. */
    private static long minor(BigDecimal major) {
        return major.movePointRight(2)
                .setScale(0, java.math.RoundingMode.HALF_UP)
                .longValueExact();
    }

    private void open(FundVerdict verdict, Findings.Fund finding) {
        counter.accept(verdict.word());
        found.add(verdict.word() + finding.reference());
        differences.open(findings.fund(verdict, finding));
    }
}
