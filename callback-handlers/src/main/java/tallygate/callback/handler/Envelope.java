package tallygate.callback.handler;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tallygate.callback.Delivery;

/** The JSON that a business service gets. Field order is fixed; new fields may come, none goes. */
final class Envelope {
    /** Buffers of all threads together: each delivery has a virtual thread of its own, and would make its own otherwise. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            .build();

    private Envelope() {}

    static byte[] of(Delivery delivery) {
        return of(delivery, "");
    }

    /** @param token comes back with the result; empty where no result is awaited */
    static byte[] of(Delivery delivery, String token) {
        var bytes = new ByteArrayOutputStream(delivery.content().length + 512);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            // A string: 64-bit numbers lose their last digits in JavaScript.
            json.writeStringField("taskId", Long.toString(delivery.taskId()));
            json.writeStringField("source", delivery.source());
            json.writeStringField("endpoint", delivery.endpoint());
            json.writeStringField("provider", delivery.provider());
            json.writeStringField("bizType", delivery.bizType());
            json.writeStringField("bizId", delivery.bizId());
            json.writeStringField("eventId", delivery.eventId());
            json.writeStringField("eventType", delivery.eventType());
            json.writeStringField("effectKey", delivery.effectKey());
            json.writeStringField("idempotencyKey", delivery.idempotencyKey());
            if (delivery.amountMinor().isPresent()) {
                json.writeNumberField("amountMinor", delivery.amountMinor().getAsLong());
            } else {
                json.writeNullField("amountMinor");
            }
            json.writeStringField("currency", delivery.currency());
            json.writeNumberField("attempt", delivery.attempt());
            json.writeStringField("receivedAt", delivery.receivedAt().toString());
            if (!token.isEmpty()) {
                json.writeStringField(ResultTokens.FIELD, token);
            }
            json.writeFieldName("payload");
            writePayload(json, delivery.content());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /** JSON content goes in as it is, digit for digit; anything else (forms, XML) as a string. */
    private static void writePayload(JsonGenerator json, byte[] content) throws IOException {
        String text = new String(content, StandardCharsets.UTF_8);
        String bare = (text.startsWith("\uFEFF") ? text.substring(1) : text).strip();
        if (isJson(bare)) {
            json.writeRawValue(bare);
        } else {
            json.writeString(text);
        }
    }

    private static boolean isJson(String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return false;
        }
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            parser.skipChildren();
            JsonToken end = parser.currentToken();
            return (end == JsonToken.END_OBJECT || end == JsonToken.END_ARRAY) && parser.nextToken() == null;
        } catch (IOException _) {
            return false;
        }
    }
}
