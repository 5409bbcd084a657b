package tallygate.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** Values against the schemas of a document, as far as those go that are made here; anything else in a schema is told. */
final class SchemaCheck {
    private static final List<String> KNOWN =
            List.of("$ref", "type", "format", "enum", "properties", "required", "items", "additionalProperties");

    private final JsonNode document;

    SchemaCheck(JsonNode document) {
        this.document = document;
    }

    void fits(String place, JsonNode value, JsonNode schema, List<String> wrong) {
        schema.fieldNames().forEachRemaining(word -> {
            if (!KNOWN.contains(word)) {
                wrong.add(place + " has a schema with a word that is not checked: " + word);
            }
        });
        if (schema.has("$ref")) {
            fits(place, value, document.at(schema.path("$ref").asText().substring(1)), wrong);
            return;
        }
        boolean isRight = switch (schema.path("type").asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            default -> !schema.has("type");
        };
        if (!isRight || !isFormed(value, schema) || !isAmong(value, schema)) {
            wrong.add(place + " is not as " + schema + " has it: " + value);
            return;
        }
        if (value.isObject()) {
            inside(place, value, schema, wrong);
        }
        if (value.isArray() && schema.has("items")) {
            value.forEach(item -> fits(place + "[]", item, schema.path("items"), wrong));
        }
    }

    private void inside(String place, JsonNode value, JsonNode schema, List<String> wrong) {
        schema.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                wrong.add(place + " lacks " + name.asText());
            }
        });
        value.properties().forEach(field -> {
            JsonNode known = schema.path("properties").path(field.getKey());
            JsonNode any = schema.path("additionalProperties");
            if (!known.isMissingNode()) {
                fits(place + "/" + field.getKey(), field.getValue(), known, wrong);
            } else if (!any.isMissingNode()) {
                fits(place + "/*", field.getValue(), any, wrong);
            } else if (schema.has("type")) {
                wrong.add(place + " has an undescribed " + field.getKey());
            }
        });
    }

    private static boolean isAmong(JsonNode value, JsonNode schema) {
        return !schema.has("enum")
                || schema.path("enum")
                        .valueStream()
                        .anyMatch(word -> word.asText().equals(value.asText()));
    }

    private static boolean isFormed(JsonNode value, JsonNode schema) {
        try {
            switch (schema.path("format").asText()) {
                case "date-time" -> Instant.parse(value.asText());
                case "date" -> LocalDate.parse(value.asText());
                case "int32" -> Math.toIntExact(value.asLong());
                default -> {}
            }
            return true;
        } catch (DateTimeException | ArithmeticException e) {
            return false;
        }
    }
}
