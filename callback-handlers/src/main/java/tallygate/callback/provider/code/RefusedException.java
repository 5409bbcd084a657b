package tallygate.callback.provider.code;

import tallygate.signature.Reason;

/** Ends the checking of a request that is not proven. Carries no stack: forged requests are everyday. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** @param detail for operators: no secret, no body, no signature */
    RefusedException(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
