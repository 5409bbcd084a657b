package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages on retry policies show is what the policies do. */
class RetryPagesTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("```yaml\\n(.*?)```\\n(?:\\n((?:\\|[^\\n]*\\n)+))?", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void everyTableIsWhatTheYamlAboveItDoes(String language) throws IOException {
        Path page = page(language);
        String text = Files.readString(page);
        Matcher matcher = EXAMPLE.matcher(text);
        var computed = new StringBuilder();
        int tables = 0;
        while (matcher.find()) {
            String found = matcher.group();
            String rows = matcher.group(2);
            if (rows != null) {
                tables++;
                List<String> head = rows.lines().limit(2).toList();
                String table = String.join("\n", head) + "\n" + rows(new Example(matcher.group(1)).retry(), language);
                found = found.replace(rows, table);
            }
            matcher.appendReplacement(computed, Matcher.quoteReplacement(found));
        }
        matcher.appendTail(computed);
        if ("apply".equals(System.getProperty("tallygate.docs"))) {
            Files.writeString(page, computed);
        }
        assertThat(tables).isEqualTo(4);
        assertThat(page)
                .as("write it anew: mvn -pl config test -Dtest=RetryPagesTest -Dtallygate.docs=apply")
                .content()
                .isEqualTo(computed.toString());
    }

    @Test
    void bothLanguagesShowTheSameExamples() throws IOException {
        assertThat(examples("zh"))
                .extracting(Example::yaml)
                .isEqualTo(examples("en").stream().map(Example::yaml).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void everyExampleLoads(String language) throws IOException {
        assertThat(examples(language))
                .hasSize(7)
                .allSatisfy(example -> assertThat(example.loads()).isTrue());
    }

    @Test
    void theFirstExampleIsTheDefault() throws IOException {
        assertThat(examples("en").getFirst().retry()).isEqualTo(RetryConfig.standard());
    }

    private static String rows(RetryConfig retry, String language) {
        String to = language.equals("zh") ? " ~ " : " to ";
        var rows = new StringBuilder();
        Duration total = Duration.ZERO;
        for (int n = 0; n < retry.backoff().retriesMax(); n++) {
            Duration shortest = retry.shortest(retry.backoff(), n);
            Duration longest = retry.longest(retry.backoff(), n);
            total = total.plus(longest);
            List<String> cells = List.of(
                    String.valueOf(n + 1),
                    text(retry.backoff().delay(n)),
                    text(shortest) + to + text(longest),
                    text(total));
            rows.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        assertThat(retry.longestTotal()).isEqualTo(total);
        return rows.toString();
    }

    /** For readers: {@code 3h 7m 42s}. */
    private static String text(Duration duration) {
        List<String> parts = new ArrayList<>();
        part(parts, duration.toDaysPart(), "d");
        part(parts, duration.toHoursPart(), "h");
        part(parts, duration.toMinutesPart(), "m");
        String millis = duration.toMillisPart() == 0
                ? ""
                : ("." + String.format("%03d", duration.toMillisPart())).replaceAll("0+$", "");
        if (parts.isEmpty() || duration.toSecondsPart() > 0 || !millis.isEmpty()) {
            parts.add(duration.toSecondsPart() + millis + "s");
        }
        return String.join(" ", parts);
    }

    private static void part(List<String> parts, long number, String unit) {
        if (number > 0) {
            parts.add(number + unit);
        }
    }

    private static Path page(String language) {
        return Path.of("docs", language, "retry-policies.md");
    }

    private static List<Example> examples(String language) throws IOException {
        return EXAMPLE.matcher(Files.readString(page(language)))
                .results()
                .map(match -> new Example(match.group(1)))
                .toList();
    }

    private record Example(String yaml) {
        boolean loads() {
            return yaml.startsWith("routes:")
                    ? !Yaml.config(yaml).routes().isEmpty()
                    : retry().backoff().retriesMax() >= 0;
        }

        RetryConfig retry() {
            return Yaml.config("routes:\n  r:\n    handler: { kind: log }\n    retry:\n" + yaml.indent(6))
                    .routes()
                    .values()
                    .iterator()
                    .next()
                    .retry();
        }
    }
}
