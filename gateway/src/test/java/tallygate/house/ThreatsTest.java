package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every attack in threats.txt has a test that carries its id as a tag, or says there why it has none. */
class ThreatsTest {
    private static final TaggedList THREATS =
            new TaggedList(Path.of("gateway/src/test/resources/threats.txt"), "T-\\d{2}");

    @Test
    void everyThreatHasATestOrAReason() {
        assertThat(THREATS.wrong()).isEmpty();
    }

    @Test
    void everyTagNamesAListedThreatAndNoneIsMissing() {
        assertThat(THREATS.ids())
                .containsAll(THREATS.tagged())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 44)
                        .mapToObj("T-%02d"::formatted)
                        .toList());
    }
}
