package tallygate.config.value;

/** A value that must not reach a log line, a page or an error: printing it shows {@code ***}. */
public record Secret(String reveal) {
    @Override
    public String toString() {
        return "***";
    }
}
