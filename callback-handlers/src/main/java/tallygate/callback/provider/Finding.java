package tallygate.callback.provider;

/**
 * One thing that explains a refusal.
 *
 * @param detail which key, which bytes (lengths, digests), what differs; never a secret, a body or a signature
 */
public record Finding(Cause cause, String detail) {
    /** What went wrong, as far as it can be told from the request. The codes are stable. */
    public enum Cause {
        /** Signed by a key that is configured, but not for this provider's slot, environment or time. */
        WRONG_KEY("wrong-key"),
        /** The signature fits a body that is this one before something re-encoded it. */
        BODY_ALTERED("body-altered"),
        /** The signature fits another URL than the one seen here. */
        URL_REWRITTEN("url-rewritten"),
        /** Genuine, but the signed time is outside the window. */
        CLOCK_SKEW("clock-skew"),
        HEADER_MISSING("header-missing"),
        HEADER_AMBIGUOUS("header-ambiguous"),
        /** A field of the body or the query that carries the signature or its time is not there. */
        FIELD_MISSING("field-missing"),
        /** Made for another mode or environment of this provider than the endpoint's keys allow. */
        WRONG_MODE("wrong-mode"),
        /** Genuine, but of a merchant or application that this endpoint does not take. */
        OTHER_MERCHANT("other-merchant"),
        /** No key that is configured signed any form of this request that was tried. */
        NO_KEY_FITS("no-key-fits");

        private final String code;

        Cause(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    @Override
    public String toString() {
        return cause.code() + ": " + detail;
    }
}
