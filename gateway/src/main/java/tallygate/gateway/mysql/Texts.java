package tallygate.gateway.mysql;

/** Free text for columns that hold only so many characters. Never for ids. */
final class Texts {
    static final int ERROR_MAX = 512;

    private Texts() {}

    /** @param max in characters as the database counts them: a pair of surrogates is one */
    static String cut(String text, int max) {
        if (text.length() <= max || text.codePointCount(0, text.length()) <= max) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, max));
    }
}
