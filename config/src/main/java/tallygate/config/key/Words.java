package tallygate.config.key;

/** The same sentence in English and in Simplified Chinese. */
public record Words(String english, String chinese) {
    /** For names and numbers that read the same in both. */
    public static Words same(String text) {
        return new Words(text, text);
    }
}
