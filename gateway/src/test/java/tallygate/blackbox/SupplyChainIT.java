package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lists of what is shipped name the jars that are shipped, to the byte, and each has a licence that lets us ship it. */
@Tag("T-40")
class SupplyChainIT {
    private static final Path DISTRIBUTION = Path.of("target/tallygate").toAbsolutePath();

    /** Weak copyleft is used unchanged and as a library; MariaDB's server and MySQL's driver are GPL 2, see the page of licences. */
    private static final Pattern ALLOWED =
            Pattern.compile("(?i).*(apache|mit|bsd|bouncy|edl|eclipse|epl|cddl|lgpl|mpl|public domain|cc0|universal"
                    + " foss|gpl-2.0|gpl.*exception|general public license.*2|json).*");

    private static JsonNode bom(String folder) throws IOException {
        Path file = DISTRIBUTION.resolve(folder).resolve("bom.json");
        assertThat(file).as("made by an online build: mvn package").exists();
        return new ObjectMapper().readTree(file.toFile());
    }

    private static void hash(Path jar, Map<String, String> into) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
            into.put(HexFormat.of().formatHex(digest), jar.getFileName().toString());
        } catch (Exception e) {
            throw new AssertionError(jar + " cannot be read", e);
        }
    }

    /** By SHA-256. */
    private static Map<String, String> jars(String... folders) throws IOException {
        Map<String, String> jars = new TreeMap<>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.list(DISTRIBUTION.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".jar")).forEach(file -> hash(file, jars));
            }
        }
        return jars;
    }

    private static Map<String, String> listed(JsonNode bom) {
        Map<String, String> listed = new TreeMap<>();
        for (JsonNode component : bom.path("components")) {
            for (JsonNode hash : component.path("hashes")) {
                if (hash.path("alg").asText().equals("SHA-256")) {
                    listed.put(
                            hash.path("content").asText(),
                            component.path("name").asText() + " "
                                    + component.path("version").asText());
                }
            }
        }
        return listed;
    }

    /** The module's own jar is what the list is about, not a part of the list. */
    private static Map<String, String> without(Map<String, String> jars, String own) {
        jars.values().removeIf(name -> name.startsWith(own));
        return jars;
    }

    @Test
    void theListNamesExactlyTheJarsOfTheDistribution() throws IOException {
        Map<String, String> shipped = without(jars("lib", "lib/embedded"), "tallygate-gateway-");
        Map<String, String> listed = listed(bom("sbom"));
        assertThat(difference(shipped, listed)).as("shipped, and not listed").isEmpty();
        assertThat(difference(listed, shipped)).as("listed, and not shipped").isEmpty();
        Map<String, String> tools = without(jars("lib/loadtest"), "tallygate-loadtest-");
        assertThat(difference(tools, listed(bom("sbom/loadtest")))).isEmpty();
    }

    private static Set<String> difference(Map<String, String> all, Map<String, String> known) {
        Map<String, String> left = new TreeMap<>(all);
        left.keySet().removeAll(known.keySet());
        return new TreeSet<>(left.values());
    }

    @Test
    void everyPartHasALicenceThatLetsItBeShipped() throws IOException {
        Set<String> wrong = new TreeSet<>();
        for (JsonNode component : bom("sbom").path("components")) {
            String name = component.path("group").asText() + ":"
                    + component.path("name").asText();
            Set<String> licences = new TreeSet<>();
            component.path("licenses").findValuesAsText("id").forEach(licences::add);
            component.path("licenses").findValuesAsText("name").forEach(licences::add);
            component.path("licenses").findValuesAsText("expression").forEach(licences::add);
            if (!name.startsWith("tallygate:")
                    && licences.stream()
                            .noneMatch(licence -> ALLOWED.matcher(licence).matches())) {
                wrong.add(name + " " + licences);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyPartIsOnTheListOfLicences() throws IOException {
        String list = Files.readString(DISTRIBUTION.resolve("THIRD-PARTY.txt"));
        Set<String> missing = new TreeSet<>();
        for (JsonNode component : bom("sbom").path("components")) {
            if (!component.path("group").asText().equals("tallygate")
                    && !list.contains(component.path("group").asText() + ":"
                            + component.path("name").asText() + ":")) {
                missing.add(component.path("name").asText());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void theListsAreTheSameInEveryBuild() throws IOException {
        assertThat(bom("sbom").has("serialNumber")).isFalse();
        assertThat(bom("sbom").path("metadata").has("timestamp")).isFalse();
    }
}
