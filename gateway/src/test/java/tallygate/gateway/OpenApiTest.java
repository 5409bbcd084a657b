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
    private final SchemaCheck shapes = new SchemaCheck(document);

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
                    shapes.fits(path.getKey(), json(reply), content.path("schema"), wrong);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }
}
