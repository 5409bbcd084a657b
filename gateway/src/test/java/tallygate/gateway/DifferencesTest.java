package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.Browser.location;
import static tallygate.gateway.DeskRig.body;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.TaskId;

/** What does not agree, by page and by API: taken on, settled, opened again; each once, and audited. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DifferencesTest {
    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        for (String table : List.of(
                "async_task",
                "audit_log",
                "user_account",
                "user_session",
                "discrepancy",
                "callback_conflict",
                "completeness_certificate")) {
            rig.change("DELETE FROM " + table);
        }
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private long opened() {
        return rig.stores()
                .discrepancies()
                .open(new DiscrepancyFinding(
                        "amount-differs",
                        "shop",
                        "txn-1",
                        "bill 2026-03-01",
                        OptionalLong.empty(),
                        "order-1",
                        OptionalLong.of(100),
                        OptionalLong.of(90),
                        "CNY",
                        "they booked less"))
                .id();
    }

    private List<String> audited() {
        return rig.column("SELECT action FROM audit_log WHERE action LIKE 'discrepancy-%' ORDER BY id");
    }

    @Test
    void aProgramTakesOnSettlesAndReopensADiscrepancy() {
        String at = "/api/v1/discrepancies/" + opened();
        assertThat(body(rig.get("/api/v1/discrepancies?status=open")))
                .contains("\"oursMinor\":100", "\"theirsMinor\":90", "\"version\":0");
        assertThat(body(rig.api("POST", at + "/assign", "{\"version\":0,\"owner\":\"fay\"}")))
                .contains("\"status\":\"in_work\"", "\"owner\":\"fay\"", "\"version\":1");
        assertThat(rig.api("POST", at + "/resolve", "{\"version\":0,\"reason\":\"refunded\"}")
                        .status())
                .as("seen before it was taken on")
                .isEqualTo(409);
        assertThat(rig.api("POST", at + "/resolve", "{\"reason\":\"refunded\"}").status())
                .isEqualTo(400);
        assertThat(rig.api("POST", at + "/resolve", "{\"version\":1}").status()).isEqualTo(400);
        assertThat(body(rig.api("POST", at + "/resolve", "{\"version\":1,\"reason\":\"refunded\"}")))
                .contains("\"status\":\"resolved\"");
        assertThat(body(rig.get("/api/v1/discrepancies?status=open"))).contains("\"items\":[]");
        assertThat(body(rig.api("POST", at + "/reopen", "{\"version\":2,\"reason\":\"it was not\"}")))
                .contains("\"status\":\"open\"");
        assertThat(audited()).containsExactly("discrepancy-assign", "discrepancy-resolve", "discrepancy-reopen");
        assertThat(rig.get("/api/v1/discrepancies?status=lost").status()).isEqualTo(400);
        assertThat(rig.get("/api/v1/discrepancies/999999").status()).isEqualTo(404);
    }

    @Test
    void financeOpensAgainWhatWasSettledWrongly() {
        String at = "/discrepancies/" + opened();
        Browser fay = rig.person("fay", Role.FINANCE);
        fay.post(at + "/resolve", Map.of("version", "0", "reason", "refunded"));
        assertThat(body(fay.get(at))).contains("Settled wrongly").doesNotContain(at + "/take");
        assertThat(location(fay.post(at + "/reopen", Map.of("version", "1", "reason", "it was not"))))
                .isEqualTo(at);
        assertThat(body(fay.get(at))).contains(at + "/take").doesNotContain("Settled wrongly");
        assertThat(audited()).containsExactly("discrepancy-resolve", "discrepancy-reopen");
        assertThat(rig.person("lin", Role.OPERATOR)
                        .post(at + "/resolve", Map.of("version", "2", "reason", "x"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aConflictIsResolvedOnce() {
        TaskId task = rig.task("evt-1");
        conflict(task);
        String id = rig.column("SELECT id FROM callback_conflict").getFirst();
        assertThat(body(rig.get("/api/v1/conflicts?state=open"))).contains("\"task\":\"" + task + "\"");
        String at = "/api/v1/conflicts/" + id;
        assertThat(rig.api("POST", at + "/resolve", "{}").status()).isEqualTo(400);
        assertThat(body(rig.api("POST", at + "/resolve", "{\"reason\":\"asked them\"}")))
                .contains("\"resolution\":\"asked them\"");
        assertThat(rig.api("POST", at + "/resolve", "{\"reason\":\"asked them\"}")
                        .status())
                .isEqualTo(409);
        assertThat(body(rig.get("/api/v1/conflicts?state=open"))).contains("\"items\":[]");
    }

    private void conflict(TaskId task) {
        rig.change(
                "INSERT INTO callback_conflict (task_id, source, event_id, endpoint, content_digest, request)"
                        + " VALUES (?, 'shop', 'evt-1', 'shop', UNHEX(SHA2('other', 256)), 'x')",
                task.value());
    }

    @Test
    void aDaysCertificatesAreServedAsTheyWereKept() {
        rig.change("INSERT INTO completeness_certificate (endpoint, source, bill_day, is_complete, body, digest)"
                + " VALUES ('shop', 'shop', '2026-03-01', 0, '{\"complete\": false}', UNHEX(SHA2('x', 256)))");
        assertThat(body(rig.get("/api/v1/certificates?day=2026-03-01")))
                .contains("\"certificate\":{\"complete\": false}", "\"isComplete\":false");
        assertThat(body(rig.get("/api/v1/certificates?day=2026-03-02"))).contains("\"items\":[]");
        assertThat(rig.get("/api/v1/certificates?day=yesterday").status()).isEqualTo(400);
    }

    @Test
    void financeReadsADaysStatementsAndCertificates() {
        rig.change("DELETE FROM statement_file");
        rig.change(
                "INSERT INTO statement_file (source, format, bill_day, file_name, sha256, taken_by, status, rows_new)"
                        + " VALUES ('shop', 'alipay', '2026-03-01', '<b>bill', UNHEX(SHA2('y', 256)), 'fay', 1, 4711)");
        rig.change("INSERT INTO completeness_certificate (endpoint, source, bill_day, is_complete, body, digest) VALUES"
                + " ('shop', 'shop', '2026-03-01', 0, '{\"incompleteBecause\":[\"1 tasks: failed\"]}',"
                + " UNHEX(SHA2('x', 256)))");
        Browser fay = rig.person("fay", Role.FINANCE);
        assertThat(body(fay.get("/statements?day=2026-03-01")))
                .contains("1 tasks: failed", "not complete", "4,711", "&lt;b&gt;bill")
                .doesNotContain("<b>bill");
        assertThat(body(fay.get("/statements"))).contains("Nothing of this day");
        assertThat(fay.get("/statements?day=tomorrow").status()).isEqualTo(400);
        fay.post("/account", Map.of("language", "zh-Hans", "theme", "dark", "zone", "Asia/Shanghai", "keys", "off"));
        assertThat(body(fay.get("/statements?day=2026-03-01"))).contains("不完整", "账单与完整性凭证");
    }
}
