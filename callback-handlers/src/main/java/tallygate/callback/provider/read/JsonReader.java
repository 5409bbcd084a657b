package tallygate.callback.provider.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The one JSON parser: UTF-8 only, depth and lengths bounded, a repeated key is refused, numbers keep their text. Nothing may
 * follow the value.
 */
public final class JsonReader {
    static final int DEPTH_MAX = 64;
    private static final int NUMBER_CHARACTERS_MAX = 400;
    private static final int NAME_CHARACTERS_MAX = 1_000;
    private static final int STRING_CHARACTERS_MAX = 8_000_000;
    private static final int TOKENS_MAX = 500_000;
    private static final int BOM_BYTES = 3;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_CHARACTERS_MAX)
                    .maxNameLength(NAME_CHARACTERS_MAX)
                    .maxStringLength(STRING_CHARACTERS_MAX)
                    .maxTokenCount(TOKENS_MAX)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private static final JsonValue NOTHING = new JsonValue.Nothing();
    private static final JsonValue TRUE = new JsonValue.Truth(true);
    private static final JsonValue FALSE = new JsonValue.Truth(false);

    private JsonReader() {}

    /** A whole JSON document; a byte-order mark in front of it is skipped. */
    public static JsonValue read(byte[] document) throws UnreadableException {
        int start = startsWithBom(document) ? BOM_BYTES : 0;
        try (JsonParser parser = FACTORY.createParser(document, start, document.length - start)) {
            return whole(parser);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** A JSON document inside a text, for example the decrypted or the embedded one. */
    public static JsonValue read(String document) throws UnreadableException {
        try (JsonParser parser = FACTORY.createParser(document)) {
            return whole(parser);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static JsonValue whole(JsonParser parser) throws IOException, UnreadableException {
        if (parser.nextToken() == null) {
            throw UnreadableException.notThisForm("the document is empty");
        }
        JsonValue value = value(parser);
        if (parser.nextToken() != null) {
            throw UnreadableException.refused("something follows the JSON value");
        }
        return value;
    }

    private static boolean startsWithBom(byte[] bytes) {
        return bytes.length >= BOM_BYTES
                && bytes[0] == (byte) 0xEF
                && bytes[1] == (byte) 0xBB
                && bytes[2] == (byte) 0xBF;
    }

    private static JsonValue value(JsonParser parser) throws IOException, UnreadableException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> new JsonValue.Text(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Numeral(parser.getText());
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            case VALUE_NULL -> NOTHING;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw UnreadableException.notThisForm("unexpected " + parser.currentToken() + where(parser));
        };
    }

    private static JsonValue object(JsonParser parser) throws IOException, UnreadableException {
        SequencedMap<String, JsonValue> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (fields.put(name, value(parser)) != null) {
                throw UnreadableException.refused("a key stands twice in one object" + where(parser));
            }
        }
        return new JsonValue.Fields(fields);
    }

    private static JsonValue list(JsonParser parser) throws IOException, UnreadableException {
        List<JsonValue> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return new JsonValue.Items(values);
    }

    private static UnreadableException unreadable(IOException e) {
        return switch (e) {
            case StreamConstraintsException _ ->
                UnreadableException.refused("JSON deeper or longer than " + DEPTH_MAX + " levels and its other limits");
            case JsonParseException broken ->
                UnreadableException.notThisForm(
                        "not JSON at byte " + broken.getLocation().getByteOffset());
            default -> UnreadableException.notThisForm("not JSON in UTF-8");
        };
    }

    private static String where(JsonParser parser) {
        return " at byte " + parser.currentLocation().getByteOffset();
    }
}
