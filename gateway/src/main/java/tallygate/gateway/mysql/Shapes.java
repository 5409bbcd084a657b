package tallygate.gateway.mysql;

import java.util.Arrays;
import java.util.Collections;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Statements for several rows at once, of some sizes only, so that each is prepared once. Lists of ids are padded up to a power
 * of two by repeating one. Rows cannot be padded: their sizes are finer, and what does not fit, at most a ninth, waits for the
 * next statement.
 */
final class Shapes {
    static final int MAX = 256;

    /** Fine sizes are all up to twice this, then so many to the next power of two. */
    private static final int FINE = 8;

    /** By rows; empty where there is no such size. */
    private final String[] texts = new String[MAX + 1];

    private Shapes(IntPredicate isSize, IntFunction<String> make) {
        for (int rows = 0; rows <= MAX; rows++) {
            texts[rows] = rows > 0 && isSize.test(rows) ? make.apply(rows) : "";
        }
    }

    /** @param make the statement's text for so many rows: 1, 2, 4 … 256 */
    Shapes(IntFunction<String> make) {
        this(rows -> Integer.bitCount(rows) == 1, make);
    }

    /** The statement with {@code (…)} in place of the list: one such part a row. */
    static Shapes of(String statement, String part) {
        return of(statement, part, ", ");
    }

    static Shapes of(String statement, String part, String between) {
        return new Shapes(rows -> text(statement, part, between, rows));
    }

    /** The same in fine sizes. */
    static Shapes fine(String statement, String part) {
        return new Shapes(
                rows -> rows % (Math.max(FINE, Integer.highestOneBit(rows)) / FINE) == 0,
                rows -> text(statement, part, ", ", rows));
    }

    private static String text(String statement, String part, String between, int rows) {
        return statement.replace("(…)", String.join(between, Collections.nCopies(rows, part)));
    }

    String exactly(int rows) {
        String text = rows < 1 || rows > MAX ? "" : texts[rows];
        if (text.isEmpty()) {
            throw new IllegalArgumentException("no shape has " + rows + " rows");
        }
        return text;
    }

    /** The largest size that is not larger. */
    int fit(int rows) {
        int size = Math.min(rows, MAX);
        while (texts[size].isEmpty()) {
            size--;
        }
        return size;
    }

    String atLeast(int rows) {
        return exactly(up(rows));
    }

    /** The smallest size that so many fit into. */
    static int up(int rows) {
        return rows <= 1 ? 1 : Integer.highestOneBit(rows - 1) << 1;
    }

    /** The largest size that is not larger. */
    static int down(int rows) {
        return Math.min(MAX, Integer.highestOneBit(rows));
    }

    /** Sorted and padded up to a size by repeating the last. */
    static long[] padded(long[] ids) {
        long[] padded = Arrays.copyOf(ids, up(ids.length));
        Arrays.sort(padded, 0, ids.length);
        Arrays.fill(padded, ids.length, padded.length, padded[ids.length - 1]);
        return padded;
    }
}
