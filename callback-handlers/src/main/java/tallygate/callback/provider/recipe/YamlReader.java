package tallygate.callback.provider.recipe;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Reads one YAML document into nodes with line numbers. Aliases are refused: a definition says each thing where it stands. */
final class YamlReader {
    private static final YAMLFactory FACTORY = YAMLFactory.builder()
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private YamlReader() {}

    /** @throws RecipeException when the text is no YAML mapping */
    static YamlNode.Block read(String yaml) {
        try (YAMLParser parser = FACTORY.createParser(yaml)) {
            if (parser.nextToken() == null) {
                throw new RecipeException(1, "the file is empty");
            }
            YamlNode root = node(parser);
            if (parser.nextToken() != null) {
                throw new RecipeException(line(parser), "a second YAML document follows; one definition a file");
            }
            if (root instanceof YamlNode.Block block) {
                return block;
            }
            throw new RecipeException(root.line(), "a definition is a mapping of keys to values");
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new RecipeException(
                    line,
                    "not YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new RecipeException(1, "not YAML");
        }
    }

    private static YamlNode node(YAMLParser parser) throws IOException {
        int line = line(parser);
        if (parser.isCurrentAlias()) {
            throw new RecipeException(line, "aliases are not taken: write the value out");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> block(parser, line);
            case START_ARRAY -> items(parser, line);
            case VALUE_NULL -> new YamlNode.Scalar("", line);
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
                new YamlNode.Scalar(parser.getText(), line);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new RecipeException(line, "a value is due here");
        };
    }

    private static YamlNode.Block block(YAMLParser parser, int line) throws IOException {
        SequencedMap<String, YamlNode> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            int nameLine = line(parser);
            parser.nextToken();
            if (values.put(name, node(parser)) != null) {
                throw new RecipeException(nameLine, "the key '" + name + "' stands twice");
            }
        }
        return new YamlNode.Block(values, line);
    }

    private static YamlNode.Items items(YAMLParser parser, int line) throws IOException {
        List<YamlNode> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(node(parser));
        }
        return new YamlNode.Items(values, line);
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}
