package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;

/** A definition as JSON, as it is kept for sagas that began with it. It holds names of participants, never their secrets. */
public final class DefinitionText {
    private DefinitionText() {}

    public static String write(Definition definition) {
        SequencedMap<String, JsonValue> all = new LinkedHashMap<>();
        all.put("name", text(definition.name()));
        all.put("version", number(definition.version()));
        all.put("timeLimit", text(definition.timeLimit().toString()));
        all.put("lock", text(definition.lock().name()));
        all.put(
                "steps",
                new JsonValue.Items(
                        definition.steps().stream().map(DefinitionText::step).toList()));
        return JsonWriter.write(new JsonValue.Fields(all));
    }

    private static JsonValue step(Step step) {
        SequencedMap<String, JsonValue> all = new LinkedHashMap<>();
        all.put("name", text(step.name()));
        all.put("stage", number(step.stage()));
        all.put("pivot", new JsonValue.Truth(step.isPivot()));
        all.put("participant", text(step.ways().participant()));
        all.put("action", text(step.ways().action()));
        step.ways().compensation().ifPresent(way -> all.put("compensation", text(way)));
        step.ways().status().ifPresent(way -> all.put("status", text(way)));
        all.put("forward", pauses(step.rules().forward()));
        all.put("backward", pauses(step.rules().backward()));
        TimeoutRule timeout = step.rules().timeout();
        all.put("timeout", text(timeout.initial().toString()));
        all.put("floor", text(timeout.floor().toString()));
        all.put("ceiling", text(timeout.ceiling().toString()));
        all.put("factor", text(Double.toString(timeout.factor())));
        all.put("input", map(step.mapping().input()));
        all.put("output", map(step.mapping().output()));
        return new JsonValue.Fields(all);
    }

    private static JsonValue pauses(Pauses pauses) {
        return new JsonValue.Items(
                pauses.schedule().stream().map(pause -> text(pause.toString())).toList());
    }

    private static JsonValue map(Map<String, String> map) {
        SequencedMap<String, JsonValue> all = new LinkedHashMap<>();
        new TreeMap<>(map).forEach((name, value) -> all.put(name, text(value)));
        return new JsonValue.Fields(all);
    }

    private static JsonValue text(String value) {
        return new JsonValue.Text(value);
    }

    private static JsonValue number(int value) {
        return new JsonValue.Numeral(Integer.toString(value));
    }

    /** @throws IllegalArgumentException when the text is not a definition */
    public static Definition read(String json) {
        try {
            JsonValue all = JsonReader.read(json);
            List<Step> steps = new ArrayList<>();
            for (JsonValue step :
                    all.members().getOrDefault("steps", new JsonValue.Nothing()).elements()) {
                steps.add(step(steps.size() + 1, step));
            }
            return new Definition(
                    all.scalarAt("/name"),
                    Integer.parseInt(all.scalarAt("/version")),
                    Duration.parse(all.scalarAt("/timeLimit")),
                    Definition.Lock.valueOf(all.scalarAt("/lock")),
                    steps);
        } catch (UnreadableException | java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException("a stored saga definition cannot be read", e);
        }
    }

    private static Step step(int seq, JsonValue step) {
        return new Step(
                seq,
                step.scalarAt("/name"),
                Integer.parseInt(step.scalarAt("/stage")),
                Boolean.parseBoolean(step.scalarAt("/pivot")),
                new Step.Ways(
                        step.scalarAt("/participant"),
                        step.scalarAt("/action"),
                        Optional.of(step.scalarAt("/compensation")).filter(way -> !way.isEmpty()),
                        Optional.of(step.scalarAt("/status")).filter(way -> !way.isEmpty())),
                new Step.Rules(
                        pauses(step, "forward"),
                        pauses(step, "backward"),
                        new TimeoutRule(
                                Duration.parse(step.scalarAt("/timeout")),
                                Duration.parse(step.scalarAt("/floor")),
                                Duration.parse(step.scalarAt("/ceiling")),
                                Double.parseDouble(step.scalarAt("/factor")))),
                new Step.Mapping(map(step, "input"), map(step, "output")));
    }

    private static Pauses pauses(JsonValue step, String name) {
        return new Pauses(step.members().getOrDefault(name, new JsonValue.Nothing()).elements().stream()
                .map(pause -> Duration.parse(pause.scalar()))
                .toList());
    }

    private static Map<String, String> map(JsonValue step, String name) {
        Map<String, String> map = new LinkedHashMap<>();
        step.members()
                .getOrDefault(name, new JsonValue.Nothing())
                .members()
                .forEach((key, value) -> map.put(key, value.scalar()));
        return map;
    }
}
