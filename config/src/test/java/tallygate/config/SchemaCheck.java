package tallygate.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tallygate.config.source.Node;

/** Judges a tree by the part of JSON Schema that our schema uses, as an editor would. */
final class SchemaCheck {
    private final JsonNode root;
    private final List<String> complaints = new ArrayList<>();

    private SchemaCheck(JsonNode root) {
        this.root = root;
    }

    static List<String> complaints(JsonNode schema, Node node) {
        var check = new SchemaCheck(schema);
        check.judge("", schema, node);
        return check.complaints;
    }

    private void judge(String path, JsonNode schema, Node node) {
        if (schema.has("$ref")) {
            judge(path, root.at(schema.get("$ref").asText().substring(1)), node);
            return;
        }
        if (schema.has("anyOf") && !anyFits(path, schema.get("anyOf"), node)) {
            complaints.add(path + " fits none of the alternatives");
        }
        if (schema.has("type") && !isOfType(schema.get("type"), node)) {
            complaints.add(path + " is not " + schema.get("type"));
            return;
        }
        switch (node) {
            case Node.Mapping mapping -> members(path, schema, mapping);
            case Node.Sequence sequence -> items(path, schema, sequence);
            case Node.Scalar scalar -> scalar(path, schema, scalar);
            case Node.Broken _ -> complaints.add(path + " is broken");
        }
    }

    private boolean anyFits(String path, JsonNode alternatives, Node node) {
        for (JsonNode alternative : alternatives) {
            var attempt = new SchemaCheck(root);
            attempt.judge(path, alternative, node);
            if (attempt.complaints.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfType(JsonNode type, Node node) {
        if (type.isArray()) {
            for (JsonNode one : type) {
                if (isOfType(one, node)) {
                    return true;
                }
            }
            return false;
        }
        return switch (type.asText()) {
            case "object" -> node instanceof Node.Mapping;
            case "array" -> node instanceof Node.Sequence;
            case "integer" ->
                node instanceof Node.Scalar scalar
                        && !scalar.isQuoted()
                        && scalar.text().matches("-?[0-9]+");
            case "string", "number", "boolean" -> node instanceof Node.Scalar;
            default -> throw new IllegalArgumentException("type " + type);
        };
    }

    private void members(String path, JsonNode schema, Node.Mapping mapping) {
        for (JsonNode required : schema.path("required")) {
            if (!mapping.members().containsKey(required.asText())) {
                complaints.add(path + " lacks " + required.asText());
            }
        }
        mapping.members().forEach((key, member) -> {
            JsonNode below = schema.path("properties").path(key);
            if (below.isMissingNode()) {
                below = schema.path("additionalProperties");
            }
            if (below.isBoolean() && !below.asBoolean()) {
                complaints.add(path + " has the unknown key " + key);
            } else if (below.isObject()) {
                judge(path + "." + key, below, member.value());
            }
        });
    }

    private void items(String path, JsonNode schema, Node.Sequence sequence) {
        int count = sequence.items().size();
        if (count < schema.path("minItems").asInt(0)
                || count > schema.path("maxItems").asInt(Integer.MAX_VALUE)) {
            complaints.add(path + " has " + count + " entries");
        }
        for (int i = 0; i < count && schema.has("items"); i++) {
            judge(path + "[" + i + "]", schema.get("items"), sequence.items().get(i));
        }
    }

    private void scalar(String path, JsonNode schema, Node.Scalar scalar) {
        if (schema.has("pattern")
                && !Pattern.compile(schema.get("pattern").asText())
                        .matcher(scalar.text())
                        .find()) {
            complaints.add(path + " does not match " + schema.get("pattern").asText());
        }
        if (schema.has("enum")) {
            List<String> allowed = new ArrayList<>();
            schema.get("enum").forEach(value -> allowed.add(value.asText()));
            if (!allowed.contains(scalar.text())) {
                complaints.add(path + " is none of " + allowed);
            }
        }
        if (schema.has("minimum") && scalar.text().matches("-?[0-9]{1,18}")) {
            long number = Long.parseLong(scalar.text());
            if (number < schema.get("minimum").asLong()
                    || number > schema.get("maximum").asLong()) {
                complaints.add(path + " is out of bounds");
            }
        }
    }
}
