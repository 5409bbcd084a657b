package tallygate.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The pages in {@code docs} say what the code does. {@code mvn -pl config test -Dtest=ReferenceTest -Dtallygate.docs=apply}
 * writes them anew.
 */
class ReferenceTest {
    private static final Path DOCS = Path.of("docs");

    @Test
    void theEnglishReferencePageIsWhatTheTableOfKeysSays() throws IOException {
        assertIsWritten(DOCS.resolve("en/configuration.md"), ReferencePage.english());
    }

    @Test
    void theChineseReferencePageIsWhatTheTableOfKeysSays() throws IOException {
        assertIsWritten(DOCS.resolve("zh/configuration.md"), ReferencePage.chinese());
    }

    @Test
    void theJsonSchemaIsWhatTheTableOfKeysSays() throws IOException {
        ObjectMapper mapper = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .disable(MapperFeature.AUTO_DETECT_GETTERS)
                .build();
        assertIsWritten(DOCS.resolve("tallygate.schema.json"), mapper.writeValueAsString(JsonSchema.whole()) + "\n");
    }

    private static void assertIsWritten(Path file, String text) throws IOException {
        if ("apply".equals(System.getProperty("tallygate.docs"))) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        }
        assertThat(file)
                .as("write it anew: mvn -pl config test -Dtest=ReferenceTest -Dtallygate.docs=apply")
                .exists()
                .content()
                .isEqualTo(text);
    }
}
