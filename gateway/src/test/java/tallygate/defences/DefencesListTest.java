package tallygate.defences;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.house.Repository;

/** The list of defences is whole: each constant that a test takes away stands in it, and each line of it is taken away. */
class DefencesListTest {
    private static final Path TESTS = Path.of("gateway/src/test/java/tallygate");
    private static final Pattern LINE = Pattern.compile("(?<where>[A-Z][a-z]+) (?<name>[\\w#-]+) +(?<what>\\S.*)");
    private static final Pattern ATTACK = Pattern.compile("T-\\d\\d");
    private static final Pattern CONSTANT = Pattern.compile("(?m)^ +([A-Z][A-Z_]+)[,;(\\n]");

    /** Where the constants of each first word stand. */
    private static final Map<String, String> ENUMS = Map.of(
            "Defence", "chaos/Defence.java enum Defence",
            "Removal", "defences/Removal.java enum Removal implements Removable",
            "Shield", "defences/Shield.java enum Shield implements Removable",
            "Intake", "gateway/ingest/SimGuard.java enum SimGuard",
            "Process", "gateway/process/SimGuard.java enum SimGuard",
            "Store", "gateway/task/InMemoryStore.java enum Guard",
            "Sagas", "gateway/saga/MemorySagas.java enum Guard",
            "Participants", "gateway/saga/SimParticipants.java enum Guard");

    private static List<MatchResult> lines() {
        return Repository.text(Path.of("gateway/src/test/resources/defences.txt"))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> {
                    var read = LINE.matcher(line);
                    assertThat(read.matches()).as("readable: %s", line).isTrue();
                    return read.toMatchResult();
                })
                .toList();
    }

    private static List<String> listed(String where) {
        return lines().stream()
                .filter(line -> line.group("where").equals(where))
                .map(line -> line.group("name"))
                .toList();
    }

    /** From the opening of the enum to the first line that ends its constants. */
    private static List<String> constants(String place) {
        String[] parts = place.split(" ", 2);
        String source = Repository.text(TESTS.resolve(parts[0]));
        String body = source.substring(source.indexOf(parts[1] + " {"));
        int end = body.indexOf("\n    private ");
        String constants = body.substring(0, end < 0 ? body.length() : end);
        int close = Pattern.compile("(?m)^ *}$")
                .matcher(constants)
                .results()
                .findFirst()
                .map(MatchResult::start)
                .orElse(-1);
        return CONSTANT.matcher(close < 0 ? constants : constants.substring(0, close))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Defence", "Removal", "Shield", "Intake", "Process", "Store", "Sagas", "Participants"})
    void eachConstantIsListedOnceAndEachLineIsOne(String where) {
        assertThat(constants(ENUMS.getOrDefault(where, "")))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(listed(where));
    }

    @Test
    void eachTestThatIsNamedIsThere() {
        String all = Repository.files(".java").stream()
                .filter(file -> file.startsWith(TESTS) || file.toString().contains("src/test/java"))
                .map(Repository::text)
                .reduce("", String::concat);
        assertThat(listed("Test"))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(all)
                        .contains("class " + name.split("#", 2)[0] + " {")
                        .contains("void " + name.split("#", 2)[1] + "()"));
        assertThat(lines())
                .allSatisfy(line -> assertThat(line.group("where"))
                        .satisfiesAnyOf(
                                where -> assertThat(ENUMS).containsKey(where),
                                where -> assertThat(where).isIn("Test", "Without")));
    }

    /** An attack without a line here has no defence that a test would miss; why is then said. */
    @Test
    void eachAttackIsNamedByADefenceOrSaysWhyNoneCanBeTakenOut() {
        Set<String> attacks = ids(Repository.text(Path.of("gateway/src/test/resources/threats.txt"))
                .lines()
                .filter(line -> line.startsWith("T-"))
                .map(line -> line.substring(0, 4)));
        Set<String> named = ids(lines().stream()
                .filter(line -> !line.group("where").equals("Without"))
                .flatMap(line -> ATTACK.matcher(line.group("what")).results().map(MatchResult::group)));
        Set<String> without = ids(listed("Without").stream());
        assertThat(attacks).hasSizeGreaterThan(40);
        assertThat(named).doesNotContainAnyElementsOf(without);
        assertThat(ids(Stream.concat(named.stream(), without.stream()))).isEqualTo(attacks);
    }

    private static Set<String> ids(Stream<String> all) {
        return all.collect(Collectors.toCollection(TreeSet::new));
    }
}
