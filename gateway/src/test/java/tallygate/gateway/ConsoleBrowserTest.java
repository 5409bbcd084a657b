package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;

/**
 * The console in Chromium: every screen in both languages, both themes and both sizes, without a fault of accessibility (axe), of
 * the script or of the content policy. Pictures of all are in target/console-screens. Skipped where there is no Chromium.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleBrowserTest {
    private static final String EVIL =
            "\"><img src=x onerror=document.title='run'>\u202Egnp\uD83D\uDE00<script>document.title='run'</script>";

    private final DeskRig rig = new DeskRig("data-dir: target/console-data\n");
    private final ConsoleStory story = new ConsoleStory(rig);
    private final ScreenCheck check = new ScreenCheck();
    private final List<String> faults = check.faults();
    private TaskId task = new TaskId(1);
    private long rejected;
    private long plan;
    private long job;
    private long approval;
    private WebServer web;
    private HeadlessChromium headless;
    private com.microsoft.playwright.Browser chromium;

    @BeforeAll
    void open() {
        assumeTrue(HeadlessChromium.isHere(), "no Chromium here");
        Browser boss = rig.person("boss", Role.ADMIN);
        rig.person("marta", Role.OPERATOR);
        story.tell();
        plan = planned(boss);
        job = planned(boss);
        boss.post("/jobs/" + job + "/start", Map.of("count", "15", "reason", "handler 2026.11.18-1", "how", "canary"));
        TaskId done = rig.task("evt_done");
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", done.value());
        approval = number(boss.post(
                "/tasks/" + done + "/change", Map.of("to", "force", "reason", "the shop lost it", "version", "2.0.0")));
        boss.post("/endpoints/shop-stripe/test", Map.of());
        task = rig.task("evt-hostile");
        rig.change(
                "UPDATE async_task SET event_type = ?, biz_id = ?, last_error = ? WHERE id = ?",
                EVIL,
                EVIL,
                EVIL.repeat(4),
                task.value());
        rejected = rig.refusing().refused(EVIL, Instant.now());
        rig.stores().chain().seal(100);
        web = WebServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), rig.desk());
        headless = HeadlessChromium.launch();
        chromium = headless.browser();
    }

    @AfterAll
    void close() {
        if (headless != null) {
            headless.close();
        }
        if (web != null) {
            web.close();
        }
        rig.close();
    }

    private static long number(HttpReply reply) {
        return Long.parseLong(Browser.location(reply).replaceAll(".*/", ""));
    }

    private static long planned(Browser boss) {
        return number(boss.post("/jobs", Map.of("match", "all", "route", "orders")));
    }

    private Page signedIn(ScreenCheck.Sight sight) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setBaseURL("http://127.0.0.1:" + web.port())
                .setLocale(sight.language().equals("zh") ? "zh-CN" : "en-GB")
                .setViewportSize(sight.width(), sight.height()));
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("status of 4")) {
                faults.add(sight.name() + " " + page.url() + ": " + message.text());
            }
        });
        page.onPageError(error -> faults.add(sight.name() + " " + page.url() + ": " + error));
        rig.change(
                "UPDATE user_account SET language = ?, theme = ?",
                sight.language().equals("zh") ? "zh-Hans" : "en",
                sight.theme());
        page.navigate("/login");
        check.look(page, sight, "login");
        page.fill("input[name=name]", "boss");
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        page.waitForURL("**/");
        return page;
    }

    private void tour(ScreenCheck.Sight sight) {
        Page page = signedIn(sight);
        story.screens(task, new ConsoleStory.Seen(plan, job, approval, rejected))
                .forEach((name, path) -> {
                    rig.pass(Duration.ofSeconds(1));
                    int status = page.navigate(path).status();
                    if (status != 200) {
                        faults.add(sight.name() + " " + path + " -> " + status);
                    }
                    check.look(page, sight, name);
                });
        int missing = page.navigate("/nothing-here").status();
        check.look(page, sight, "missing");
        assertThat(missing).isEqualTo(404);
        page.context().close();
    }

    @Test
    void everyScreenIsSoundInEnglishByDay() {
        tour(new ScreenCheck.Sight("en", "light", 1280, 900));
        assertThat(faults).isEmpty();
    }

    @Test
    void everyScreenIsSoundInChineseByNight() {
        tour(new ScreenCheck.Sight("zh", "dark", 1280, 900));
        assertThat(faults).isEmpty();
    }

    @Test
    void everyScreenIsSoundOnAPhoneInEnglishByNight() {
        tour(new ScreenCheck.Sight("en", "dark", 390, 844));
        assertThat(faults).isEmpty();
    }

    @Test
    void everyScreenIsSoundOnAPhoneInChineseByDay() {
        tour(new ScreenCheck.Sight("zh", "light", 390, 844));
        assertThat(faults).isEmpty();
    }

    /** Every deed of the console that its tests below do not do otherwise, by clicking. */
    @Test
    void everyDeedIsDoneByClicking() {
        Page page = signedIn(new ScreenCheck.Sight("en", "light", 1280, 900));
        page.navigate("/jobs/" + planned(page));
        page.fill("textarea[name=reason]", "handler fixed");
        page.fill("input[name=count]", page.textContent("label strong"));
        page.click("aside button.main");
        page.click("text=Pause");
        page.click("text=Resume");
        page.click("text=Stop the job");
        assertThat(page.textContent("#job-title")).contains("stopped");
        page.navigate(
                "/conflicts/" + rig.column("SELECT id FROM callback_conflict").getFirst());
        page.fill("textarea[name=reason]", "asked the provider");
        page.click("button.main");
        page.navigate("/lanes");
        page.click("main table a:has-text('orders')");
        for (String deed : List.of("Pause", "Resume")) {
            page.fill("main input[name=reason]", "the shop is being moved");
            page.click("main button:has-text('" + deed + "')");
        }
        page.navigate("/endpoints/shop-stripe");
        page.click("text=Send test callback");
        assertThat(page.textContent(".say")).contains("The test was answered 200");
        page.navigate("/users");
        page.fill("form[action='/users'] input[name=name]", "okoro");
        page.click("form[action='/users'] button");
        assertThat(page.textContent(".say")).contains("One-time password of okoro");
        page.click("main table a:has-text('okoro')");
        page.selectOption("select[name=role]", "finance");
        page.fill("input[name=reason]", "moved to finance");
        page.click("form[action$='/role'] button");
        assertThat(page.textContent(".lead")).contains("finance");
        page.navigate("/tokens");
        page.fill("input[name=name]", "probe");
        page.check("input[value=read]");
        page.click("form[action='/tokens'] button");
        assertThat(page.textContent(".say")).contains("tg_");
        page.click("button:has-text('Revoke')");
        page.navigate("/rejected/" + rejected);
        page.click("main button");
        page.navigate("/sagas/" + ConsoleStory.SAGA);
        assertThat(rig.column("SELECT action FROM audit_log"))
                .contains(
                        "job-start",
                        "job-paused",
                        "job-runs",
                        "job-stopped",
                        "conflict-resolve",
                        "lane-pause",
                        "lane-resume",
                        "endpoint-test",
                        "user-add",
                        "user-role",
                        "token-add",
                        "token-revoke");
        page.context().close();
    }

    private static String planned(Page page) {
        page.navigate("/failed");
        page.click("text=Plan retry…");
        page.waitForURL("**/jobs/*");
        return page.url().replaceAll(".*/", "");
    }

    @Test
    void whatOnePersonAskedForAnotherOneAgreesTo() {
        BrowserContext context = chromium.newContext(
                new com.microsoft.playwright.Browser.NewContextOptions().setBaseURL("http://127.0.0.1:" + web.port()));
        Page page = context.newPage();
        page.navigate("/login?to=/approvals/" + approval);
        page.fill("input[name=name]", "marta");
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        page.waitForURL("**/approvals/*");
        page.click("text=Agree, do it now");
        page.waitForSelector("text=Agreed and done");
        context.close();
    }

    @Test
    void aFailedTaskIsRetriedByHandAndKeysLeadAround() {
        Page page = signedIn(new ScreenCheck.Sight("en", "light", 1280, 900));
        page.keyboard().press("g");
        page.keyboard().press("f");
        page.waitForURL("**/failed");
        page.keyboard().press("?");
        assertThat(page.isVisible("#keys")).isTrue();
        page.keyboard().press("Escape");
        page.navigate("/tasks?status=failed");
        page.keyboard().press("j");
        page.keyboard().press("Enter");
        page.waitForURL("**/tasks/*");
        page.check("input[value=retry]");
        page.fill("textarea[name=reason]", "handler fixed");
        page.click("text=Change the task");
        page.waitForSelector("text=Set back to pending");
        assertThat(rig.column("SELECT reason FROM audit_log WHERE action = 'task-reopen'"))
                .contains("handler fixed");
        page.context().close();
    }
}
