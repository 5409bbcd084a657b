package tallygate.callback.provider.read;

/** In which unit a provider writes amounts. */
public enum AmountUnit {
    /** The currency's smallest unit, as an integer: 1099 for 10.99 EUR, 500 for 500 JPY. */
    MINOR,
    /** The currency itself, as a decimal: 10.99. */
    MAJOR,
    /** Hundredths of the currency whatever its decimals: 1000000 for 10000 VND. */
    HUNDREDTHS
}
