package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;
import tallygate.house.DebianPackages;

/**
 * The console in Chromium: every screen in both languages, both themes and both sizes, without a fault of accessibility (axe), of
 * the script or of the content policy. Pictures of all are in target/console-screens. Skipped where there is no Chromium.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleBrowserTest {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final String EVIL =
            "\"><img src=x onerror=document.title='run'>\u202Egnp\uD83D\uDE00<script>document.title='run'</script>";
    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private static final String BILL = """
        balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id
        txn_1,2026-05-09 09:00:12,eur,20.00,0.85,19.15,charge,ch_9
        """;

    private final DeskRig rig =
            new DeskRig("data-dir: target/console-data\nstatements: { stripe-eu: { format: stripe } }\n");
    private final List<String> faults = new ArrayList<>();
    private TaskId task = new TaskId(1);
    private long rejected;
    private WebServer web;
    private Playwright playwright;
    private com.microsoft.playwright.Browser chromium;
    private String axe = "";

    /** One way to look at the console. */
    private record Sight(String language, String theme, int width, int height) {
        String name() {
            return language + "-" + theme + "-" + (width < 600 ? "phone" : "wide");
        }
    }

    @BeforeAll
    void open() throws IOException {
        assumeTrue(DebianPackages.program("chromium", CHROMIUM).isPresent(), "no Chromium here");
        rig.person("boss", Role.ADMIN);
        for (int i = 0; i < 12; i++) {
            rig.failed("evt-" + i, "422 from orders: unknown field " + (1000 + i));
        }
        task = rig.task("evt-hostile");
        rig.change(
                "UPDATE async_task SET event_type = ?, biz_id = ?, last_error = ? WHERE id = ?",
                EVIL,
                EVIL,
                EVIL.repeat(4),
                task.value());
        rig.change("UPDATE async_task SET currency = 'JPY', amount_minor = -1480 WHERE event_id = 'evt-3'");
        rejected = rig.refusing().refused(EVIL, Instant.now());
        rig.stores().chain().seal(100);
        web = WebServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), rig.desk());
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setArgs(FLAGS));
        try (InputStream in =
                ConsoleBrowserTest.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterAll
    void close() {
        if (playwright != null) {
            playwright.close();
        }
        if (web != null) {
            web.close();
        }
        rig.close();
    }

    private Page signedIn(Sight sight) {
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
        look(page, sight, "login");
        page.fill("input[name=name]", "boss");
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        page.waitForURL("**/");
        return page;
    }

    private void look(Page page, Sight sight, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setPath(Path.of("target/console-screens", sight.name(), name + ".png")));
        page.evaluate(axe);
        Object found = page.evaluate(
                "async () => (await axe.run(document, {runOnly: ['wcag2a','wcag2aa','wcag21aa','wcag22aa']}))"
                        + ".violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html).join(' | '))");
        ((List<?>) found).forEach(fault -> faults.add(sight.name() + " " + name + ": " + fault));
        Object overflow = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth");
        if (((Number) overflow).intValue() > 0) {
            faults.add(sight.name() + " " + name + " is " + overflow + " px too wide");
        }
        if (page.title().equals("run")) {
            faults.add(sight.name() + " " + name + " ran a script from a callback");
        }
    }

    private void tour(Sight sight) {
        Page page = signedIn(sight);
        Map<String, String> screens = new java.util.LinkedHashMap<>();
        screens.put("overview", "/");
        screens.put("tasks", "/tasks");
        screens.put("task", "/tasks/" + task);
        screens.put("payload", "/tasks/" + task + "/payload");
        screens.put("rejected-one", "/rejected/" + rejected);
        for (String name : List.of(
                "failed",
                "rejected",
                "conflicts",
                "discrepancies",
                "books",
                "statements",
                "statements/upload",
                "sagas",
                "dead-letters",
                "endpoints",
                "lanes",
                "audit",
                "users",
                "tokens",
                "approvals",
                "jobs",
                "settings",
                "account")) {
            screens.put(name, "/" + name);
        }
        screens.forEach((name, path) -> {
            int status = page.navigate(path).status();
            if (status != 200) {
                faults.add(sight.name() + " " + path + " -> " + status);
            }
            look(page, sight, name);
        });
        page.context().close();
    }

    @Test
    void everyScreenIsSoundInEnglishByDay() {
        tour(new Sight("en", "light", 1280, 900));
        assertThat(faults).isEmpty();
    }

    @Test
    void everyScreenIsSoundInChineseByNight() {
        tour(new Sight("zh", "dark", 1280, 900));
        assertThat(faults).isEmpty();
    }

    @Test
    void everyScreenIsSoundOnAPhoneInEnglishByNight() {
        tour(new Sight("en", "dark", 390, 844));
        assertThat(faults).isEmpty();
    }

    @Test
    void everyScreenIsSoundOnAPhoneInChineseByDay() {
        tour(new Sight("zh", "light", 390, 844));
        assertThat(faults).isEmpty();
    }

    @Test
    void aFailedTaskIsRetriedByHandAndKeysLeadAround() {
        Page page = signedIn(new Sight("en", "light", 1280, 900));
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
                .containsExactly("handler fixed");
        page.context().close();
    }

    /** Also without script: the form is a browser's own. */
    @Test
    void financeBringsAStatementAndTakesTheCertificateHome() {
        rig.person("fin", Role.FINANCE);
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setBaseURL("http://127.0.0.1:" + web.port())
                .setJavaScriptEnabled(false));
        Page page = context.newPage();
        page.navigate("/login");
        page.fill("input[name=name]", "fin");
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        page.navigate("/statements/upload");
        page.selectOption("select[name=account]", "stripe-eu");
        page.fill("input[name=day]", "2026-05-09");
        page.setInputFiles(
                "input[name=file]",
                new com.microsoft.playwright.options.FilePayload(
                        "may.csv", "text/csv", BILL.getBytes(StandardCharsets.UTF_8)));
        page.click("text=Take and compare");
        page.waitForURL("**/statements?day=2026-05-09");
        assertThat(page.content()).contains("may.csv", "not complete");
        String digest = rig.column(
                        "SELECT LOWER(HEX(digest)) FROM completeness_certificate WHERE bill_day = '2026-05-09'"
                                + " AND endpoint = 'shop-stripe' ORDER BY id DESC")
                .getFirst();
        var download =
                page.waitForDownload(() -> page.click("a[href='/statements/certificates/2026-05-09/shop-stripe']"));
        assertThat(download.suggestedFilename()).isEqualTo("certificate-shop-stripe-2026-05-09.json");
        assertThat(download.path())
                .satisfies(file -> assertThat(java.util.HexFormat.of()
                                .formatHex(java.security.MessageDigest.getInstance("SHA-256")
                                        .digest(java.nio.file.Files.readAllBytes(file))))
                        .isEqualTo(digest));
        context.close();
    }

    @Test
    void theEssentialsWorkWithoutScript() {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setBaseURL("http://127.0.0.1:" + web.port())
                .setJavaScriptEnabled(false));
        Page page = context.newPage();
        page.navigate("/login");
        page.fill("input[name=name]", "boss");
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        page.waitForURL("**/");
        page.click("a[href='/failed']");
        page.waitForURL("**/failed");
        assertThat(page.content()).contains("unknown field");
        context.close();
    }
}
