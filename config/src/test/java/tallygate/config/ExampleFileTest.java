package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Reading;
import tallygate.config.key.Section;
import tallygate.config.key.Setting;
import tallygate.config.source.EnvironmentOverrides;
import tallygate.config.source.Node;
import tallygate.config.source.Placeholders;
import tallygate.config.source.Problems;
import tallygate.config.source.YamlReader;

class ExampleFileTest {
    private static final Path EXAMPLE = Path.of("tallygate.example.yaml");

    @Test
    void theExampleFileLoadsWithoutProblems() throws IOException {
        Loading loading = GatewayConfig.load(EXAMPLE, environment());

        assertThat(loading).isInstanceOf(Loading.Loaded.class);
        assertThat(((Loading.Loaded) loading).warnings()).isEmpty();
    }

    @Test
    void whatTheExampleFileDoesNotCallAnExampleIsTheDefault() throws IOException {
        String text = Files.readString(EXAMPLE);
        var example = ((Loading.Loaded) GatewayConfig.load(EXAMPLE, environment())).effective();
        Map<String, String> defaults = new HashMap<>();
        Yaml.loaded("mode: development").effective().settings().forEach(s -> defaults.put(s.path(), s.shown()));

        List<String> differing = new ArrayList<>();
        for (Setting setting : example.settings()) {
            String shown = defaults.getOrDefault(setting.path(), setting.shown());
            if (!shown.equals(setting.shown())) {
                differing.add(setting.path());
            }
        }
        assertThat(differing).containsExactlyInAnyOrder("mode", "server.callbacks.trusted-proxies");
        assertThat(text).contains("trusted-proxies: [10.0.0.0/8]              # example; default: none");
    }

    @Test
    void theExampleFileNamesEveryKeyOfTheTable() throws IOException {
        String text = Files.readString(EXAMPLE);
        assertThat(keysBelow(GatewayConfig.GROUP))
                .isNotEmpty()
                .allSatisfy(key -> assertThat(text).containsPattern("(?m)(^|[ {])" + Pattern.quote(key) + ":"));
    }

    @Test
    void everyKeyOfTheTableIsReadAndNoOther() throws IOException {
        Path folder = Files.createTempDirectory("tallygate-config");
        Files.writeString(folder.resolve("x.pem"), "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n");
        String tls = "tls: { certificate: x.pem, key: x.pem, client-ca: x.pem, client-auth: optional }";
        String text = Files.readString(EXAMPLE)
                .replace("    bind: 0.0.0.0:8080", "    bind: 0.0.0.0:8080\n    " + tls)
                .replace("    bind: 127.0.0.1:8081", "    bind: 127.0.0.1:8081\n    " + tls)
                .concat("\ntracing: { endpoint: \"http://collector:4318/v1/traces\" }\n");
        var problems = new Problems();
        Node node = new Placeholders(folder, environment(), problems)
                .fill(new EnvironmentOverrides(Map.of(), problems).apply(YamlReader.read(text, problems)));
        var reading = new Reading(problems);
        Section.root(GatewayConfig.GROUP, node, reading, GatewayConfig::from);

        assertThat(problems.inOrder()).isEmpty();
        assertThat(reading.asked()).containsExactlyInAnyOrderElementsOf(allKeys(GatewayConfig.GROUP));
    }

    @Test
    void theExampleFileIsValidByTheJsonSchemaForEditors() throws IOException {
        var schema = new ObjectMapper()
                .readTree(Path.of("docs/tallygate.schema.json").toFile());
        Node node = YamlReader.read(Files.readString(EXAMPLE), new Problems());

        assertThat(SchemaCheck.complaints(schema, node)).isEmpty();
        Node typo = YamlReader.read("server: { callbacks: { bnid: x } }", new Problems());
        assertThat(SchemaCheck.complaints(schema, typo)).containsExactly(".server.callbacks has the unknown key bnid");
        Node wrong = YamlReader.read("work: { lease: 30 }", new Problems());
        assertThat(SchemaCheck.complaints(schema, wrong)).containsExactly(".work.lease fits none of the alternatives");
    }

    /** A value for each variable that the example file names. */
    private static Map<String, String> environment() throws IOException {
        Map<String, String> environment = new HashMap<>();
        Matcher names = Pattern.compile("\\$\\{env:(\\w+)}").matcher(Files.readString(EXAMPLE));
        while (names.find()) {
            boolean isPayloadKey = names.group(1).contains("PAYLOAD_KEY");
            String text = Base64.getEncoder().encodeToString(new byte[isPayloadKey ? 32 : 24]);
            environment.put(names.group(1), isPayloadKey ? text : "whsec_" + text);
        }
        return environment;
    }

    private static Set<String> keysBelow(Group group) {
        Set<String> names = new HashSet<>();
        allKeys(group).forEach(key -> names.add(key.name()));
        return names;
    }

    private static Set<Key<?>> allKeys(Group group) {
        Set<Key<?>> keys = new HashSet<>(group.keys());
        group.branches().forEach(branch -> branch.groups().forEach(below -> keys.addAll(allKeys(below))));
        return keys;
    }
}
