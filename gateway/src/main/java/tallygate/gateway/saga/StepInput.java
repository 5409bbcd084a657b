package tallygate.gateway.saga;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import tallygate.callback.provider.read.JsonPath;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;

/** What a step gets: from the event, the payload, and the results of the steps that are done. */
final class StepInput {
    private StepInput() {}

    /** JSON; a pointer that leads nowhere gives null. A compensation gets what its forward got, and {@code result} beside it. */
    static String of(Definition definition, Snapshot saga, Step step, Direction direction) {
        JsonValue context = context(definition, saga);
        SequencedMap<String, JsonValue> input = new LinkedHashMap<>();
        if (step.mapping().input().isEmpty()) {
            context.members().forEach((name, value) -> {
                if (!name.equals("steps")) {
                    input.put(name, value);
                }
            });
        }
        new TreeMap<>(step.mapping().input()).forEach((name, from) -> input.put(name, value(context, from)));
        if (direction == Direction.COMPENSATION) {
            input.put("result", response(saga, step));
        }
        return JsonWriter.write(new JsonValue.Fields(input));
    }

    private static JsonValue value(JsonValue context, String from) {
        return from.startsWith("/")
                ? context.at(JsonPath.of(from)).orElse(new JsonValue.Nothing())
                : new JsonValue.Text(from);
    }

    private static JsonValue context(Definition definition, Snapshot saga) {
        SequencedMap<String, JsonValue> context = new LinkedHashMap<>();
        read(new String(saga.payload(), StandardCharsets.UTF_8)).members().forEach(context::put);
        SequencedMap<String, JsonValue> steps = new LinkedHashMap<>();
        for (Step step : definition.steps()) {
            boolean isDone = saga.entry(Direction.FORWARD, step.seq())
                    .map(entry -> entry.status() == StepStatus.DONE)
                    .orElse(false);
            if (isDone) {
                steps.put(step.name(), output(step, response(saga, step)));
            }
        }
        context.put("steps", new JsonValue.Fields(steps));
        return new JsonValue.Fields(context);
    }

    private static JsonValue output(Step step, JsonValue response) {
        Map<String, String> mapping = step.mapping().output();
        if (mapping.isEmpty()) {
            return response;
        }
        SequencedMap<String, JsonValue> output = new LinkedHashMap<>();
        new TreeMap<>(mapping).forEach((name, from) -> output.put(name, value(response, from)));
        return new JsonValue.Fields(output);
    }

    private static JsonValue response(Snapshot saga, Step step) {
        return saga.entry(Direction.FORWARD, step.seq())
                .map(entry -> read(entry.response()))
                .orElse(new JsonValue.Nothing());
    }

    private static JsonValue read(String json) {
        if (json.isEmpty()) {
            return new JsonValue.Nothing();
        }
        try {
            return JsonReader.read(json);
        } catch (UnreadableException e) {
            throw new IllegalStateException("a stored payload or response is not JSON", e);
        }
    }
}
