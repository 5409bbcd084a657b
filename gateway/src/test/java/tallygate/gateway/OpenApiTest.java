package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.ApiTest.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;

/** The OpenAPI document is sound in itself, and what is served is what it describes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenApiTest {
    private static final Pattern NAME = Pattern.compile("\\{([^}]*)}");
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");

    private final DeskRig rig = new DeskRig();
    private final JsonNode document = json(rig.send("GET", "/api/v1/openapi.json", ""));

    @AfterAll
    void close() {
        rig.close();
    }

    private static Set<String> names(String path) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = NAME.matcher(path);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    @Test
    void everyOperationHasItsOwnIdItsParametersAndItsAnswers() {
        Set<String> ids = new TreeSet<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    String place = operation.getKey() + " " + path.getKey();
                    JsonNode what = operation.getValue();
                    assertThat(METHODS).as(place).contains(operation.getKey());
                    assertThat(ids.add(what.path("operationId").asText()))
                            .as(place)
                            .isTrue();
                    assertThat(what.path("summary").asText()).as(place).isNotBlank();
                    Set<String> inPath = new TreeSet<>();
                    what.path("parameters").forEach(parameter -> {
                        assertThat(parameter.path("schema").isMissingNode())
                                .as(place)
                                .isFalse();
                        if (parameter.path("in").asText().equals("path")) {
                            assertThat(parameter.path("required").asBoolean())
                                    .as(place)
                                    .isTrue();
                            inPath.add(parameter.path("name").asText());
                        }
                    });
                    assertThat(inPath).as(place).isEqualTo(names(path.getKey()));
                    what.path("responses")
                            .properties()
                            .forEach(response -> assertThat(response.getValue()
                                            .path("description")
                                            .asText())
                                    .as(place)
                                    .isNotBlank());
                    assertThat(what.path("responses").has("default")).as(place).isTrue();
                }));
        assertThat(ids).hasSizeGreaterThan(60);
    }

    @Test
    void everyReferenceLeadsToASchema() {
        List<String> broken = new ArrayList<>();
        document.findValuesAsText("$ref").forEach(reference -> {
            if (document.at(reference.substring(1)).isMissingNode()) {
                broken.add(reference);
            }
        });
        assertThat(broken).isEmpty();
    }

    @Test
    void whatIsServedFitsItsDescription() {
        rig.failed("evt-1", "422 from orders");
        rig.api("POST", "/api/v1/jobs", "{\"all\":true}");
        rig.api("POST", "/api/v1/tokens", "{\"name\":\"ci\",\"permissions\":[\"read\"]}");
        List<String> wrong = new ArrayList<>();
        document.path("paths").properties().forEach(path -> {
            JsonNode get = path.getValue().path("get");
            if (!get.isMissingNode() && !path.getKey().contains("{")) {
                rig.pass(Duration.ofSeconds(1));
                HttpReply reply = rig.get(path.getKey());
                boolean isGood = reply.status() == 200;
                JsonNode content = get.path("responses")
                        .path(isGood ? "2XX" : "default")
                        .path("content")
                        .path(isGood ? "application/json" : "application/problem+json");
                if (!content.isMissingNode()) {
                    fits(path.getKey(), json(reply), content.path("schema"), wrong);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** As far as the schemas go that are made here: references, objects, arrays, plain values, enumerations. */
    private void fits(String place, JsonNode value, JsonNode schema, List<String> wrong) {
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
            default -> true;
        };
        if (!isRight) {
            wrong.add(place + " is no " + schema.path("type").asText() + ": " + value);
            return;
        }
        schema.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                wrong.add(place + " lacks " + name.asText());
            }
        });
        schema.path("properties").properties().forEach(property -> {
            if (value.has(property.getKey())) {
                fits(place + "/" + property.getKey(), value.get(property.getKey()), property.getValue(), wrong);
            }
        });
        if (value.isObject() && schema.has("properties")) {
            value.fieldNames().forEachRemaining(name -> {
                if (!schema.path("properties").has(name)) {
                    wrong.add(place + " has an undescribed " + name);
                }
            });
        }
        if (value.isArray() && schema.has("items")) {
            value.forEach(item -> fits(place + "[]", item, schema.path("items"), wrong));
        }
    }
}
