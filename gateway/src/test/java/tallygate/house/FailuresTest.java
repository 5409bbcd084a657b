package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every failure in failures.txt has a test that carries its id as a tag; those without one are printed with their reason. */
class FailuresTest {
    private static final Logger log = LoggerFactory.getLogger(FailuresTest.class);
    private static final int ROWS = 60;
    private static final TaggedList FAILURES =
            new TaggedList(Path.of("gateway/src/test/resources/failures.txt"), "F-\\d{2}");

    @Test
    void everyFailureHasATestOrAReason() {
        FAILURES.open().forEach((id, why) -> log.warn("{} {}", id, why));
        assertThat(FAILURES.wrong()).isEmpty();
        assertThat(FAILURES.ids()).hasSize(ROWS);
    }

    @Test
    void everyTagNamesAListedFailure() {
        assertThat(FAILURES.ids()).containsAll(FAILURES.tagged());
    }
}
