package tallygate.gateway.mysql;

import java.util.Arrays;
import java.util.Collections;
import java.util.function.IntFunction;

/**
 * Statements for several rows at once, of a few sizes only, so that each is prepared once: 1, 2, 4 … 256. Lists of ids are
 * padded up by repeating one, rows are cut into sizes that fit.
 */
final class Shapes {
    static final int MAX = 256;

    private final String[] texts = new String[Integer.numberOfTrailingZeros(MAX) + 1];

    /** @param make the statement's text for so many rows */
    Shapes(IntFunction<String> make) {
        for (int i = 0; i < texts.length; i++) {
            texts[i] = make.apply(1 << i);
        }
    }

    /** The statement with {@code (…)} in place of the list: one such part a row. */
    static Shapes of(String statement, String part) {
        return of(statement, part, ", ");
    }

    static Shapes of(String statement, String part, String between) {
        return new Shapes(rows -> statement.replace("(…)", String.join(between, Collections.nCopies(rows, part))));
    }

    String exactly(int rows) {
        if (Integer.bitCount(rows) != 1 || rows > MAX) {
            throw new IllegalArgumentException("no shape has " + rows + " rows");
        }
        return texts[Integer.numberOfTrailingZeros(rows)];
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
