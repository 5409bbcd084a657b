package tallygate.gateway.reconcile.statement;

import java.io.IOException;

/** A file that cannot be taken: nothing of it counts. The message says where and why, and quotes no payer. */
public final class BadStatementException extends IOException {
    private static final long serialVersionUID = 1L;

    public BadStatementException(String message) {
        super(message);
    }

    public BadStatementException(String message, Throwable cause) {
        super(message, cause);
    }
}
