package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Every fault in known-faults.txt has a test that carries its id as a tag, or says there why it has none. */
class KnownFaultsTest {
    private static final TaggedList FAULTS =
            new TaggedList(Path.of("gateway/src/test/resources/known-faults.txt"), "O-\\d{3}");

    @Test
    void everyFaultHasATestOrAReason() {
        assertThat(FAULTS.wrong()).isEmpty();
    }

    @Test
    void everyTagNamesAListedFault() {
        assertThat(FAULTS.ids()).containsAll(FAULTS.tagged());
    }
}
