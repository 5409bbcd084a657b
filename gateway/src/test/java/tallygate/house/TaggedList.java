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

/**
 * A list of things that each need a test, one a line: {@code ID KIND what} and, where there is no test, {@code | open: why}.
 *
 * @param file below the repository's root
 * @param id a regular expression
 */
record TaggedList(Path file, String id) {
    /** @param open why there is no test; empty where there must be one */
    private record Line(String what, String open) {}

    private Map<String, Line> lines() {
        Pattern entry = Pattern.compile("(" + id + ") [A-Z]+ +(?<what>[^|]+?)(?: \\| open: (?<why>.+))?");
        Map<String, Line> lines = new TreeMap<>();
        Repository.text(file)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> {
                    Matcher read = entry.matcher(line);
                    assertThat(read.matches()).as("readable: %s", line).isTrue();
                    String why = read.group("why");
                    Line made = new Line(read.group("what"), why == null ? "" : why);
                    assertThat(lines.put(read.group(1), made))
                            .as("%s stands once", read.group(1))
                            .isNull();
                });
        return lines;
    }

    /** Lines without a test, by their id: what must be so, and why it is not tested. */
    Map<String, String> open() {
        Map<String, String> open = new TreeMap<>();
        lines().forEach((id, line) -> {
            if (!line.open().isEmpty()) {
                open.put(id, line.what() + ": not tested: " + line.open());
            }
        });
        return open;
    }

    /** The ids of the list, in order. */
    Set<String> ids() {
        return lines().keySet();
    }

    /** The ids that tests carry as tags. */
    Set<String> tagged() {
        Pattern tag = Pattern.compile("@(?:Arch)?Tag\\(\"(" + id + ")\"\\)");
        Set<String> ids = new TreeSet<>();
        for (Path source : Repository.files(".java")) {
            if (source.toString().contains("src/test/java")) {
                tag.matcher(Repository.text(source)).results().forEach(found -> ids.add(found.group(1)));
            }
        }
        return ids;
    }

    /** Lines without a test or a reason, and lines with both. */
    List<String> wrong() {
        Set<String> tagged = tagged();
        List<String> wrong = new ArrayList<>();
        lines().forEach((name, line) -> {
            if (line.open.isEmpty() && !tagged.contains(name)) {
                wrong.add(name + " (" + line.what + ") has no test: tag one with it, or say why there is none in "
                        + file);
            }
            if (!line.open.isEmpty() && tagged.contains(name)) {
                wrong.add(name + " (" + line.what + ") has a test now: remove '| open: …' from its line in " + file);
            }
        });
        return wrong;
    }
}
