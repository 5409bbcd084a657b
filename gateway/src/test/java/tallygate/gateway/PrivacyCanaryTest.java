package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.DeskRig.body;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore;

/** A card number, its verification value and a buyer's mail go all the way, and come out nowhere. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrivacyCanaryTest {
    private static final String PAN = "4111111111111111";
    private static final String SPACED = "4111 1111 1111 1111";
    private static final String CVV = "73519";
    private static final String MAIL = "canary.buyer@example.com";
    private static final String CONTENT = "{\"order\":\"o-1\",\"card\":\"" + PAN + "\",\"cvv\":\"" + CVV
            + "\",\"email\":\"" + MAIL + "\",\"note\":\"paid by " + SPACED + "\"}";

    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        rig.change("DELETE FROM async_task");
        rig.change("DELETE FROM task_attempt");
        rig.change("DELETE FROM audit_log");
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private TaskId stored(String eventId) {
        TaskId task = rig.task(eventId);
        rig.change("UPDATE async_task SET payload = ? WHERE id = ?", CONTENT, task.value());
        return task;
    }

    private static void isClean(HttpReply reply, String where) {
        assertThat(new String(reply.body(), StandardCharsets.UTF_8)).as(where).doesNotContain(PAN, SPACED, CVV, MAIL);
    }

    @Test
    void aReceiversErrorIsStoredWithoutTheCardNumberInIt() {
        TaskId task = stored("evt-1");
        WorkStore work = rig.stores().work();
        LeasedTask leased = work.claim(WorkStore.Scan.DUE, Set.of("orders"), 1, 7, Duration.ofSeconds(30), true)
                .getFirst();
        work.apply(List.of(new Move.Fail(leased.lease(), LastOutcome.REFUSED, "422: card " + SPACED + " is refused")));
        assertThat(rig.column("SELECT last_error FROM async_task WHERE id = ?", task.value()))
                .containsExactly("422: card 411111••••••1111 is refused");
        assertThat(rig.column("SELECT error FROM task_attempt WHERE task_id = ?", task.value()))
                .singleElement()
                .asString()
                .doesNotContain(SPACED);
    }

    @Test
    void noPageAndNoCallShowsThemAndEachLookAtAContentIsAudited() {
        TaskId task = stored("evt-1");
        Browser lin = rig.person("lin", Role.ADMIN);
        for (Route route : rig.routes()) {
            if (route.method().equals("GET") && !route.pattern().startsWith("/login")) {
                rig.pass(Duration.ofSeconds(10));
                String target = route.pattern().replaceAll("\\{[^}]*}", task.toString());
                isClean(route.isApi() ? rig.get(target) : lin.get(target), target);
            }
        }
        long before = rig.column("SELECT id FROM audit_log WHERE action = 'payload-read'")
                .size();
        for (String view : List.of("content", "raw", "headers")) {
            HttpReply page = lin.get("/tasks/" + task + "/payload?view=" + view);
            isClean(page, view);
            assertThat(view.equals("headers") || body(page).contains("411111••••••1111"))
                    .isTrue();
        }
        assertThat(rig.column("SELECT id FROM audit_log WHERE action = 'payload-read' AND object_id = ?", task.value()))
                .hasSizeGreaterThanOrEqualTo((int) before + 3);
    }

    @Test
    @Tag("T-44")
    void anExportIsStreamedToWhoMayReadItNowAndHoldsNoContent() {
        stored("evt-1");
        Browser wu = rig.person("wu", Role.VIEWER);
        String link = rig.routes().stream()
                .filter(route -> route.method().equals("GET") && route.pattern().endsWith(".csv"))
                .map(Route::pattern)
                .filter(pattern -> pattern.startsWith("/tasks"))
                .findFirst()
                .orElseThrow();
        HttpReply export = wu.get(link);
        assertThat(export.status()).isEqualTo(200);
        assertThat(body(export)).contains("evt-1");
        isClean(export, link);
        assertThat(export.headers())
                .anySatisfy(header -> assertThat(header.value()).startsWith("attachment"));
        rig.change("UPDATE user_account SET disabled = 1 WHERE name = 'wu'");
        assertThat(wu.get(link).status()).as("the same link, its right gone").isEqualTo(303);
        assertThat(rig.send("GET", link, "").status()).as("the link alone").isIn(303, 401);
    }
}
