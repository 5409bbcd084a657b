package tallygate.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.config.key.Group;
import tallygate.config.key.Key;

/** The JSON Schema (2020-12) for editors, written from the table of keys. */
final class JsonSchema {
    private static final Map<String, Object> PLACEHOLDER = Map.of("$ref", "#/$defs/placeholder");
    private static final Map<String, Object> TEXT = Map.of("type", List.of("string", "number", "boolean"));

    private JsonSchema() {}

    static Map<String, Object> whole() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Tallygate configuration");
        schema.putAll(group(GatewayConfig.GROUP));
        Map<String, Object> placeholder = new LinkedHashMap<>();
        placeholder.put("type", "string");
        placeholder.put("pattern", "\\$\\{(env|file):[^}]+\\}");
        schema.put("$defs", Map.of("placeholder", placeholder));
        return schema;
    }

    private static Map<String, Object> group(Group group) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Key<?> key : group.keys()) {
            properties.put(key.name(), key(key));
            if (key.fallback() instanceof Key.Fallback.Required) {
                required.add(key.name());
            }
        }
        for (Group.Branch branch : group.branches()) {
            properties.put(branch.name(), branch(branch));
            if (branch.isRequired()) {
                required.add(branch.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", group.words().english() + "\n" + group.words().chinese());
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("additionalProperties", group.isOpen() ? credential() : false);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    private static Map<String, Object> branch(Group.Branch branch) {
        Map<String, Object> below = group(branch.groups().getFirst());
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (branch.shape()) {
            case ONE -> schema.putAll(below);
            case LIST -> {
                schema.put("type", "array");
                schema.put("items", below);
            }
            case MAP -> {
                schema.put("type", "object");
                schema.put("additionalProperties", below);
            }
            case VARIANT ->
                schema.put(
                        "anyOf", branch.groups().stream().map(JsonSchema::group).toList());
        }
        return schema;
    }

    private static Map<String, Object> key(Key<?> key) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", key.words().english() + "\n" + key.words().chinese());
        schema.put("anyOf", List.of(key.kind().schema(), PLACEHOLDER));
        if (key.fallback() instanceof Key.Fallback.Value(String text)) {
            boolean isNumber = "integer".equals(key.kind().schema().get("type"));
            schema.put("default", isNumber ? Integer.valueOf(text) : text.equals("[]") ? List.of() : text);
        }
        return schema;
    }

    private static Map<String, Object> credential() {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("type", "array");
        list.put("items", TEXT);
        Map<String, Object> byId = new LinkedHashMap<>();
        byId.put("type", "object");
        byId.put("additionalProperties", TEXT);
        return Map.of("anyOf", List.of(TEXT, list, byId));
    }
}
