package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reader who follows links arrives, in either language, and finds every page. */
class DocsTest {
    private static final Path DOCS = Repository.root().resolve("config/docs");
    private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEAD = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".md")).sorted().toList();
        }
    }

    private static List<String> links(Path page) {
        return LINK.matcher(CODE.matcher(Repository.text(page)).replaceAll(""))
                .results()
                .map(found -> found.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    private static Path target(Path page, String link) {
        String path = link.replaceFirst("#.*", "");
        return path.isEmpty() ? page : page.resolveSibling(path).normalize();
    }

    private static boolean hasHead(Path page, String anchor) {
        return HEAD.matcher(Repository.text(page))
                .results()
                .map(head -> head.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", ""))
                .anyMatch(head -> head.strip().replace(' ', '-').equals(anchor));
    }

    @Test
    void everyLinkLeadsSomewhere() {
        List<String> broken = new ArrayList<>();
        for (Path file : Repository.files(".md")) {
            Path page = Repository.root().resolve(file);
            for (String link : links(page)) {
                Path target = target(page, link);
                Matcher anchor = Pattern.compile(".*#(.+)").matcher(link);
                boolean isThere = Files.exists(target)
                        && (!anchor.matches()
                                || !target.toString().endsWith(".md")
                                || hasHead(target, anchor.group(1)));
                if (!isThere) {
                    broken.add(file + " -> " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageIsThereInBothLanguages() throws IOException {
        assertThat(names("zh")).isEqualTo(names("en")).hasSizeGreaterThan(30);
    }

    private static Set<String> names(String language) throws IOException {
        Path folder = DOCS.resolve(language);
        return pages(folder).stream()
                .map(page -> folder.relativize(page).toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({"README.md, en", "README.zh-CN.md, zh"})
    void everyPageIsReachedFromTheReadmeOfItsLanguage(String readme, String language) throws IOException {
        Set<Path> reached = new HashSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(Repository.root().resolve(readme)));
        while (!open.isEmpty()) {
            Path page = open.pop();
            if (!reached.add(page)) {
                continue;
            }
            for (String link : links(page)) {
                Path target = target(page, link);
                if (Files.isDirectory(target)) {
                    reached.addAll(pages(target));
                } else if (target.toString().endsWith(".md")
                        && target.toString().contains("/" + language + "/")) {
                    open.push(target);
                }
            }
        }
        assertThat(pages(DOCS.resolve(language)))
                .filteredOn(page -> !reached.contains(page))
                .isEmpty();
    }
}
