package tallygate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is built today is built tomorrow of the same parts, from the same place. */
@Tag("T-40")
class PinnedTest {
    private static final Pattern VERSION = Pattern.compile("<(?:version|[a-z0-9.-]+\\.version)>([^<]*)<");
    private static final Pattern PINNED = Pattern.compile("\\$\\{[a-z0-9.-]+}|\\d[\\w.-]*");
    private static final Pattern FOREIGN = Pattern.compile(
            "<repositor(?:y|ies)>|<pluginRepositor|http://(?!maven\\.apache\\.org/(?:POM|xsd)|www\\.w3\\.org)");

    /** What Maven and Java may be: demands on the machine, not on what is fetched. */
    private static final Pattern OF_THE_MACHINE =
            Pattern.compile("<require(?:Maven|Java)Version>.*?</require|<configuration><version>\\[25,26\\)</version>");

    private static List<Path> poms() {
        List<Path> poms = Repository.files("pom.xml");
        assertThat(poms).hasSizeGreaterThan(4);
        return poms;
    }

    @Test
    void everyVersionIsOneVersion() {
        List<String> loose = new ArrayList<>();
        for (Path pom : poms()) {
            VERSION.matcher(OF_THE_MACHINE.matcher(Repository.text(pom)).replaceAll(""))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(version -> {
                        if (!PINNED.matcher(version).matches() || version.contains("SNAPSHOT")) {
                            loose.add(pom + ": " + version);
                        }
                    });
        }
        assertThat(loose).isEmpty();
    }

    @Test
    void nothingComesFromARepositoryOfItsOwnOrWithoutEncryption() {
        assertThat(poms()).allSatisfy(pom -> assertThat(Repository.text(pom)).doesNotContainPattern(FOREIGN));
    }
}
