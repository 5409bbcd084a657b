package tallygate.gateway.reconcile.statement;

/** A row that cannot be read. The file is read on, to tell everything that is wrong with it at once. */
final class BadRowException extends Exception {
    private static final long serialVersionUID = 1L;

    BadRowException(String message) {
        super(message);
    }
}
