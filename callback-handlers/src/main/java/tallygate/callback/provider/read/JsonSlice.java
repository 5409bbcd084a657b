package tallygate.callback.provider.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** The bytes of one member of a JSON object exactly as they stand in the document. */
public final class JsonSlice {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonSlice() {}

    /** @param document an object that the hardened parser has already taken */
    public static Optional<byte[]> member(byte[] document, String name) {
        try (JsonParser parser = FACTORY.createParser(document)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isWanted = parser.currentName().equals(name);
                parser.nextToken();
                int from = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
                parser.skipChildren();
                if (isWanted) {
                    parser.finishToken();
                    int to = Math.toIntExact(parser.currentLocation().getByteOffset());
                    return Optional.of(Arrays.copyOfRange(document, from, to));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
