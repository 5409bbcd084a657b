package tallygate.loadtest.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowBinderTest {
    @Test
    void spreadValuesAreOfOneLengthAndNeverTheSame() {
        var seen = new HashSet<String>();
        for (long i = 0; i < 200_000; i++) {
            String digits = RowBinder.spreadDigits(i);
            assertThat(digits).hasSize(13);
            assertThat(seen.add(digits)).as("number %d", i).isTrue();
        }
    }

    @Test
    void theInsertNamesEveryColumnAndBindsWhatTheDatabaseDoesNotCompute() {
        var shape = new TableShape(
                "t",
                List.of(
                        new Column("id", new Column.Fill.Counting(5)),
                        new Column("due", new Column.Fill.Now()),
                        new Column("currency", new Column.Fill.Null()),
                        new Column("payload", new Column.Fill.Same(Column.Kind.BYTES, new byte[] {1}))));
        assertThat(shape.insert("t_raw", 2))
                .isEqualTo("INSERT INTO t_raw (`id`,`due`,`currency`,`payload`) VALUES "
                        + "(?,UTC_TIMESTAMP(3),NULL,?),(?,UTC_TIMESTAMP(3),NULL,?)");
    }

    @Test
    void aPlanThatCannotRunIsRefused() {
        assertThatThrownBy(() -> new RawInsert.Plan("t", Set.of(), 0, 64, Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .hasMessageContaining("0 and 64");
    }

    @Test
    void thePasswordIsNotPrinted() {
        assertThat(new RawInsert.Database("jdbc:mysql://h/d", "u", "hidden").toString())
                .doesNotContain("hidden");
    }
}
