package tallygate.config.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> KNOWN =
            List.of("bind", "tls", "body-bytes-max", "header-timeout", "secrets", "route");

    @ParameterizedTest
    @CsvSource({
        "bnid,bind",
        "binds,bind",
        "Bind,bind",
        "bodyBytesMax,body-bytes-max",
        "body_bytes_max,body-bytes-max",
        "body-bytes,body-bytes-max",
        "header-timout,header-timeout",
        "secret,secrets",
        "ruote,route",
        "tsl,tls"
    })
    void theNearestKeyIsSuggested(String written, String meant) {
        assertThat(Suggestion.nearest(written, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"password", "xyz", "q", "something-else"})
    void nothingIsSuggestedForWhatIsNearToNothing(String written) {
        assertThat(Suggestion.nearest(written, KNOWN)).isEmpty();
    }

    @Test
    void nothingIsSuggestedForAVeryLongWord() {
        assertThat(Suggestion.nearest("b".repeat(1_000_000), KNOWN)).isEmpty();
    }

    @Test
    void aSwapOfNeighboursIsOneEdit() {
        assertThat(Suggestion.distance("abcd", "abdc")).isEqualTo(1);
        assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
        assertThat(Suggestion.distance("abc", "abc")).isZero();
    }
}
