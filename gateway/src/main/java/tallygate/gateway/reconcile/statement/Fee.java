package tallygate.gateway.reconcile.statement;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What the provider took for a movement. Providers round the sum of a day, not each row, so it keeps all its decimals.
 *
 * @param amount in major units, positive when it was charged, negative when it was given back; empty: the statement does not
 *     say
 */
public record Fee(Optional<BigDecimal> amount, String currency) {
    /** The statement says nothing of a fee. */
    public static final Fee UNSAID = new Fee(Optional.empty(), "");

    static Fee charged(BigDecimal amount, String currency) {
        return new Fee(Optional.of(amount), currency);
    }
}
