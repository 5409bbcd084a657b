package tallygate.callback.saga;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import tallygate.callback.handler.ResultTokens;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;

/** What a participant gets: one JSON object, by HTTP and by message alike. New fields may come, none goes. */
final class StepMessage {
    private StepMessage() {}

    static String of(StepCall call) {
        return of(call, "");
    }

    /** @param token comes back with the result; empty where the answer is the result */
    static String of(StepCall call, String token) {
        StepCall.Request request = call.request();
        SequencedMap<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("sagaId", text(request.sagaId()));
        fields.put("sagaType", text(request.sagaType()));
        fields.put("version", number(request.version()));
        fields.put("step", text(request.step()));
        fields.put("requestId", text(request.requestId()));
        fields.put("compensates", text(request.compensates()));
        fields.put("sequence", number(request.mark()));
        fields.put("attempt", number(request.attempt()));
        fields.put("bizId", text(request.bizId()));
        fields.put("operation", text(call.operation()));
        if (!token.isEmpty()) {
            fields.put(ResultTokens.FIELD, text(token));
        }
        fields.put("input", input(call.input()));
        return JsonWriter.write(new JsonValue.Fields(fields));
    }

    private static JsonValue input(String json) {
        try {
            return JsonReader.read(json);
        } catch (UnreadableException e) {
            throw new IllegalStateException("a step's input is JSON of our own making", e);
        }
    }

    private static JsonValue text(String value) {
        return new JsonValue.Text(value);
    }

    private static JsonValue number(int value) {
        return new JsonValue.Numeral(Integer.toString(value));
    }
}
