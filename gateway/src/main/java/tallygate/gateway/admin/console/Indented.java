package tallygate.gateway.admin.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON with a line for each field, for reading; everything else as it is. */
final class Indented {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Indented() {}

    static String of(String text, String view) {
        boolean isJson = view.equals("content") && (text.startsWith("{") || text.startsWith("["));
        if (!isJson) {
            return text;
        }
        try {
            return MAPPER.writeValueAsString(MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            return text;
        }
    }
}
