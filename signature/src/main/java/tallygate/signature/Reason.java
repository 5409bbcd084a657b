package tallygate.signature;

/** Why a request was not taken as genuine. The codes are a contract: scripts and dashboards match on them. */
public enum Reason {
    SIGNATURE_MISSING("signature-missing"),
    SIGNATURE_MALFORMED("signature-malformed"),
    SIGNATURE_MISMATCH("signature-mismatch"),
    TIMESTAMP_MISSING("timestamp-missing"),
    TIMESTAMP_EXPIRED("timestamp-expired"),
    TIMESTAMP_IN_FUTURE("timestamp-in-future"),
    KEY_UNKNOWN("key-unknown"),
    ALGORITHM_NOT_ALLOWED("algorithm-not-allowed"),
    CERTIFICATE_UNTRUSTED("certificate-untrusted"),
    DECRYPT_FAILED("decrypt-failed"),
    /** A provider's self-test with a signature that is wrong on purpose. */
    PROBE("probe"),
    BODY_MALFORMED("body-malformed"),
    MERCHANT_MISMATCH("merchant-mismatch"),
    /** Nothing in the request proves it: the provider must be asked. */
    NEEDS_CONFIRMATION("needs-confirmation"),
    CONFIG("config");

    private final String code;

    Reason(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
