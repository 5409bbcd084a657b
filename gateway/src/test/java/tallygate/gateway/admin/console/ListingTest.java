package tallygate.gateway.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"0", "12", "1,296.00", "10,000+", "1.5 s", "89 B", "85.2 %", "JPY 5,451", "CNY \u22121,296.00"})
    void figuresStandRight(String text) {
        assertThat(Listing.Cell.of(text).isNumber()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7", "2026-12-01", "evt_1", "–", "", "1.2.3", "12 tasks"})
    void anAddressADateOrAnIdIsNoFigure(String text) {
        assertThat(Listing.Cell.of(text).isNumber()).isFalse();
    }

    @Test
    void aColumnIsOneOfFiguresByTheFirstCellThatSaysAnything() {
        assertThat(column("–", "", "12").isNumber(1)).isTrue();
        assertThat(column("5m", "1").isNumber(1)).isFalse();
        assertThat(column().isNumber(1)).isFalse();
    }

    private static Listing column(String... texts) {
        List<Listing.Row> rows = Arrays.stream(texts)
                .map(text -> new Listing.Row("", "", List.of(Listing.Cell.of("1"), Listing.Cell.of(text))))
                .toList();
        return Listing.of("", "", List.of("", ""), rows, new Listing.Empty("", ""));
    }
}
