package tallygate.defences;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each defence of {@link Removal} is taken out of the source, and the test that stands for it must then fail. */
class RemovalTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void aDefenceThatIsTakenOutIsMissed(Removal removal) throws Exception {
        Path nothing = Files.createDirectories(folder.resolve("nothing"));
        assertThat(removal.witness(nothing).run(folder))
                .as("%s with everything in its place", removal.witness())
                .isEmpty();
        assertThat(removal.witness(removal.without(folder)).run(folder))
                .as("%s without %s", removal.witness(), removal)
                .isPresent();
    }
}
