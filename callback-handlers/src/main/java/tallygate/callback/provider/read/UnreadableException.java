package tallygate.callback.provider.read;

/** Content that is not what its form promises. The message says what and where, and holds no content. */
public final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** How bad it is. */
    public enum Kind {
        /** Not in this form at all. */
        NOT_THIS_FORM,
        /** In this form, but dangerous or ambiguous: a repeated key, an entity, too deep. Never to be interpreted. */
        REFUSED
    }

    private final Kind kind;

    private UnreadableException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public static UnreadableException notThisForm(String message) {
        return new UnreadableException(Kind.NOT_THIS_FORM, message);
    }

    public static UnreadableException refused(String message) {
        return new UnreadableException(Kind.REFUSED, message);
    }

    public Kind kind() {
        return kind;
    }
}
