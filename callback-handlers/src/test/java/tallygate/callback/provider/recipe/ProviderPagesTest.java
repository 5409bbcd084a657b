package tallygate.callback.provider.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.catalog.Providers;
import tallygate.callback.provider.query.ApiQueries;

/** The pages under {@code config/docs} say what the definitions say. {@code -DargLine=-Dpages.write=true} writes them anew. */
class ProviderPagesTest {
    private static final Path DOCS = Path.of("..", "config", "docs");
    private final Providers providers = Providers.builtIn();

    private static Path page(PageText.Language language, String name) {
        return DOCS.resolve(language.folder()).resolve("providers").resolve(name + ".md");
    }

    @ParameterizedTest
    @EnumSource
    void everyPageIsWhatItsDefinitionSays(PageText.Language language) throws IOException {
        List<String> stale = new ArrayList<>();
        for (String name : providers.names()) {
            ProviderDefinition definition = providers.named(name).orElseThrow();
            Path page = page(language, name);
            byte[] due = new PageText(language, providers.notes(name).orElseThrow()).bytes(definition);
            if (Boolean.getBoolean("pages.write")) {
                Files.createDirectories(page.getParent());
                Files.write(page, due);
            }
            if (!Files.exists(page) || !java.util.Arrays.equals(Files.readAllBytes(page), due)) {
                stale.add(page.toString());
            }
        }
        assertThat(stale).as("run this test with -DargLine=-Dpages.write=true").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void noPageIsLeftOfAProviderThatIsGone(PageText.Language language) throws IOException {
        try (Stream<Path> pages = Files.list(page(language, "x").getParent())) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
                    .allMatch(providers.names()::contains);
        }
    }

    @Test
    void everyProviderSaysItsPlanItsProofAndItsSources() {
        for (String name : providers.names()) {
            ProviderNotes notes = providers.notes(name).orElseThrow();
            assertThat(notes.sources()).as(name).isNotEmpty();
            for (String what : List.of("dashboard", "retries", "proven")) {
                assertThat(notes.text(what, "en")).as("%s %s", name, what).isNotBlank();
                assertThat(notes.text(what, "zh")).as("%s %s", name, what).containsPattern("\\p{IsHan}");
            }
            if (providers.named(name).orElseThrow() instanceof RecipeDefinition definition) {
                assertThat(definition.recipe().samples()).as(name).isNotEmpty();
            } else {
                for (String what : List.of("checked", "events", "answered")) {
                    assertThat(notes.text(what, "en")).as("%s %s", name, what).isNotBlank();
                    assertThat(notes.text(what, "zh")).as("%s %s", name, what).containsPattern("\\p{IsHan}");
                }
            }
        }
    }

    @Test
    void everyKeyIsExplainedInBothLanguages() {
        for (String name : providers.names()) {
            ProviderNotes notes = providers.notes(name).orElseThrow();
            List<CredentialKey> keys =
                    new ArrayList<>(providers.named(name).orElseThrow().keys());
            keys.addAll(ApiQueries.keys(name));
            for (CredentialKey key : keys) {
                assertThat(key.meaning()).as("%s %s", name, key.name()).isNotBlank();
                assertThat(notes.page().get("key-" + key.name() + "-zh"))
                        .as("%s %s", name, key.name())
                        .isNotNull()
                        .containsPattern("\\p{IsHan}");
            }
        }
    }

    /** A refused request is kept at least as long as its provider sends it again. */
    @Test
    void everyKnownPlanHasItsSpan() {
        assertThat(providers.notes("adyen").orElseThrow().retriesFor()).isEqualTo(Duration.ofDays(30));
        assertThat(providers.notes("wechatpay-v3").orElseThrow().retriesFor()).isEqualTo(Duration.ofHours(25));
        for (String name : providers.names()) {
            ProviderNotes notes = providers.notes(name).orElseThrow();
            String plan = notes.text("retries", "en");
            boolean isKnown = !plan.startsWith("not documented") && !plan.startsWith("none");
            assertThat(notes.retriesFor().isPositive()).as("%s: %s", name, plan).isEqualTo(isKnown);
        }
    }
}
