package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Style that a formatter cannot see. Each banned thing names its substitute. */
class TidyTest {
    private static final int LINES_MAX = 300;

    private static final Map<Pattern, String> BANNED_IN_JAVA = Map.of(
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b"), "an issue",
            Pattern.compile("\\bSystem\\.(out|err)\\.print(?!.*// console)"), "a logger, or the command's own output",
            Pattern.compile("\\.printStackTrace\\("), "a log line that says what happens next",
            Pattern.compile("INSERT" + " IGNORE"),
                    "ON DUPLICATE KEY UPDATE id = id: IGNORE hides truncation and bad values",
            Pattern.compile("@auth" + "or|@since \\d"), "git blame");

    private static final Set<String> BANNED_PACKAGES =
            Set.of("util", "utils", "common", "impl", "helper", "manager", "dto", "model", "service");

    private static final Set<String> TOP_LEVEL = Set.of(
            "pom.xml",
            "gateway",
            "callback-handlers",
            "signature",
            "config",
            "loadtest",
            "Dockerfile",
            "README.md",
            "README.zh-CN.md",
            "ARCHITECTURE.md",
            "DECISIONS.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "LICENSE",
            "target",
            "data");

    @Test
    void noSourceFileIsLongerThanThreeHundredLines() {
        List<String> untidy = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            long lines = Repository.text(file).lines().count();
            if (lines > LINES_MAX) {
                untidy.add(file + " has " + lines + " lines: split it");
            }
        }
        assertThat(untidy).isEmpty();
    }

    @Test
    void nothingBannedIsWritten() {
        List<String> untidy = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            int number = 0;
            for (String line : Repository.text(file).split("\n", -1)) {
                number++;
                for (Map.Entry<Pattern, String> banned : BANNED_IN_JAVA.entrySet()) {
                    if (banned.getKey().matcher(line).find()) {
                        untidy.add(file + ":" + number + " '" + line.strip() + "': use " + banned.getValue());
                    }
                }
            }
        }
        assertThat(untidy).isEmpty();
    }

    @Test
    void noPackageIsNamedForNothing() {
        assertThat(Repository.files(".java").stream()
                        .map(Path::getParent)
                        .map(p -> p.getFileName().toString())
                        .filter(BANNED_PACKAGES::contains)
                        .distinct())
                .isEmpty();
    }

    @Test
    void everyMainPackageSaysWhatItIs() {
        Set<Path> packages = Repository.files(".java").stream()
                .filter(p -> p.toString().contains("src/main/java"))
                .map(Path::getParent)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages)
                .isNotEmpty()
                .allSatisfy(p -> assertThat(Repository.root().resolve(p).resolve("package-info.java"))
                        .exists()
                        .content()
                        .contains("@NullMarked")
                        .contains("/**"));
    }

    @Test
    void theTopLevelIsTheOwnersLayout() throws Exception {
        try (Stream<Path> top = Files.list(Repository.root())) {
            assertThat(top.map(p -> p.getFileName().toString()).filter(n -> !n.startsWith(".")))
                    .isSubsetOf(TOP_LEVEL);
        }
    }

    @Test
    void nothingSleepsInATest() {
        assertThat(Repository.files(".java").stream()
                        .filter(p -> p.toString().contains("src/test"))
                        .filter(p -> Repository.text(p).contains("Thread" + ".sleep"))
                        .map(p -> p + " sleeps: tick a clock, or wait for a condition with a bound"))
                .isEmpty();
    }
}
