package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.ApiTest.json;
import static tallygate.gateway.DeskRig.body;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;

/** An endpoint is tried: a callback signed with its own key goes the whole way, marked, and no handler sees it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointTrialTest {
    private static final String TEST = "/api/v1/endpoints/shop-stripe/test";

    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM audit_log");
        rig.change("DELETE FROM user_account");
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void aTestIsVerifiedStoredAcknowledgedAndThenCancelled() {
        JsonNode tested = json(rig.api("POST", TEST, "{}"));
        assertThat(tested.path("status").asInt()).isEqualTo(200);
        JsonNode task = tested.path("tasks").path(0);
        assertThat(task.path("status").asText()).isEqualTo("compensated");
        assertThat(task.path("bizId").asText())
                .startsWith("tallygate-test-")
                .isEqualTo(tested.path("order").asText());
        assertThat(rig.column("SELECT attempts FROM async_task")).containsExactly("0");
        assertThat(rig.column("SELECT action FROM audit_log ORDER BY id"))
                .containsExactly("endpoint-test", "task-cancel");
    }

    @Test
    void aTestThatIsToBeDeliveredWaitsForItsHandlerLikeAnyOther() {
        JsonNode tested = json(rig.api("POST", TEST, "{\"deliver\":true}"));
        assertThat(tested.path("status").asInt()).isEqualTo(200);
        assertThat(rig.column("SELECT CONCAT(status, wait_reason) FROM async_task"))
                .containsAnyOf("00", "10");
    }

    @Test
    void aSpoiledTestIsRefusedAndStoresNothing() {
        for (String spoil : new String[] {"body", "key", "time", "replay"}) {
            JsonNode tested = json(rig.api("POST", TEST, "{\"spoil\":\"" + spoil + "\"}"));
            assertThat(tested.path("status").asInt()).as(spoil).isBetween(400, 499);
        }
        assertThat(rig.column("SELECT id FROM async_task")).isEmpty();
        assertThat(rig.api("POST", TEST, "{\"spoil\":\"everything\"}").status()).isEqualTo(400);
    }

    @Test
    void whereOnlyTheProviderCanSignTheRefusalSaysWhatToDo() {
        HttpReply refused = rig.api("POST", "/api/v1/endpoints/shop-wise/test", "{}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(body(refused)).contains("cannot-sign", "test-private-key", "未发送任何请求");
        assertThat(rig.column("SELECT action FROM audit_log")).isEmpty();
        assertThat(rig.api("POST", "/api/v1/endpoints/nobody/test", "{}").status())
                .isEqualTo(404);
    }

    @Test
    void eachKeyTellsItsShareOfTheTraffic() {
        long before =
                json(rig.get("/api/v1/endpoints/shop-stripe")).path("signed").asLong();
        rig.api("POST", TEST, "{}");
        JsonNode endpoint = json(rig.get("/api/v1/endpoints/shop-stripe"));
        assertThat(endpoint.path("signed").asLong()).isEqualTo(before + 1);
        assertThat(endpoint.path("lastAt").asText()).startsWith("20");
        assertThat(endpoint.path("keys").size()).isEqualTo(2);
        assertThat(endpoint.path("keys").path(0).path("share").asDouble()
                        + endpoint.path("keys").path(1).path("share").asDouble())
                .isEqualTo(1.0);
        assertThat(endpoint.path("canTest").asBoolean()).isTrue();
        assertThat(json(rig.get("/api/v1/endpoints/shop-wise")).path("canTest").asBoolean())
                .isFalse();
    }

    @Test
    void theConsoleSendsTestsForAdminsOnlyAndNeverShowsASecret() {
        Browser admin = rig.person("boss", Role.ADMIN);
        HttpReply shown = admin.post("/endpoints/shop-stripe/test", Map.of("spoil", "nothing"));
        assertThat(body(shown))
                .contains("The test was answered 200", "tallygate-test-", "100 %")
                .doesNotContain("whsec_");
        Browser operator = rig.person("lin", Role.OPERATOR);
        assertThat(operator.post("/endpoints/shop-stripe/test", Map.of()).status())
                .isEqualTo(403);
        assertThat(body(operator.get("/endpoints/shop-wise"))).contains("Only the provider itself can sign");
    }
}
