package tallygate.config.value;

/** A text that is not a value of the wanted type. The message completes a sentence that begins with the text. */
public final class UnfitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String suggestion;

    public UnfitException(String message) {
        this(message, "");
    }

    /** @param suggestion what the writer probably meant, empty when nothing is near */
    public UnfitException(String message, String suggestion) {
        super(message);
        this.suggestion = suggestion;
    }

    public String suggestion() {
        return suggestion;
    }
}
