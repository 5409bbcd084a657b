package tallygate.gateway.task;

/** The store could not say yes. What the caller may conclude is the kind, never the message. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is known about the transaction. */
    public enum Kind {
        /** Rolled back by the database (deadlock, lock wait, snapshot conflict): run the whole transaction again. */
        TRANSIENT,
        /** Certainly not committed: no connection, read-only, too many connections, disk full. */
        UNAVAILABLE,
        /** The connection died, or time ran out, when it may have been committed: ask by key, or say 503. */
        UNKNOWN,
        /** The database refuses the data of a row (too long, out of range): trying again cannot help. */
        REFUSED
    }

    private final Kind kind;

    public StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public StoreException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
