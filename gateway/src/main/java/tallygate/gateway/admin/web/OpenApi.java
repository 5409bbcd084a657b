package tallygate.gateway.admin.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The OpenAPI 3.1 document of the API, made from its routes: what is served is what is described. */
public final class OpenApi {
    private final Schemas schemas = new Schemas();
    private final String version;

    private OpenApi(String version) {
        this.version = version;
    }

    /** @param version of the product */
    public static Map<String, Object> document(List<Route> routes, String version) {
        return new OpenApi(version).make(routes);
    }

    private Map<String, Object> make(List<Route> routes) {
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        routes.stream()
                .filter(Route::isApi)
                .sorted(java.util.Comparator.comparing(Route::pattern).thenComparing(Route::method))
                .forEach(route -> paths.computeIfAbsent(route.pattern(), _ -> new LinkedHashMap<>())
                        .put(route.method().toLowerCase(java.util.Locale.ROOT), operation(route)));
        schemas.of(Problem.class);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put(
                "info",
                Map.of(
                        "title",
                        "Tallygate management API",
                        "version",
                        version,
                        "description",
                        "Everything the console does. Times are ISO 8601 in UTC, amounts minor units with their"
                            + " currency. Writes take an Idempotency-Key: the same key and body get the first answer"
                            + " again for 24 h."));
        document.put("servers", List.of(Map.of("url", "/")));
        document.put("security", List.of(Map.of("token", List.of())));
        document.put("paths", paths);
        document.put(
                "components",
                Map.of(
                        "schemas",
                        schemas.all(),
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
        return document;
    }

    private Map<String, Object> operation(Route route) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("summary", route.doc().summary());
        operation.put("operationId", operationId(route));
        route.access()
                .needs()
                .ifPresent(needs -> operation.put("description", "Needs the permission " + needs.word() + "."));
        if (route.access().needs().isEmpty()) {
            operation.put("security", List.of());
        }
        operation.put("parameters", parameters(route));
        route.doc()
                .body()
                .ifPresent(type -> operation.put(
                        "requestBody",
                        Map.of("required", true, "content", content("application/json", schemas.of(type)))));
        operation.put("responses", responses(route));
        return operation;
    }

    private static String operationId(Route route) {
        String words = route.pattern().replace("/api/v1/", "").replaceAll("[^A-Za-z0-9]+", "_");
        return (route.method().toLowerCase(java.util.Locale.ROOT) + "_" + words).replaceAll("_+$", "");
    }

    private static List<Map<String, Object>> parameters(Route route) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (String name : route.names()) {
            parameters.add(parameter(name, "path", true, ""));
        }
        route.doc().query().forEach((name, meaning) -> parameters.add(parameter(name, "query", false, meaning)));
        if (route.changes()) {
            parameters.add(parameter(
                    "Idempotency-Key", "header", false, "1..128 visible characters; makes a repeated write harmless"));
        }
        return parameters;
    }

    private static Map<String, Object> parameter(String name, String in, boolean isRequired, String meaning) {
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", in);
        parameter.put("required", isRequired);
        if (!meaning.isEmpty()) {
            parameter.put("description", meaning);
        }
        parameter.put("schema", Map.of("type", "string"));
        return parameter;
    }

    private Map<String, Object> responses(Route route) {
        Map<String, Object> responses = new LinkedHashMap<>();
        Map<String, Object> done = new LinkedHashMap<>();
        done.put("description", "done");
        route.doc()
                .answers()
                .ifPresent(type -> done.put(
                        "content",
                        content("application/json", route.doc().isList() ? page(schemas.of(type)) : schemas.of(type))));
        responses.put("2XX", done);
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("description", "not done, and why");
        problem.put("content", content("application/problem+json", schemas.of(Problem.class)));
        responses.put("default", problem);
        return responses;
    }

    private static Map<String, Object> page(Map<String, Object> item) {
        return Map.of(
                "type",
                "object",
                "required",
                List.of("items"),
                "properties",
                Map.of("items", Map.of("type", "array", "items", item), "next", Map.of("type", "string")));
    }

    private static Map<String, Object> content(String mediaType, Map<String, Object> schema) {
        return Map.of(mediaType, Map.of("schema", schema));
    }
}
