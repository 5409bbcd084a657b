package tallygate.defences;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each defence of {@link Removal} is taken out of the source, and the test that stands for it must then fail. */
class RemovalTest {
    /** Witnesses of several are run once with everything in its place. */
    private static final Set<String> PASSING = new HashSet<>();

    @TempDir
    private Path folder;

    static Stream<Removable> all() {
        return Stream.concat(Stream.of(Removal.values()), Stream.of(Shield.values()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aDefenceThatIsTakenOutIsMissed(Removable removal) throws Exception {
        if (PASSING.add(removal.witness())) {
            Path nothing = Files.createDirectories(folder.resolve("nothing"));
            assertThat(removal.witness(nothing).run(folder))
                    .as("%s with everything in its place", removal.witness())
                    .isEmpty();
        }
        assertThat(removal.witness(removal.without(folder)).run(folder))
                .as("%s without %s", removal.witness(), removal)
                .isPresent();
    }
}
