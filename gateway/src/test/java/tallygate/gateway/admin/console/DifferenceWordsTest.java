package tallygate.gateway.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tallygate.house.Repository;

/** What is held for a person is named for that person, in both languages, on the console and in the documentation. */
class DifferenceWordsTest {
    private static final Pattern WORD = Pattern.compile("`([a-z-]+)`");

    private static Look look(boolean isChinese) {
        return new Look(isChinese, Look.Reader.NOBODY, Views.NOTHING_KNOWN, "", "/", Instant.EPOCH);
    }

    private static List<String> verdicts(String language) throws IOException {
        String text = Files.readString(Repository.root().resolve("config/docs/" + language + "/reconciliation.md"));
        return text.lines().filter(line -> line.startsWith("| `")).toList();
    }

    private static List<String> words(List<String> rows) {
        return rows.stream()
                .map(row -> row.split("\\|")[1])
                .flatMap(cell -> WORD.matcher(cell).results().map(found -> found.group(1)))
                .toList();
    }

    @Test
    void everyKindThatAPersonSettlesHasANameInBothLanguages() throws Exception {
        List<String> held = words(
                verdicts("en").stream().filter(row -> row.contains("held")).toList());
        assertThat(held).contains("callback-missing", "payout-gap", "refund-miss", "fund-balance");
        assertThat(DifferenceWords.KINDS).as("those that can be chosen").containsAll(held);
        assertThat(DifferenceWords.KINDS).allSatisfy(kind -> {
            assertThat(DifferenceWords.of(look(false), kind)).isNotEqualTo(kind);
            assertThat(DifferenceWords.of(look(true), kind)).matches(".*\\p{IsHan}.*");
        });
    }

    @Test
    void bothLanguagesExplainTheSameWords() throws Exception {
        assertThat(new TreeSet<>(words(verdicts("zh")))).isEqualTo(new TreeSet<>(words(verdicts("en"))));
    }
}
