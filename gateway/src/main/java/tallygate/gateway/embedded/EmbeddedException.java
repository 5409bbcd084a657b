package tallygate.gateway.embedded;

/** The embedded database cannot run. The message is for the operator: what happened and what to do. */
public final class EmbeddedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EmbeddedException(String message) {
        super(message);
    }

    public EmbeddedException(String message, Throwable cause) {
        super(message, cause);
    }
}
