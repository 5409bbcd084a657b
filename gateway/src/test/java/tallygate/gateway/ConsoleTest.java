package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static tallygate.gateway.Browser.location;
import static tallygate.gateway.DeskRig.body;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;
import tallygate.signature.Header;

/** The console from request to row: who gets in, what each role may, what a form does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTest {
    private final DeskRig rig = new DeskRig();

    @BeforeEach
    void empty() {
        for (String table : List.of(
                "async_task", "audit_log", "user_account", "user_session", "approval", "bulk_job", "bulk_item")) {
            rig.change("DELETE FROM " + table);
        }
        rig.pass(Duration.ofMinutes(1));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void whoIsNotSignedInIsSentToTheDoorAndBack() {
        assertThat(location(new Browser(rig).get("/tasks?status=failed")))
                .isEqualTo("/login?to=%2Ftasks%3Fstatus%3Dfailed");
        assertThat(body(new Browser(rig).get("/login?to=//evil.example"))).contains("name=\"to\" value=\"/\"");
    }

    @Test
    @Tag("T-30")
    void aFirstPasswordMustBeReplacedBeforeAnythingElse() {
        rig.person("lin", Role.OPERATOR);
        Browser browser = new Browser(rig);
        rig.change("UPDATE user_account SET must_change = 1");
        browser.signIn("lin", "correct horse battery");
        assertThat(location(browser.get("/tasks"))).isEqualTo("/password");
        Map<String, String> weak = Map.of("old", "correct horse battery", "fresh", "short");
        assertThat(browser.post("/password", weak).status()).isEqualTo(422);
        Map<String, String> good = Map.of("old", "correct horse battery", "fresh", "another horse battery");
        assertThat(location(browser.post("/password", good))).isEqualTo("/");
        assertThat(browser.get("/tasks").status()).isEqualTo(200);
    }

    @Test
    @Tag("T-29")
    void wrongPasswordsLockTheNameForLongerAndLonger() {
        rig.person("lin", Role.VIEWER);
        Browser guesser = new Browser(rig);
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            seen.add(guesser.signIn("lin", "guess number " + i).status());
        }
        assertThat(seen).containsExactly(401, 401, 401, 401, 401, 429);
        assertThat(guesser.signIn("lin", "correct horse battery").status())
                .as("also the right one has to wait")
                .isEqualTo(429);
        rig.pass(Duration.ofSeconds(31));
        assertThat(guesser.signIn("lin", "correct horse battery").status()).isEqualTo(303);
        assertThat(guesser.signIn("nobody", "guess").status()).isEqualTo(401);
    }

    @Test
    @Tag("T-29")
    void aNameThatExistsIsAnsweredLikeOneThatDoesNot() {
        rig.person("lin", Role.VIEWER);
        Browser guesser = new Browser(rig);
        for (int i = 0; i < 12; i++) {
            HttpReply known = guesser.signIn("lin", "guess number " + i);
            HttpReply unknown = guesser.signIn("nob", "guess number " + i);
            assertThat(unknown.status()).as("try %d", i).isEqualTo(known.status());
            assertThat(DeskRig.body(unknown).replace("nob", "lin"))
                    .as("try %d", i)
                    .isEqualTo(DeskRig.body(known));
            rig.pass(Duration.ofSeconds(i % 2 == 0 ? 40 : 1));
        }
    }

    @Test
    @Tag("T-28")
    void aSessionEndsIdleAndAtItsAbsoluteEndAndWhenItIsRevoked() {
        Browser browser = rig.person("lin", Role.VIEWER);
        rig.pass(Duration.ofMinutes(29));
        assertThat(browser.get("/tasks").status()).isEqualTo(200);
        rig.pass(Duration.ofMinutes(31));
        assertThat(location(browser.get("/tasks"))).startsWith("/login");
        browser.signIn("lin", "correct horse battery");
        for (int i = 0; i < 26; i++) {
            rig.pass(Duration.ofMinutes(28));
            browser.get("/tasks");
        }
        assertThat(location(browser.get("/tasks"))).as("12 hours are over").startsWith("/login");
        browser.signIn("lin", "correct horse battery");
        browser.post("/logout", Map.of());
        assertThat(location(browser.get("/tasks"))).startsWith("/login");
    }

    @Test
    @Tag("T-26")
    void aFormOfAnotherSiteChangesNothing() {
        Browser browser = rig.person("lin", Role.OPERATOR);
        TaskId task = rig.failed("evt-1", "x");
        Map<String, String> form = Map.of("to", "retry", "reason", "r", "version", "3.0.7");
        String target = "/tasks/" + task + "/change";
        assertThat(browser.postWithoutToken(target, form).status()).isEqualTo(403);
        Header crossSite = new Header("Sec-Fetch-Site", "cross-site");
        assertThat(browser.postWithoutToken(target, form, crossSite).status()).isEqualTo(403);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("3");
        assertThat(location(browser.post(target, form))).isEqualTo("/tasks/" + task);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("0");
        assertThat(rig.column("SELECT actor FROM audit_log WHERE action = 'task-reopen'"))
                .containsExactly("lin");
    }

    @Tag("O-143")
    @Test
    void anOrderPageOffersNoSettlingWhileTheReceiverIsAsked() {
        Browser lin = rig.person("lin", Role.OPERATOR);
        TaskId task = rig.failed("evt-1", "no answer");
        rig.change(
                "REPLACE INTO task_probe (task_id, route, cause, due_at) VALUES (?, 'orders', 1, UTC_TIMESTAMP(3))",
                task.value());
        assertThat(body(lin.get("/tasks/" + task)))
                .contains("value=\"retry\"", "the shop is being asked")
                .doesNotContain("value=\"settle\"");
        rig.change("UPDATE task_probe SET answer = 1 WHERE task_id = ?", task.value());
        assertThat(body(lin.get("/tasks/" + task))).contains("value=\"settle\"");
    }

    @Test
    void theSecondOfTwoPeopleSeesThatTheTaskChangedMeanwhile() {
        Browser lin = rig.person("lin", Role.OPERATOR);
        Browser marta = rig.person("marta", Role.OPERATOR);
        TaskId task = rig.failed("evt-1", "x");
        Map<String, String> settle = Map.of("to", "settle", "reason", "paid by hand", "version", "3.0.7");
        Map<String, String> retry = Map.of("to", "retry", "reason", "again", "version", "3.0.7");
        assertThat(lin.post("/tasks/" + task + "/change", settle).status()).isEqualTo(303);
        assertThat(marta.post("/tasks/" + task + "/change", retry).status()).isEqualTo(409);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("4");
    }

    @Test
    void aDangerousFormWantsThePasswordAgain() {
        Browser admin = rig.person("boss", Role.ADMIN);
        rig.pass(Duration.ofMinutes(6));
        assertThat(location(admin.post("/users", Map.of("name", "new", "role", "viewer", "back", "/users"))))
                .isEqualTo("/confirm?to=%2Fusers");
        assertThat(admin.post("/confirm", Map.of("password", "wrong", "to", "/users"))
                        .status())
                .isEqualTo(401);
        assertThat(location(admin.post("/confirm", Map.of("password", "correct horse battery", "to", "/users"))))
                .isEqualTo("/users");
        assertThat(body(admin.post("/users", Map.of("name", "new", "role", "viewer"))))
                .contains("One-time password of new");
    }

    @Test
    @Tag("T-34")
    void aFinishedTaskIsRunAgainOnlyWhenAnotherPersonAgrees() {
        Browser lin = rig.person("lin", Role.OPERATOR);
        Browser marta = rig.person("marta", Role.OPERATOR);
        TaskId task = rig.task("evt-1");
        rig.change("UPDATE async_task SET status = 2, lease_epoch = 1");
        Map<String, String> form = Map.of("to", "force", "reason", "never arrived", "version", "2.1.0");
        String approval = location(lin.post("/tasks/" + task + "/change", form));
        assertThat(lin.post(approval + "/agree", Map.of()).status()).isEqualTo(403);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("2");
        assertThat(location(marta.post(approval + "/agree", Map.of()))).isEqualTo(approval);
        assertThat(rig.column("SELECT status FROM async_task")).containsExactly("0");
        assertThat(rig.column("SELECT actor FROM audit_log WHERE action IN ('approval-ask', 'task-force') ORDER BY id"))
                .containsExactly("lin", "marta");
        assertThat(marta.post(approval + "/agree", Map.of()).status()).isEqualTo(409);
    }

    @Tag("O-141")
    @Test
    @Tag("T-25")
    void hostileTextIsShownAsText() {
        String evil = "\"><img src=x onerror=alert(1)>\u202Egnp.exe<script>alert(2)</script>";
        TaskId task = rig.failed("evt-1", evil);
        rig.change("UPDATE async_task SET event_type = ?, biz_id = ?", evil, evil);
        Browser lin = rig.person("lin", Role.OPERATOR);
        for (String page : List.of(
                "/tasks", "/tasks/" + task, "/failed", "/tasks?error=" + "%3Cscript%3E", "/audit?actor=%22%3E%3Cimg")) {
            assertThat(body(lin.get(page)))
                    .as(page)
                    .doesNotContain("<img src=x")
                    .doesNotContain("<script>alert");
        }
        assertThat(body(lin.get("/tasks.csv"))).contains("\"\"\"><img");
    }

    @Test
    void aLookAtAContentIsInTheAuditLogAndCardNumbersAreMasked() {
        TaskId task = rig.task("evt-1");
        rig.change(
                "UPDATE async_task SET payload = ?",
                "{\"card\":\"4111111111111111\",\"cvv\":\"123\",\"email\":\"ann@example.com\"}");
        Browser lin = rig.person("lin", Role.OPERATOR);
        String page = body(lin.get("/tasks/" + task + "/payload?view=raw"));
        assertThat(page)
                .contains("411111••••••1111")
                .doesNotContain("4111111111111111")
                .doesNotContain("123\"")
                .doesNotContain("ann@");
        assertThat(rig.column("SELECT object_id FROM audit_log WHERE action = 'payload-read'"))
                .containsExactly(task.toString());
        Browser viewer = rig.person("vera", Role.VIEWER);
        assertThat(viewer.get("/tasks/" + task + "/payload").status()).isEqualTo(403);
    }

    @Test
    void aSearchFindsOrdersEventsTasksAndTransactionsExactly() {
        TaskId task = rig.task("evt-1");
        Browser lin = rig.person("lin", Role.VIEWER);
        for (String id : List.of(task.toString(), "order-evt-1", "txn-evt-1")) {
            assertThat(location(lin.get("/tasks?q=" + id))).as(id).isEqualTo("/tasks/" + task);
        }
        assertThat(body(lin.get("/tasks?q=order-evt"))).contains("No task fits");
    }

    @Test
    void pagesSpeakTheReadersLanguage() {
        Browser lin = rig.person("lin", Role.VIEWER);
        assertThat(body(lin.get("/tasks"))).contains("lang=\"en\"").contains("Newest first");
        lin.post("/account", Map.of("language", "zh-Hans", "theme", "dark", "zone", "Asia/Shanghai", "keys", "off"));
        assertThat(body(lin.get("/tasks")))
                .contains("lang=\"zh-Hans\"")
                .contains("data-theme=\"dark\"")
                .contains("data-keys=\"off\"")
                .contains("按到达时间倒序");
        assertThat(Optional.of(body(lin.get("/nothing")))).isPresent();
    }
}
