package tallygate.gateway.reconcile;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Optional;

/**
 * What a payment should cost.
 *
 * @param percent of the gross amount
 * @param fixedMinor on top, in minor units
 */
public record AgreedFee(BigDecimal percent, long fixedMinor) {
    private static final BigDecimal SHARE = new BigDecimal("0.005");

    /** In major units, exact; empty for a currency that has no minor units we know. */
    Optional<BigDecimal> of(long grossMinor, String currency) {
        return digits(currency)
                .map(digits -> BigDecimal.valueOf(grossMinor)
                        .multiply(percent)
                        .movePointLeft(2)
                        .add(BigDecimal.valueOf(fixedMinor))
                        .movePointLeft(digits));
    }

    /** Providers round the sum, not the row: one minor unit, or half a percent of the fee, is no difference. */
    boolean isMet(BigDecimal charged, long grossMinor, String currency) {
        Optional<BigDecimal> expected = of(grossMinor, currency);
        if (expected.isEmpty()) {
            return true;
        }
        BigDecimal unit = BigDecimal.ONE.movePointLeft(digits(currency).orElse(0));
        BigDecimal tolerance = expected.get().abs().multiply(SHARE).max(unit);
        return charged.subtract(expected.get()).abs().compareTo(tolerance) <= 0;
    }

    private static Optional<Integer> digits(String currency) {
        try {
            int digits = Currency.getInstance(currency).getDefaultFractionDigits();
            return digits < 0 ? Optional.empty() : Optional.of(digits);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
