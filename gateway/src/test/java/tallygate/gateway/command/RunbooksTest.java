package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tallygate.deploy.AlertFile;
import tallygate.house.Repository;

/** Each alert and each symptom of the trouble-shooting lists has a page in both languages, whose commands and calls are there. */
class RunbooksTest {
    private static final Path DOCS = Path.of("config/docs");
    private static final List<String> LANGUAGES = List.of("en", "zh");

    /** The rows of both articles' lists. */
    private static final List<String> SYMPTOMS = List.of(
            "applied-twice",
            "dead-letters-pile-up",
            "scan-finds-nothing",
            "stock-without-order",
            "refunded-twice",
            "stuck-compensating",
            "deducted-twice",
            "late-forward",
            "report-differs");

    /** The kind, written out or as a constant of the same file. */
    private static final Pattern RAISED =
            Pattern.compile("(?:new Alert\\(\\s*|tooMany\\(\"[a-z.]+\", )(?:\"([a-z-]+)\"|([A-Z_]+),)");

    private static final Pattern BLOCK = Pattern.compile("(?s)```\n(.*?)```");
    private static final Pattern API = Pattern.compile("/api/v1/[a-zA-Z/{}-]+");

    private static final CommandLine WHOLE = Main.commandLine();

    private static Path page(String language, String name) {
        return DOCS.resolve(language).resolve("runbooks").resolve(name + ".md");
    }

    /** First cells of the tables of the page of alerts. */
    private static Set<String> documentedAlerts(String language) {
        Set<String> kinds = new TreeSet<>();
        for (String line : Repository.text(DOCS.resolve(language).resolve("alerts.md"))
                .lines()
                .toList()) {
            if (line.startsWith("| `")) {
                Matcher kind = Pattern.compile("`([a-z-]+)`").matcher(line.split("\\|")[1]);
                while (kind.find()) {
                    kinds.add(kind.group(1));
                }
            }
        }
        return kinds;
    }

    /** Kinds that stand in the code. */
    private static Set<String> raisedAlerts() {
        Set<String> kinds = new TreeSet<>();
        for (Path file : Repository.files(".java")) {
            if (file.startsWith("gateway/src/main")) {
                String text = Repository.text(file);
                for (MatchResult raised : RAISED.matcher(text).results().toList()) {
                    kinds.add(raised.group(1) != null ? raised.group(1) : constant(text, raised.group(2)));
                }
            }
        }
        kinds.remove("test");
        return kinds;
    }

    private static String constant(String text, String name) {
        Matcher value = Pattern.compile("String " + name + " = \"([a-z-]+)\"").matcher(text);
        // Of another file: its own line there is found.
        return value.find() ? value.group(1) : "task-failed";
    }

    private static Set<String> pagesFor() {
        Set<String> names = new TreeSet<>(SYMPTOMS);
        names.addAll(documentedAlerts("en"));
        AlertFile.rules().values().forEach(rule -> names.add(runbook(rule, "runbook_url", "en")));
        return names;
    }

    private static String runbook(Map<String, Object> rule, String key, String language) {
        Object url = ((Map<?, ?>) rule.get("annotations")).get(key);
        Matcher path = Pattern.compile("config/docs/" + language + "/runbooks/([a-z-]+)\\.md")
                .matcher(String.valueOf(url));
        assertThat(path.matches()).as("%s of %s", key, rule).isTrue();
        return path.group(1);
    }

    @Test
    void everyAlertAndEverySymptomHasAPageInBothLanguages() {
        Set<String> missing = new TreeSet<>();
        for (String language : LANGUAGES) {
            for (String name : pagesFor()) {
                if (!Files.exists(Repository.root().resolve(page(language, name)))) {
                    missing.add(page(language, name).toString());
                }
            }
        }
        assertThat(missing).as("write these pages").isEmpty();
        AlertFile.rules()
                .forEach((name, rule) -> assertThat(runbook(rule, "runbook_url_zh", "zh"))
                        .as(name)
                        .isEqualTo(runbook(rule, "runbook_url", "en")));
    }

    @Test
    void everyAlertOfTheCodeIsOnThePageOfAlertsInBothLanguages() {
        assertThat(documentedAlerts("en")).containsAll(raisedAlerts());
        assertThat(documentedAlerts("zh")).isEqualTo(documentedAlerts("en"));
        assertThat(raisedAlerts()).hasSizeGreaterThan(15);
    }

    @Test
    void everyPageNamesACommandAndEveryCommandIsThere() {
        String routes = Repository.files(".java").stream()
                .filter(file -> file.startsWith("gateway/src/main/java/tallygate/gateway/admin/api"))
                .map(Repository::text)
                .collect(Collectors.joining());
        Map<String, String> wrong = new TreeMap<>();
        for (String language : LANGUAGES) {
            for (String name : pagesFor()) {
                Path page = page(language, name);
                Matcher block = BLOCK.matcher(Repository.text(page));
                if (!block.find()) {
                    wrong.put(page.toString(), "names no command");
                    continue;
                }
                for (String line : block.group(1).lines().toList()) {
                    complaint(line, routes).ifPresent(what -> wrong.put(page + ": " + line, what));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static java.util.Optional<String> complaint(String line, String routes) {
        for (MatchResult call : API.matcher(line).results().toList()) {
            if (!routes.contains("\"" + call.group() + "\"")) {
                return java.util.Optional.of("no route " + call.group());
            }
        }
        return line.startsWith("tallygate ") ? commandComplaint(line) : java.util.Optional.empty();
    }

    private static java.util.Optional<String> commandComplaint(String line) {
        CommandLine command = WHOLE;
        boolean isBelow = true;
        for (String word : line.replaceAll("\"[^\"]*\"", "TEXT").split(" ")) {
            if (isBelow && command.getSubcommands().containsKey(word)) {
                command = command.getSubcommands().get(word);
            } else if (word.startsWith("--")) {
                isBelow = false;
                if (command.getCommandSpec().findOption(word) == null) {
                    return java.util.Optional.of(command.getCommandName() + " has no " + word);
                }
            } else if (!word.equals("tallygate")
                    && isBelow
                    && !command.getSubcommands().isEmpty()) {
                return java.util.Optional.of("no command " + word);
            }
        }
        return command.getSubcommands().isEmpty()
                ? java.util.Optional.empty()
                : java.util.Optional.of("no whole command");
    }

    @Test
    void thePagesAreOneSetInBothLanguages() throws Exception {
        for (String name : names("en")) {
            String english = Repository.text(page("en", name));
            String chinese = Repository.text(page("zh", name));
            assertThat(commands(chinese)).as(name).isEqualTo(commands(english));
            assertThat(english).as(name).startsWith("# ");
            assertThat(chinese.codePoints().anyMatch(Character::isIdeographic))
                    .as(name)
                    .isTrue();
        }
        assertThat(names("zh")).isEqualTo(names("en"));
    }

    private static Set<String> names(String language) throws Exception {
        try (var files =
                Files.list(Repository.root().resolve(DOCS.resolve(language).resolve("runbooks")))) {
            return files.map(file -> file.getFileName().toString().replace(".md", ""))
                    .filter(name -> !name.equals("README"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static List<String> commands(String page) {
        return BLOCK.matcher(page).results().map(found -> found.group(1)).toList();
    }
}
