package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShapesTest {
    private final Shapes fine = Shapes.fine("VALUES (…)", "?");

    @Test
    void eachNumberOfRowsFitsButForANinthAtTheMost() {
        for (int rows = 1; rows <= Shapes.MAX; rows++) {
            int size = fine.fit(rows);
            assertThat(size).as("of %d rows", rows).isBetween(rows - rows / 9, rows);
            assertThat(fine.exactly(size).chars().filter(c -> c == '?').count()).isEqualTo(size);
        }
    }

    @Test
    void theServerKeepsFewEnoughStatementsForAWriter() {
        int[] sizes = IntStream.rangeClosed(1, Shapes.MAX)
                .filter(rows -> fine.fit(rows) == rows)
                .toArray();
        assertThat(sizes).hasSize(48).startsWith(1, 2, 3).contains(16, 18, 32, 36, 256);
        assertThat(IntStream.of(sizes).sum()).isLessThan(3_500);
    }

    @Test
    void moreThanTheLargestIsTheLargestAndWhatIsNoSizeHasNoText() {
        assertThat(fine.fit(1_000)).isEqualTo(Shapes.MAX);
        assertThatIllegalArgumentException().isThrownBy(() -> fine.exactly(17)).withMessageContaining("17 rows");
        assertThatIllegalArgumentException().isThrownBy(() -> fine.exactly(257));
    }
}
