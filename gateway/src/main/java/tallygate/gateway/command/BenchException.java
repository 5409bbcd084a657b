package tallygate.gateway.command;

/** A measurement could not be made. The message says what happened and what to do. */
final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchException(String message) {
        super(message);
    }

    BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
