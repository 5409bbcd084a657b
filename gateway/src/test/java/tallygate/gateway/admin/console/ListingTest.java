package tallygate.gateway.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "12", "1,296.00", "10,000+", "1.5 s", "89 B", "85.2 %"})
    void figuresStandRight(String text) {
        assertThat(Listing.Cell.of(text).isNumber()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7", "2026-12-01", "evt_1", "–", "", "1.2.3", "12 tasks"})
    void anAddressADateOrAnIdIsNoFigure(String text) {
        assertThat(Listing.Cell.of(text).isNumber()).isFalse();
    }
}
