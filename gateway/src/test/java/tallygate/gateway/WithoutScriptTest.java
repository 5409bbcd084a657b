package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.identity.Role;

/** What must work in a browser without script: signing in, looking, bringing a statement, taking a certificate home. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WithoutScriptTest {
    private static final String BILL = """
        balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id
        txn_1,2026-05-09 09:00:12,eur,20.00,0.85,19.15,charge,ch_9
        """;

    private final DeskRig rig =
            new DeskRig("data-dir: target/plain-data\nstatements: { stripe-eu: { format: stripe } }\n");
    private WebServer web;
    private HeadlessChromium headless;
    private com.microsoft.playwright.Browser chromium;

    @BeforeAll
    void open() {
        assumeTrue(HeadlessChromium.isHere(), "no Chromium here");
        rig.person("boss", Role.ADMIN);
        new ConsoleStory(rig).tell();
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

    @Test
    void financeBringsAStatementAndTakesTheCertificateHome() {
        rig.person("fin", Role.FINANCE);
        Page page = withoutScript("fin");
        page.navigate("/statements/upload");
        page.selectOption("select[name=account]", "stripe-eu");
        page.fill("input[name=day]", "2026-05-09");
        page.setInputFiles(
                "input[name=file]", new FilePayload("may.csv", "text/csv", BILL.getBytes(StandardCharsets.UTF_8)));
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
                .satisfies(file -> assertThat(HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))))
                        .isEqualTo(digest));
        page.context().close();
    }

    @Test
    void theEssentialsWorkWithoutScript() {
        Page page = withoutScript("boss");
        page.waitForURL("**/");
        page.click("a[href='/failed']");
        page.waitForURL("**/failed");
        assertThat(page.content()).contains("ledger.internal");
        page.context().close();
    }

    private Page withoutScript(String name) {
        BrowserContext context = chromium.newContext(new NewContextOptions()
                .setBaseURL("http://127.0.0.1:" + web.port())
                .setJavaScriptEnabled(false));
        Page page = context.newPage();
        page.navigate("/login");
        page.fill("input[name=name]", name);
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        return page;
    }
}
