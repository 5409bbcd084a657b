package tallygate.callback.provider.recipe;

/** A definition that cannot be used, with the line to look at. */
final class RecipeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;

    RecipeException(int line, String message) {
        super(message);
        this.line = line;
    }

    int line() {
        return line;
    }
}
