package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DigestTest {
    private static final String FILE = """
        server: { callbacks: { bind: "127.0.0.1:1" } }
        endpoints:
          - { name: a, provider: stripe, route: r, secrets: ["${env:S}"] }
          - { name: b, provider: stripe, route: r, secrets: [fixed] }
        routes: { r: { handler: { kind: log } } }
        """;

    @Test
    void nodesThatAreSetUpAlikeHaveOneDigest() {
        String digest = digest(FILE, "s");
        assertThat(digest).matches("[0-9a-f]{64}");
        assertThat(digest(FILE, "s")).isEqualTo(digest);
        assertThat(digest("# moved\n" + FILE, "s")).isEqualTo(digest);
        assertThat(digest(FILE + "work: { lease: 30s }\n", "s"))
                .as("a written default is the default")
                .isEqualTo(digest);
        assertThat(digest(FILE.replace("${env:S}", "s"), ""))
                .as("where a value comes from is no difference")
                .isEqualTo(digest);
    }

    @Test
    void addressesAndFoldersOfANodeAreNoDrift() {
        String digest = digest(FILE, "s");
        assertThat(digest(FILE.replace("127.0.0.1:1", "127.0.0.1:2"), "s")).isEqualTo(digest);
        assertThat(digest(FILE + "data-dir: /elsewhere\n", "s")).isEqualTo(digest);
    }

    @Test
    void everyOtherDifferenceShows() {
        String digest = digest(FILE, "s");
        assertThat(digest(FILE, "t")).as("a secret").isNotEqualTo(digest);
        assertThat(digest(FILE + "work: { lease: 31s }\n", "s")).as("a value").isNotEqualTo(digest);
        assertThat(digest(FILE.replace("name: b", "name: c"), "s")).as("a name").isNotEqualTo(digest);
        assertThat(digest(FILE.replace("secrets: [fixed]", "secrets: [fi, xed]"), "s"))
                .as("a secret cut in two")
                .isNotEqualTo(digest);
    }

    @Test
    void theQueryOfAUrlMayHoldAKeySoItIsComparedAndNotShown() {
        Loading.Loaded one = Yaml.loaded(handler("http://orders.internal/events?key=sesame"), Map.of());
        Loading.Loaded other = Yaml.loaded(handler("http://orders.internal/events?key=barley"), Map.of());
        assertThat(one.effective().lines())
                .anyMatch(line -> line.contains("url = http://orders.internal/events?…"))
                .noneMatch(line -> line.contains("sesame"));
        assertThat(one.effective().digest()).isNotEqualTo(other.effective().digest());
        assertThat(one.effective().planTo(other.effective()).live())
                .singleElement()
                .hasToString("routes.r.handler.url: another value (not shown)");
    }

    private static String handler(String url) {
        return FILE.replace("secrets: [\"${env:S}\"]", "secrets: [s]")
                .replace("{ kind: log }", "{ kind: http, url: \"" + url + "\" }");
    }

    private static String digest(String yaml, String secret) {
        return Yaml.loaded(yaml, Map.of("S", secret)).effective().digest();
    }
}
