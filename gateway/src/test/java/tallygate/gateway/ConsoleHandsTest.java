package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The console by keyboard alone, without its script, and with hostile text in every field. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleHandsTest {
    private static final ScreenCheck.Sight WIDE = new ScreenCheck.Sight("en", "light", 1280, 900);
    private static final ScreenCheck.Sight PHONE = new ScreenCheck.Sight("zh", "light", 390, 844);
    /** Every page with rows that lead somewhere. */
    private static final List<String> LISTS = List.of(
            "/tasks",
            "/failed",
            "/rejected",
            "/conflicts",
            "/discrepancies",
            "/books",
            "/sagas",
            "/dead-letters",
            "/endpoints",
            "/lanes",
            "/audit",
            "/users",
            "/approvals",
            "/jobs");

    /** Fewer screens with hostile text would mean that the others failed, or were not given any. */
    private static final int SHOWING_MIN = 16;

    private final List<String> faults = new ArrayList<>();
    private @Nullable ConsoleScene opened;

    @BeforeAll
    void open() {
        assumeTrue(HeadlessChromium.isHere(), "no Chromium here");
        opened = new ConsoleScene("target/console-hands");
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

    private Page signedIn(ScreenCheck.Sight sight, boolean hasScript, String name) {
        return signedIn(scene(), sight, hasScript, name);
    }

    private Page signedIn(ConsoleScene scene, ScreenCheck.Sight sight, boolean hasScript, String name) {
        Page page = ConsoleScene.page(scene.context(sight, hasScript), sight.name(), faults);
        page.navigate("/login");
        ConsoleScene.signIn(page, name);
        page.waitForURL("**/");
        return page;
    }

    @Test
    void everyListIsWalkedAndSearchedAndExplainedByKeys() {
        Page page = signedIn(WIDE, true, "boss");
        for (String list : LISTS) {
            scene().rig.pass(Duration.ofSeconds(1));
            page.navigate(list);
            page.keyboard().press("j");
            page.keyboard().press("j");
            page.keyboard().press("k");
            assertThat(page.evaluate("() => [...document.querySelectorAll('main tbody tr[data-href]')]"
                            + ".indexOf(document.querySelector('tr[aria-selected=\"true\"]'))"))
                    .as("row of %s", list)
                    .isEqualTo(0);
            page.keyboard().press("/");
            assertThat(page.evaluate("() => document.activeElement.name"))
                    .as("search on %s", list)
                    .isEqualTo("q");
            page.keyboard().type("j?");
            assertThat(page.inputValue("#q")).as("no key works in a field").isEqualTo("j?");
            assertThat(page.isVisible("#keys")).isFalse();
            page.evaluate("() => document.activeElement.blur()");
            page.keyboard().press("?");
            assertThat(page.isVisible("#keys")).as("help on %s", list).isTrue();
            page.keyboard().press("Escape");
        }
        page.context().close();
        assertThat(faults).isEmpty();
    }

    @Test
    void gAndALetterLeadToEveryPlace() {
        Page page = signedIn(WIDE, true, "boss");
        List<String> letters = List.of("c", "t", "f", "r", "s", "e", "l", "a", "o");
        List<String> places =
                List.of("rejected", "tasks", "failed", "discrepancies", "sagas", "endpoints", "lanes", "audit", "");
        for (int i = 0; i < letters.size(); i++) {
            scene().rig.pass(Duration.ofSeconds(1));
            page.keyboard().press("g");
            page.keyboard().press(letters.get(i));
            page.waitForURL("**/" + places.get(i));
        }
        page.context().close();
    }

    @Test
    void tabReachesTheFirstRowAndGoesBackWithoutBeingTrapped() {
        Page page = signedIn(WIDE, true, "boss");
        page.navigate("/discrepancies");
        List<Object> forth = new ArrayList<>();
        String here = "() => document.activeElement.getAttribute('href') || document.activeElement.name";
        page.keyboard().press("Tab");
        assertThat(page.evaluate(here)).as("the first stop").isEqualTo("#main");
        for (int i = 0; i < 45; i++) {
            page.keyboard().press("Tab");
            forth.add(page.evaluate(here));
        }
        assertThat(forth)
                .contains("q", "/tasks", "kind", "/discrepancies?show=all")
                .anySatisfy(place -> assertThat(place).asString().matches("/discrepancies/\\d+"));
        page.keyboard().press("Shift+Tab");
        page.keyboard().press("Shift+Tab");
        assertThat(page.evaluate("() => document.activeElement !== document.body"))
                .isEqualTo(true);
        page.context().close();
    }

    @Test
    void withoutScriptTheEssentialsWork() {
        Page page = signedIn(PHONE, false, "boss");
        assertThat(page.isVisible("nav.menu a[href='/failed']"))
                .as("the menu is open")
                .isTrue();
        page.navigate("/tasks");
        page.selectOption("select[name=status]", "failed");
        page.click("form.filter button.main");
        page.waitForURL("**/tasks?*status=failed*");
        page.click("main tbody th a >> nth=2");
        page.waitForURL("**/tasks/*");
        String task = page.url().replaceAll(".*/", "");
        page.check("input[value=retry]");
        page.fill("textarea[name=reason]", "by hand, without script");
        page.click("section[aria-labelledby=act] button.main");
        assertThat(scene().rig.column("SELECT reason FROM audit_log WHERE object_id = ?", task))
                .contains("by hand, without script");
        page.navigate("/failed");
        page.click("form[action$='/plan'] button >> nth=0");
        page.waitForURL("**/jobs/*");
        page.fill("textarea[name=reason]", "handler fixed");
        page.fill("input[name=count]", page.textContent("label strong"));
        page.click("aside button.main");
        assertThat(page.textContent("#job-title")).contains("执行中");
        page.context().close();
        BrowserContext other = scene().context(PHONE, false);
        Page marta = ConsoleScene.page(other, "marta", faults);
        marta.navigate("/login?to=/approvals/" + scene().seen().approval());
        ConsoleScene.signIn(marta, "marta");
        marta.click("form[action$='/agree'] button.main");
        assertThat(marta.textContent("aside")).contains("已批准并执行");
        other.close();
        assertThat(faults).isEmpty();
    }

    @Tag("O-141")
    @Tag("T-25")
    @Test
    void hostileTextInEveryFieldIsTextOnEveryPage() {
        try (ConsoleScene spoilt = new ConsoleScene("target/console-hostile")) {
            hostile(spoilt);
        }
        assertThat(faults).isEmpty();
    }

    private void hostile(ConsoleScene scene) {
        HostileRows rows = new HostileRows(scene.rig);
        rows.spoil();
        assertThat(rows.spoilt())
                .as("columns that hold text of others")
                .contains(
                        "async_task.biz_id",
                        "async_task.payload",
                        "task_attempt.error",
                        "audit_log.reason",
                        "discrepancy.detail",
                        "saga_log.last_error");
        for (ScreenCheck.Sight sight : List.of(WIDE, PHONE)) {
            Page page = signedIn(scene, sight, true, "boss");
            Set<String> showing = new HashSet<>();
            scene.screens().forEach((name, path) -> {
                scene.rig.pass(Duration.ofSeconds(1));
                int status = page.navigate(path).status();
                Object found = page.evaluate("() => ({run: document.title === 'run',"
                        + " made: document.querySelectorAll('img, [onerror], main script, b.evil').length,"
                        + " turned: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText),"
                        + " wide: Math.max(0, document.documentElement.scrollWidth - innerWidth)})");
                if (String.valueOf(page.textContent("body")).contains("<img src=x onerror=")) {
                    showing.add(name);
                }
                if (status >= 500 || !found.equals(HostileRows.HARMLESS)) {
                    faults.add(sight.name() + " " + path + " " + status + " " + found);
                }
            });
            if (showing.size() < SHOWING_MIN) {
                faults.add(sight.name() + " hostile text was shown only by " + showing);
            }
            page.context().close();
        }
    }
}
