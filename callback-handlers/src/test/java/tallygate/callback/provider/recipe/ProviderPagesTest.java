package tallygate.callback.provider.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.catalog.Providers;

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
            byte[] due = new PageText(language).bytes(definition);
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
    void everyRecipeSaysItsPlanItsProofAndItsSources() {
        for (String name : providers.names()) {
            if (providers.named(name).orElseThrow() instanceof RecipeDefinition definition) {
                assertThat(definition.recipe().page())
                        .as(name)
                        .containsKeys(
                                "dashboard-en", "dashboard-zh", "retries-en", "retries-zh", "proven-en", "proven-zh");
                assertThat(definition.recipe().sources()).as(name).isNotEmpty();
                assertThat(definition.recipe().samples()).as(name).isNotEmpty();
            }
        }
    }
}
