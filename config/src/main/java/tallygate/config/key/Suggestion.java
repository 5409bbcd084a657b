package tallygate.config.key;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant to write. */
public final class Suggestion {
    /** No key is longer, and the work grows with the length. */
    private static final int LENGTH_MAX = 64;

    private Suggestion() {}

    /** The nearest of the known words: same letters in another notation, or one edit for every three letters. */
    public static Optional<String> nearest(String written, Collection<String> known) {
        String letters = letters(written);
        if (letters.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        return known.stream()
                .filter(word ->
                        distance(letters, letters(word)) <= Math.max(1, Math.min(letters.length(), word.length()) / 3))
                .min(Comparator.comparingInt((String word) -> distance(letters, letters(word)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String letters(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
    static int distance(String from, String to) {
        int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            edits[i][0] = i;
        }
        for (int j = 0; j <= to.length(); j++) {
            edits[0][j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            for (int j = 1; j <= to.length(); j++) {
                int replaced = edits[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                edits[i][j] = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                boolean isSwap = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (isSwap) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[from.length()][to.length()];
    }
}
