package tallygate.gateway.admin.web;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** JSON Schema of records, as {@link Json} writes them. */
final class Schemas {
    private final Map<String, Map<String, Object>> named = new TreeMap<>();

    Map<String, Map<String, Object>> all() {
        return named;
    }

    /** A reference to the schema of a record, or the schema itself of anything else. */
    Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic);
        }
        if (!(type instanceof Class<?> c)) {
            return Map.of();
        }
        if (c.isRecord()) {
            return record(c);
        }
        if (c.isEnum()) {
            return Map.of(
                    "type",
                    "string",
                    "enum",
                    Arrays.stream(c.getEnumConstants()).map(Object::toString).toList());
        }
        return plain(c);
    }

    private static Map<String, Object> plain(Class<?> c) {
        if (c == long.class || c == Long.class || c == OptionalLong.class) {
            return Map.of("type", "integer", "format", "int64");
        }
        if (c == int.class || c == Integer.class || c == OptionalInt.class) {
            return Map.of("type", "integer", "format", "int32");
        }
        if (c == boolean.class || c == Boolean.class) {
            return Map.of("type", "boolean");
        }
        if (c == double.class || c == Double.class) {
            return Map.of("type", "number");
        }
        if (c == Instant.class) {
            return Map.of("type", "string", "format", "date-time");
        }
        if (c == LocalDate.class) {
            return Map.of("type", "string", "format", "date");
        }
        return c == String.class ? Map.of("type", "string") : Map.of();
    }

    private Map<String, Object> generic(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] inside = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return of(inside[0]);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return Map.of("type", "array", "items", of(inside[0]));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return Map.of("type", "object", "additionalProperties", of(inside[1]));
        }
        return Map.of();
    }

    private Map<String, Object> record(Class<?> c) {
        Class<?> outer = c.getEnclosingClass();
        String name = (outer == null ? "" : outer.getSimpleName()) + c.getSimpleName();
        if (!named.containsKey(name)) {
            named.put(name, Map.of());
            Map<String, Object> properties = new LinkedHashMap<>();
            List<String> required = new ArrayList<>();
            for (RecordComponent component : c.getRecordComponents()) {
                properties.put(component.getName(), of(component.getGenericType()));
                if (!component.getType().getName().startsWith("java.util.Optional")) {
                    required.add(component.getName());
                }
            }
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("properties", properties);
            schema.put("required", required);
            named.put(name, schema);
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }
}
