package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The console in Chromium: every screen in both languages, both themes and both sizes, without a fault of accessibility (axe), of
 * the script or of the content policy. Pictures of all are in target/console-screens. Skipped where there is no Chromium.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleBrowserTest {
    private final ScreenCheck check = new ScreenCheck();
    private final List<String> faults = check.faults();
    private @Nullable ConsoleScene opened;

    @BeforeAll
    void open() {
        assumeTrue(HeadlessChromium.isHere(), "no Chromium here");
        opened = new ConsoleScene("target/console-data");
    }

    @AfterAll
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private ConsoleScene scene() {
        return Objects.requireNonNull(opened);
    }

    private List<String> column(String sql) {
        return scene().rig.column(sql);
    }

    private Page signedIn(ScreenCheck.Sight sight) {
        Page page = ConsoleScene.page(scene().context(sight, true), sight.name(), faults);
        page.navigate("/login");
        check.look(page, sight, "login");
        ConsoleScene.signIn(page, "boss");
        page.waitForURL("**/");
        return page;
    }

    private void tour(ScreenCheck.Sight sight) {
        Page page = signedIn(sight);
        scene().screens().forEach((name, path) -> {
            scene().rig.pass(Duration.ofSeconds(1));
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
        page.navigate("/conflicts/" + column("SELECT id FROM callback_conflict").getFirst());
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
        page.navigate("/rejected/" + scene().seen().rejected());
        page.click("main button");
        page.navigate("/sagas/" + ConsoleStory.SAGA);
        assertThat(column("SELECT action FROM audit_log"))
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
        BrowserContext context = scene().context(new ScreenCheck.Sight("en", "light", 1280, 900), true);
        Page page = context.newPage();
        page.navigate("/login?to=/approvals/" + scene().seen().approval());
        ConsoleScene.signIn(page, "marta");
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
        assertThat(column("SELECT reason FROM audit_log WHERE action = 'task-reopen'"))
                .contains("handler fixed");
        page.context().close();
    }
}
