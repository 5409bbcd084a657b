package tallygate.gateway.reconcile;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.statement.RowKind;

/** What is known of money itself: payouts, and the movements of a provider's balance. */
public interface FundStore {
    /**
     * A payout that is not what its rows come to.
     *
     * @param rest of all rows with the payout's own, in major units: nothing would be right
     * @param payoutMinor what was paid out
     * @param line the first row's
     */
    record PaidOut(String payout, String currency, BigDecimal rest, long payoutMinor, long line) {}

    /** Payouts whose own row stands in a bill of that day, and that its rows do not come to. */
    List<PaidOut> payoutGaps(String source, LocalDate day);

    /**
     * A movement of the balance.
     *
     * @param business the payment or refund it belongs to; empty: none
     * @param amountMinor negative: out
     * @param balanceMinor behind it
     */
    record Movement(
            long file,
            long line,
            RowKind kind,
            String flow,
            String business,
            long amountMinor,
            long balanceMinor,
            String currency,
            Instant occurredAt) {}

    /** Movements of a bill day behind a place, in order of file and line. */
    List<Movement> movements(String source, LocalDate day, long afterFile, long afterLine, int limit);

    /** The balance behind the last movement of that day; empty when none is known. */
    OptionalLong lastBalance(String source, LocalDate day);

    /** What all movements of a payment or refund come to, of one kind. */
    record Moved(long sumMinor, long rows) {}

    /**
     * What statements say of a payment, or of a refund, over all days.
     *
     * @param net what is left for the merchant, in major units; empty: a row does not say
     * @param fee positive: charged; empty: a row does not say
     */
    record Booked(Optional<BigDecimal> net, Optional<BigDecimal> fee, long rows, String currency) {}

    /** Movements of payments, refunds and fees by their business and kind; any number is asked in parts. */
    Map<String, Map<RowKind, Moved>> moved(String source, Collection<String> businesses);

    /**
     * Rows of statements by the business that fund bills name.
     *
     * @param refundsByPayment true where movements of refunds carry the payment's number
     */
    Map<String, Map<RowKind, Booked>> booked(String source, Collection<String> businesses, boolean refundsByPayment);
}
