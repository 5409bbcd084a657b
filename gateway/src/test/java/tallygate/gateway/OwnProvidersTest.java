package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProvidersTest {
    private static final String ACME = """
        name: acme-pay
        title: Acme Pay
        keys:
          secrets: { kind: secrets, required: true, meaning: the shared secret }
        verify:
          signature: { from: "header:X-Acme-Signature", encoding: hex }
          content: "{body}"
          algorithm: hmac-sha256
        events: { id: "json:/id" }
        """;

    @TempDir
    Path folder;

    private OwnProviders with(String file, String yaml) throws IOException {
        Files.createDirectories(folder.resolve("providers"));
        Files.writeString(folder.resolve("providers").resolve(file), yaml);
        return OwnProviders.beside(folder.resolve("tallygate.yaml"));
    }

    @Test
    void withoutAFolderThereAreTheBuiltInOnesOnly() {
        OwnProviders own = OwnProviders.beside(folder.resolve("tallygate.yaml"));
        assertThat(own.problems()).isEmpty();
        assertThat(own.providers().names()).contains("stripe").doesNotContain("acme-pay");
    }

    @Test
    void aDefinitionBesideTheConfigurationIsAProvider() throws IOException {
        OwnProviders own = with("acme.yaml", ACME);
        assertThat(own.problems()).isEmpty();
        assertThat(own.providers().names()).contains("stripe", "acme-pay");
    }

    @Test
    void aBrokenDefinitionIsAProblemWithItsFileAndLine() throws IOException {
        OwnProviders own = with("acme.yaml", ACME.replace("hmac-sha256", "hmac-sha3"));
        assertThat(own.problems()).singleElement().asString().startsWith("providers/acme.yaml:8: verify.algorithm:");
        assertThat(own.providers().names()).doesNotContain("acme-pay");
    }

    @Test
    void otherFilesInTheFolderAreLeftAlone() throws IOException {
        assertThat(with("notes.txt", "not a definition").problems()).isEmpty();
    }
}
