package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every fault in known-faults.txt has a test that carries its id as a tag, or says there why it has none. */
class KnownFaultsTest {
    private static final Path LIST = Path.of("gateway/src/test/resources/known-faults.txt");
    private static final Pattern ENTRY =
            Pattern.compile("(O-\\d{3}) (?<kind>[A-Z]+) +(?<what>[^|]+?)(?: \\| open: (?<why>.+))?");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(O-\\d+)\"\\)");

    /** @param open why there is no test; empty where there must be one */
    private record Fault(String kind, String what, String open) {}

    private static Map<String, Fault> faults() {
        Map<String, Fault> faults = new TreeMap<>();
        Repository.text(LIST)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> {
                    Matcher entry = ENTRY.matcher(line);
                    assertThat(entry.matches()).as("readable: %s", line).isTrue();
                    String why = entry.group("why");
                    Fault fault = new Fault(entry.group("kind"), entry.group("what"), why == null ? "" : why);
                    assertThat(faults.put(entry.group(1), fault))
                            .as("%s stands once", entry.group(1))
                            .isNull();
                });
        return faults;
    }

    private static Set<String> tagged() {
        Set<String> ids = new TreeSet<>();
        for (Path file : Repository.files(".java")) {
            if (file.toString().contains("src/test/java")) {
                TAG.matcher(Repository.text(file)).results().forEach(tag -> ids.add(tag.group(1)));
            }
        }
        return ids;
    }

    @Test
    void everyFaultHasATestOrAReason() {
        Set<String> tagged = tagged();
        List<String> wrong = new ArrayList<>();
        faults().forEach((id, fault) -> {
            if (fault.open.isEmpty() && !tagged.contains(id)) {
                wrong.add(
                        id + " (" + fault.what + ") has no test: tag one with it, or say why there is none in " + LIST);
            }
            if (!fault.open.isEmpty() && tagged.contains(id)) {
                wrong.add(id + " (" + fault.what + ") has a test now: remove '| open: …' from its line in " + LIST);
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyTagNamesAListedFault() {
        assertThat(faults().keySet()).containsAll(tagged());
    }
}
