package tallygate.gateway.reconcile.statement;

/** What a row of a statement tells of. */
public enum RowKind {
    /** Money came in for an order. */
    PAY(0),
    /** Money went back for an order. */
    REFUND(1),
    /** A payment that was undone as a whole: void, reversal. */
    REVERSED(2),
    /** The payer's bank took the money back. */
    CHARGEBACK(3),
    /** The bank gave it back again. */
    CHARGEBACK_REVERSED(4),
    /** A fee of its own, not one of a payment's row. */
    FEE(5),
    /** Money moved to or from the merchant's bank account. */
    PAYOUT(6),
    /** Anything else, kept and counted. */
    OTHER(7),
    /** The part of an authorised payment that was not captured, taken off its payment's row. */
    NOT_CAPTURED(8),
    /** Of a test environment: no money moved. */
    TEST(9);

    private final int code;

    RowKind(int code) {
        this.code = code;
    }

    /** What the table holds. */
    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException for a number that no version of this program writes */
    public static RowKind of(int code) {
        for (RowKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of statement row has the number " + code);
    }

    /** True when a callback tells of it: such a row without one is a difference. */
    public boolean isOfAnOrder() {
        return this == PAY || this == REFUND;
    }
}
