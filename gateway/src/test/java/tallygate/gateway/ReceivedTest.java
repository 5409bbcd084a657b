package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.Browser.location;
import static tallygate.gateway.DeskRig.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskIds;

/** Tasks by the time they were received: on the page, in its address, as CSV, by the API, in a plan. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReceivedTest {
    private static final String EIGHT = "2026-11-30T08:00:00Z";
    private static final String NINE = "2026-11-30T09:00:00Z";

    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void fill() {
        rig.change("DELETE FROM async_task");
        rig.pass(Duration.ofMinutes(1));
        task("day-before", "2026-11-29T23:59:59.999Z", 3);
        task("midnight", "2026-11-30T00:00:00Z", 2);
        task("eight", EIGHT, 3);
        task("half-past", "2026-11-30T08:30:00Z", 2);
        task("nine", NINE, 3);
        task("day-after", "2026-12-01T00:00:00Z", 2);
    }

    @AfterAll
    void close() {
        rig.close();
    }

    /** It changed last now, whenever it came. */
    private void task(String event, String at, int status) {
        Instant came = Instant.parse(at);
        rig.change(
                "INSERT INTO async_task (id, source, endpoint, route, event_id, status, created_at)"
                        + " VALUES (?, 's', 'shop-stripe', 'orders', ?, ?, ?)",
                TaskIds.firstOf(came) + 1,
                event,
                status,
                at.replace('T', ' ').replace("Z", ""));
    }

    private static JsonNode json(HttpReply reply) {
        try {
            return new ObjectMapper().readTree(body(reply));
        } catch (JsonProcessingException e) {
            throw new AssertionError(body(reply), e);
        }
    }

    private List<String> events(String target) {
        List<String> events = new ArrayList<>();
        json(rig.get(target))
                .path("items")
                .forEach(task -> events.add(task.get("eventId").asText()));
        return events;
    }

    @Test
    void fromIsIncludedAndToIsNot() {
        for (String path : List.of("/api/v1/search", "/api/v1/tasks")) {
            assertThat(events(path + "?from=" + EIGHT + "&to=" + NINE)).containsExactly("half-past", "eight");
            assertThat(events(path + "?from=" + NINE)).containsExactly("day-after", "nine");
            assertThat(events(path + "?to=" + EIGHT)).containsExactly("midnight", "day-before");
            assertThat(events(path + "?from=2026-11-30T16:00:00%2B08:00&to=" + NINE))
                    .containsExactly("half-past", "eight");
        }
    }

    @Test
    void aDayStandsForItsBeginningInFromAndForItsEndInTo() {
        for (String path : List.of("/api/v1/search", "/api/v1/tasks")) {
            assertThat(events(path + "?from=2026-11-30&to=2026-11-30"))
                    .containsExactly("nine", "half-past", "eight", "midnight");
        }
    }

    @Test
    void withAStateTheSpanHoldsToo() {
        assertThat(events("/api/v1/search?status=failed&from=2026-11-30&to=2026-11-30"))
                .containsExactlyInAnyOrder("nine", "eight");
        assertThat(events("/api/v1/search?status=success&from=2026-11-30&to=2026-11-30"))
                .containsExactly("half-past", "midnight");
        assertThat(events("/api/v1/tasks?status=success&from=2026-11-30&to=2026-11-30"))
                .containsExactly("half-past", "midnight");
    }

    @Test
    void pagesOfASpanFollowEachOtherWithoutGapOrCopy() {
        for (String status : List.of("", "&status=failed", "&status=success")) {
            List<String> read = new ArrayList<>();
            String after = "";
            do {
                JsonNode page = json(rig.get("/api/v1/search?limit=1&from=2026-11-30&to=2026-11-30" + status + after));
                page.path("items").forEach(task -> read.add(task.get("eventId").asText()));
                after = page.has("next") ? "&after=" + page.get("next").asText() : "";
            } while (!after.isEmpty());
            assertThat(read).doesNotHaveDuplicates().hasSize(status.isEmpty() ? 4 : 2);
        }
    }

    /** Those that changed last may have come long ago: they must not hide the ones that are asked for. */
    @Test
    void manyTasksOutsideTheSpanDoNotHideOneInside() {
        for (int i = 0; i < 60; i++) {
            task("old-" + i, "2026-10-01T00:00:00Z".replace("00Z", String.format("%02dZ", i)), 3);
        }
        rig.change(
                "UPDATE async_task SET next_retry_time = UTC_TIMESTAMP(3) - INTERVAL 1 DAY WHERE event_id = 'eight'");
        assertThat(events("/api/v1/search?status=failed&from=" + EIGHT + "&to=" + NINE))
                .containsExactly("eight");
    }

    @Test
    void aTimeThatNoTaskCanHaveFindsWhatItSays() {
        for (String path : List.of("/api/v1/search", "/api/v1/tasks")) {
            assertThat(events(path + "?from=1969-01-01&to=9999-12-31")).hasSize(6);
            assertThat(events(path + "?from=9999-12-31")).isEmpty();
            assertThat(events(path + "?to=-999999999-01-01")).isEmpty();
            assertThat(events(path + "?from=-999999999-01-01&to=%2B999999999-12-30"))
                    .hasSize(6);
        }
    }

    @Test
    void whatIsNoTimeOrNoSpanIsSaid() {
        for (String query : List.of(
                "from=yesterday",
                "to=2026-13-01",
                "from=" + NINE + "&to=" + EIGHT,
                "from=" + NINE + "&to=" + NINE,
                "range=1h&from=" + EIGHT)) {
            HttpReply reply = rig.get("/api/v1/search?" + query);
            assertThat(reply.status()).as(query).isEqualTo(400);
            assertThat(reply.contentType()).isEqualTo("application/problem+json");
        }
        assertThat(rig.get("/api/v1/tasks?from=yesterday").status()).isEqualTo(400);
        assertThat(rig.person("vera", Role.VIEWER).get("/tasks?from=yesterday").status())
                .isEqualTo(400);
    }

    @Test
    void thePageTakesTimesOfTheReadersZoneAndItsAddressHasInstants() {
        Browser lin = rig.person("lin", Role.OPERATOR);
        lin.post("/account", Map.of("language", "en", "theme", "dark", "zone", "Asia/Shanghai", "keys", "off"));
        String address = location(lin.get("/tasks?status=&from=2026-11-30T16:00&to=2026-11-30T17:00:00"));
        assertThat(address).isEqualTo("/tasks?from=2026-11-30T08%3A00%3A00Z&to=2026-11-30T09%3A00%3A00Z");
        String page = body(lin.get(address));
        assertThat(page)
                .contains("half-past", "value=\"2026-11-30T16:00:00\"", "value=\"2026-11-30T17:00:00\"")
                .contains("received from 2026-11-30 16:00:00 Asia/Shanghai", "Asia/Shanghai</small>")
                .contains("href=\"/tasks.csv?from=2026-11-30T08%3A00%3A00Z&amp;to=2026-11-30T09%3A00%3A00Z\"")
                .doesNotContain("day-after", "midnight");
        assertThat(body(lin.get(address.replace("/tasks?", "/tasks.csv?")))
                        .lines()
                        .map(line -> line.split(",")[6]))
                .containsExactly("event_id", "half-past", "eight");
        assertThat(rig.column("SELECT object_id FROM audit_log WHERE action = 'task-export' ORDER BY id DESC LIMIT 1"))
                .singleElement()
                .asString()
                .contains("from=2026-11-30T08");
    }

    @Test
    void aPlanOfWhatIsListedIsAboutThatAndNoMore() {
        Browser lin = rig.person("olga", Role.OPERATOR);
        String job = location(lin.post("/jobs", Map.of("match", "all", "from", EIGHT, "to", NINE)));
        assertThat(rig.column("SELECT CONCAT(total, ' ', cause) FROM bulk_job WHERE id = ?", job.replaceAll("\\D", "")))
                .containsExactly("1 failed tasks: received from " + EIGHT + ", received before " + NINE);
        HttpReply planned = rig.api("POST", "/api/v1/jobs", "{\"from\":\"" + EIGHT + "\",\"to\":\"2026-11-30\"}");
        assertThat(json(planned).get("total").asInt()).isEqualTo(2);
    }
}
