package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.Browser.location;
import static tallygate.gateway.DeskRig.body;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.identity.Role;

/** Refused callbacks in the console: explained in the reader's language, verified again by those who may, with an audit row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RejectedPagesTest {
    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        for (String table : List.of("audit_log", "user_account", "user_session", "rejected_callback")) {
            rig.change("DELETE FROM " + table);
        }
        rig.refusing().putRight(false);
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private long refused(String body) {
        return rig.refusing().refused(body, Instant.now());
    }

    private List<String> audited() {
        return rig.column("SELECT actor FROM audit_log WHERE object_type = 'rejected_callback'");
    }

    @Test
    void aRefusalIsExplainedWithTheKeysOfNowInBothLanguages() {
        long id = refused("the secret body");
        Browser vera = rig.person("vera", Role.VIEWER);
        assertThat(body(vera.get("/rejected"))).contains("/rejected/" + id).contains("fits no key");
        assertThat(body(vera.get("/rejected/" + id)))
                .contains("signature-mismatch")
                .contains("The body was changed on its way")
                .contains("it fits 21 bytes, 22 &lt;b&gt;came")
                .doesNotContain("the secret body")
                .doesNotContain("/rejected/" + id + "/verify");
        vera.post("/account", Map.of("language", "zh-Hans", "theme", "dark", "zone", "Asia/Shanghai", "keys", "off"));
        assertThat(body(vera.get("/rejected/" + id))).contains("请求体在途中被改动").contains("仍被拒收");
    }

    @Test
    void itIsVerifiedAgainOnceByWhoMayAndAudited() {
        long id = refused("x");
        String verify = "/rejected/" + id + "/verify";
        assertThat(rig.person("vera", Role.VIEWER).post(verify, Map.of()).status())
                .isEqualTo(403);
        assertThat(audited()).isEmpty();
        Browser lin = rig.person("lin", Role.OPERATOR);
        assertThat(location(lin.post(verify, Map.of()))).isEqualTo("/rejected/" + id);
        assertThat(rig.column("SELECT result FROM rejected_callback")).containsExactly("signature-mismatch");
        rig.refusing().putRight(true);
        assertThat(body(lin.get("/rejected/" + id)))
                .contains("genuine: verify it again")
                .contains(verify);
        lin.post(verify, Map.of());
        lin.post(verify, Map.of());
        assertThat(body(lin.get("/rejected/" + id)))
                .contains("it has been taken")
                .doesNotContain(verify);
        assertThat(audited()).containsExactly("lin", "lin");
    }

    @Test
    void allOfAnEndpointAreVerifiedAgainAtOnce() {
        refused("one");
        refused("two");
        rig.refusing().putRight(true);
        Browser lin = rig.person("lin", Role.OPERATOR);
        String to = location(lin.post("/rejected/verify", Map.of("endpoint", "shop")));
        assertThat(body(lin.get(to))).contains("Verified again: 2, genuine now: 2.");
        assertThat(audited()).containsExactly("lin", "lin");
        assertThat(lin.post("/rejected/verify", Map.of("endpoint", "nowhere")).status())
                .isEqualTo(400);
    }
}
