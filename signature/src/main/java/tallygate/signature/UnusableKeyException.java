package tallygate.signature;

/** Key text that cannot serve in its slot. The message says what was found and what is due, and never holds key text. */
public final class UnusableKeyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UnusableKeyException(String message) {
        super(message);
    }
}
