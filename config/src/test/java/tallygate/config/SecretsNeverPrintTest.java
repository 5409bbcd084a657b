package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every secret holds this word, so that one look finds any that got out. */
class SecretsNeverPrintTest {
    private static final String CANARY = "canary7";

    /** The canary in base64, 24 bytes in all. */
    private static final String WEBHOOK_CANARY = "whsec_Y2FuYXJ5N2NhbmFyeTdjYW5hcnk3";

    /** 32 bytes in base64, with the canary inside. */
    private static final String KEY_CANARY = "Y2FuYXJ5N2NhbmFyeTdjYW5hcnk3Y2FuYXJ5N2FhYWE=";

    @Test
    @Tag("T-23")
    void noPrintedFormOfALoadedConfigurationHoldsASecret() throws IOException {
        Loading loading = GatewayConfig.load(Path.of("tallygate.example.yaml"), environment());
        Loading.Loaded loaded = (Loading.Loaded) loading;

        assertThat(loaded.config().database().location().toString()).contains("***");
        assertThat(loaded.toString()
                        + loaded.config()
                        + loaded.effective().lines()
                        + loaded.effective().settings()
                        + loaded.effective().digest())
                .doesNotContain(CANARY)
                .doesNotContain(WEBHOOK_CANARY)
                .doesNotContain(KEY_CANARY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "database: { url: \"jdbc:mysql://db/t\", username: t, password: { x: canary7 } }",
                "database: { url: \"jdbc:mysql://db/t\", username: t, password: [canary7] }",
                "database: { url: \"jdbc:mysql://db/t\", username: t, password canary7 }",
                "database: { url: \"jdbc:mysql://db/t\", username: t, passwort: canary7 }",
                "database: { url: \"jdbc:mysql://t:canary7@db/t\", username: t }",
                "database: { url: \"jdbc:mysql://db/t?password=canary7\", username: t }",
                "database: { url: \"jdbc:mariadb://t:canary7@db/t?password=canary7\", username: t }",
                "database: { password: canary7 }",
                "endpoints: [{ name: a, provider: p, route: r, secrets: { canary7 } }]",
                "endpoints: [{ name: a, provider: p, route: r, secrets: [[canary7]] }]",
                "endpoints: [{ name: a, provider: p, route: r, secrets: [\"canary7${x}\"] }]",
                "endpoints: [{ name: a, provider: p, route: r, secrets: [\"x${canary7}\"] }]",
                "endpoints: [{ name: a, provider: p, route: r, secrets: [\"${canary7\"] }]",
                "endpoints: [{ name: a, provider: p, route: r, secrets: \"canary7",
                "endpoints: [{ name: a, provider: p, route: r, secrets: [canary7",
                "endpoints:\n  - name: a\n   secrets: canary7\n",
                "routes: { r: { handler: { kind: http, url: \"http://u:canary7@x/\" } } }",
                "routes: { r: { handler: { kind: http, url: \"http://x/?k=canary7#f\" } } }",
                "routes: { r: { handler: { kind: http, url: \"http://x/\", secret: canary7 } } }",
                "routes: { r: { handler: { kind: http, url: \"http://x/\", secret: [canary7] } } }",
                "routes: { r: { handler: { kind: http, url: \"http://x/\", secret: { canary7: canary7 } } } }",
                "server: { callbacks: { bind: \"${env:CANARY}\" } }",
                "mode: ${env:CANARY}",
                "work: { lease: \"${env:CANARY}\" }",
                "server: { callbacks: { trusted-proxies: [\"${env:CANARY}\"] } }",
                "server: { callbacks: { tls: { certificate: \"${env:PEM}\", key: \"${env:PEM}\" } } }",
                "endpoints: [{ name: \"${env:CANARY}!\", provider: p, route: r }]"
            })
    void noProblemRepeatsWhatMayBeASecret(String yaml) {
        Map<String, String> environment = Map.of("CANARY", CANARY, "PEM", "-----BEGIN PRIVATE KEY-----\n" + CANARY);
        assertThat(Yaml.problems(yaml, environment)).isNotEmpty().noneMatch(text -> text.contains(CANARY));
    }

    @Test
    void noProblemOfAnOverrideRepeatsItsValueWhereItMayBeASecret() {
        Map<String, String> environment = Map.of(
                "TALLYGATE__DATABASE__PASSWORD__X",
                CANARY,
                "TALLYGATE__ENDPOINTS__SHOP__SECRETS",
                "[" + CANARY,
                "TALLYGATE__NONE__SUCH",
                CANARY);
        assertThat(Yaml.problems("mode: development", environment)).hasSize(5).noneMatch(text -> text.contains(CANARY));
    }

    /** The example file with random damage: loading always ends with an answer, and never shows a secret. */
    @RepeatedTest(200)
    void damageNeverEndsInAnExceptionOrShowsASecret(RepetitionInfo run) throws IOException {
        var dice = new SplittableRandom(run.getCurrentRepetition());
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("tallygate.example.yaml")));
        for (int damage = dice.nextInt(1, 4); damage > 0; damage--) {
            int at = dice.nextInt(lines.size());
            String line = lines.get(at);
            switch (dice.nextInt(6)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, line);
                case 2 -> lines.set(at, " " + line);
                case 3 -> lines.set(at, line.replaceFirst(":.*", ":"));
                case 4 -> lines.set(at, line.replaceFirst("[a-z]", "q"));
                default -> {
                    int cut = line.isEmpty() ? 0 : dice.nextInt(line.length());
                    lines.set(
                            at,
                            line.substring(0, cut)
                                    + "\"'[]{}:#&*!|>%@\t\u0001".charAt(dice.nextInt(17))
                                    + line.substring(cut));
                }
            }
        }
        Loading loading = GatewayConfig.parse(String.join("\n", lines), Path.of("/nowhere"), environment());
        String shown = switch (loading) {
            case Loading.Loaded loaded -> loaded.effective().lines() + loaded.toString();
            case Loading.Broken broken -> broken.toString();
        };
        assertThat(shown)
                .as("seed=%d", run.getCurrentRepetition())
                .doesNotContain(CANARY)
                .doesNotContain(WEBHOOK_CANARY);
    }

    private static Map<String, String> environment() throws IOException {
        Map<String, String> environment = new HashMap<>();
        Matcher names =
                Pattern.compile("\\$\\{env:(\\w+)}").matcher(Files.readString(Path.of("tallygate.example.yaml")));
        while (names.find()) {
            environment.put(
                    names.group(1),
                    switch (names.group(1)) {
                        case "ORDERS_HANDLER_SECRET" -> WEBHOOK_CANARY;
                        case "TALLYGATE_PAYLOAD_KEY" -> KEY_CANARY;
                        default -> CANARY;
                    });
        }
        return environment;
    }
}
