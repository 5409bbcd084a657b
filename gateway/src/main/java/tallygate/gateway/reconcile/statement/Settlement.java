package tallygate.gateway.reconcile.statement;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a row comes to for the merchant, as far as its statement says.
 *
 * @param net in major units, less fee and what the provider paid itself; negative when it goes out; empty: not said
 * @param currency of the net
 * @param payout the provider's name of the payout that the row is part of; empty: none is named
 * @param balanceMinor the merchant's balance behind the row, in minor units; only a fund bill says it
 */
public record Settlement(Optional<BigDecimal> net, String currency, String payout, OptionalLong balanceMinor) {
    /** The statement says nothing of it. */
    public static final Settlement UNSAID = new Settlement(Optional.empty(), "", "");

    /** Of a statement that does not say the balance. */
    public Settlement(Optional<BigDecimal> net, String currency, String payout) {
        this(net, currency, payout, OptionalLong.empty());
    }

    static Settlement of(BigDecimal net, String currency) {
        return new Settlement(Optional.of(net), currency, "");
    }
}
