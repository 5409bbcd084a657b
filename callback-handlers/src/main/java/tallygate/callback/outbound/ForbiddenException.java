package tallygate.callback.outbound;

/** The guard refuses a URL. The message says why, without the URL's path and query. */
final class ForbiddenException extends Exception {
    private static final long serialVersionUID = 1L;

    ForbiddenException(String message) {
        super(message);
    }
}
