package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.Browser.location;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.identity.Role;

/** Retry of many: plan, exact count, canary, stop, approval, another node goes on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BulkRetryTest {
    private final DeskRig rig = new DeskRig();
    private final BulkRunner runner = new BulkRunner(rig.stores().bulk(), 1);
    private int people;

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM bulk_job");
        rig.change("DELETE FROM bulk_item");
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private String plan(Browser browser) {
        String page = DeskRig.body(browser.get("/failed"));
        String cause = page.replaceFirst("(?s).*/failed/([0-9a-f]{12})/plan.*", "$1");
        return location(browser.post("/failed/" + cause + "/plan", Map.of()));
    }

    private Browser operator() {
        return rig.person("op-" + people++, Role.OPERATOR);
    }

    private static Map<String, String> form(String count) {
        return new HashMap<>(Map.of("count", count, "reason", "handler fixed", "pace", "100", "how", "canary"));
    }

    private void fail(int count) {
        for (int i = 0; i < count; i++) {
            rig.failed("evt-" + i, "422 from orders: order " + (1_000_000 + i) + " is unknown");
        }
    }

    private BulkJob job(String place) {
        return rig.stores()
                .bulk()
                .find(Long.parseLong(place.replace("/jobs/", "")))
                .orElseThrow();
    }

    @Test
    void aCanaryGoesOneThenTenThenAll() {
        fail(30);
        Browser browser = operator();
        String place = plan(browser);
        assertThat(job(place).progress().total()).isEqualTo(30);
        assertThat(browser.post(place + "/start", form("29")).status())
                .as("not the exact count")
                .isEqualTo(400);
        assertThat(location(browser.post(place + "/start", form("30")))).isEqualTo(place);
        runner.second();
        runner.second();
        assertThat(pending()).as("waits for the first").isEqualTo(1);
        succeed();
        runner.second();
        runner.second();
        assertThat(pending()).isEqualTo(10);
        succeed();
        runner.second();
        assertThat(pending()).isEqualTo(19);
        succeed();
        runner.second();
        assertThat(job(place).state()).isEqualTo(BulkJob.State.DONE);
        assertThat(job(place).progress()).isEqualTo(new BulkJob.Progress(0, 0, 30, 0, 0));
        assertThat(rig.column(
                        "SELECT id FROM audit_log WHERE action = 'task-reopen' AND reason LIKE 'job %handler fixed'"))
                .hasSizeGreaterThanOrEqualTo(30);
    }

    @Test
    void theFirstNewFailureStopsItAndTheRestIsUntouched() {
        fail(30);
        Browser browser = operator();
        String place = plan(browser);
        browser.post(place + "/start", form("30"));
        runner.second();
        rig.change("UPDATE async_task SET status = 3 WHERE status = 0");
        runner.second();
        runner.second();
        assertThat(job(place).state()).isEqualTo(BulkJob.State.STOPPED);
        assertThat(job(place).progress()).isEqualTo(new BulkJob.Progress(29, 0, 0, 1, 0));
    }

    @Test
    void aTaskThatChangedMeanwhileIsSkipped() {
        fail(3);
        Browser browser = operator();
        String place = plan(browser);
        rig.change("UPDATE async_task SET status = 4 LIMIT 1");
        browser.post(place + "/start", form("3"));
        for (int i = 0; i < 6; i++) {
            runner.second();
            succeed();
        }
        assertThat(job(place).progress()).isEqualTo(new BulkJob.Progress(0, 0, 2, 0, 1));
        assertThat(rig.column("SELECT status FROM async_task WHERE status = 4")).hasSize(1);
    }

    @Test
    void moreThanAHundredWaitForASecondPerson() {
        fail(101);
        Browser lin = operator();
        Browser marta = operator();
        String place = plan(lin);
        String approval = location(lin.post(place + "/start", form("101")));
        assertThat(approval).startsWith("/approvals/");
        assertThat(runner.second()).as("nothing runs before").isEmpty();
        assertThat(lin.post(approval + "/agree", Map.of()).status()).isEqualTo(403);
        marta.post(approval + "/agree", Map.of());
        assertThat(job(place).state()).isEqualTo(BulkJob.State.RUNS);
        assertThat(runner.second()).isPresent();
    }

    @Test
    @Tag("F-58")
    void anotherNodeGoesOnWhenTheLeaseHasEnded() {
        fail(2);
        Browser browser = operator();
        String place = plan(browser);
        browser.post(place + "/start", form("2"));
        runner.second();
        BulkRunner other = new BulkRunner(rig.stores().bulk(), 2);
        assertThat(other.second()).as("the first one holds it").isEmpty();
        rig.change("UPDATE bulk_job SET lease_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND");
        succeed();
        assertThat(other.second()).isPresent();
        succeed();
        other.second();
        assertThat(job(place).progress().done()).isEqualTo(2);
    }

    private int pending() {
        return rig.column("SELECT id FROM async_task WHERE status = 0").size();
    }

    private void succeed() {
        rig.change("UPDATE async_task SET status = 2 WHERE status = 0");
    }
}
