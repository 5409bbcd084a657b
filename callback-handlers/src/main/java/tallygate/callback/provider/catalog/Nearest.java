package tallygate.callback.provider.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known word that a mistyped one was probably meant to be. */
final class Nearest {
    private static final int DISTANCE_MAX = 3;

    private Nearest() {}

    static Optional<String> to(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> distance(typed, word) <= Math.min(DISTANCE_MAX, word.length() / 2))
                .min(Comparator.comparingInt(word -> distance(typed, word)));
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
