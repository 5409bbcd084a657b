package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Page;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;

/**
 * Attacks in every field that comes from outside, and a browser that follows every link: no dialog, no request to elsewhere, no
 * violation of the content policy, nothing that turns a text round.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileDataTest {
    private static final int PAGES_MAX = 140;
    private static final String TURNED = "\u202Egnp.exe\u2066\u200Fhidden\u2069";

    private final DeskRig rig = new DeskRig();
    private final List<String> faults = new ArrayList<>();
    private WebServer web;
    private HeadlessChromium chromium;

    /** Some sixty ways to make a page run or fetch something. */
    private static List<String> attacks() {
        List<String> attacks = new ArrayList<>();
        String run = "alert(document.domain)";
        for (String close :
                List.of("", "\">", "'>", "</title>", "</textarea>", "</script>", "-->", "</style>", "]]>")) {
            attacks.add(close + "<script>" + run + "</script>");
            attacks.add(close + "<img src=x onerror=" + run + ">");
            attacks.add(close + "<svg onload=" + run + ">");
            attacks.add(close + "<iframe srcdoc=\"<script>parent." + run + "</script>\"></iframe>");
        }
        for (String event : List.of("onmouseover", "onfocus", "onpointerenter", "ontoggle", "onanimationstart")) {
            attacks.add("\" autofocus tabindex=1 " + event + "=" + run + " x=\"");
            attacks.add("' " + event + "=" + run + " '");
        }
        attacks.addAll(List.of(
                "javascript:" + run,
                "data:text/html,<script>" + run + "</script>",
                "<a href=\"javascript:" + run + "\">x</a>",
                "<form action=javascript:" + run + "><button>x</button></form>",
                "<base href=https://evil.example/>",
                "<link rel=stylesheet href=https://evil.example/x.css>",
                "<meta http-equiv=refresh content=\"0;url=https://evil.example/\">",
                "<object data=https://evil.example/></object>",
                "<video><source onerror=" + run + "></video>",
                "<img src=https://evil.example/pixel.png>",
                "<div hx-get=https://evil.example/ hx-trigger=load>x</div>",
                "<div data-live=https://evil.example/>x</div>",
                "{{constructor.constructor('" + run + "')()}}",
                "${" + run + "}",
                "<!--#exec cmd=\"id\"-->",
                "=HYPERLINK(\"https://evil.example\",\"x\")"));
        return attacks;
    }

    @BeforeAll
    void sow() {
        assumeTrue(HeadlessChromium.isHere(), "no Chromium here");
        rig.person("boss", Role.ADMIN);
        List<String> attacks = attacks();
        for (int i = 0; i < attacks.size(); i++) {
            String attack = attacks.get(i);
            String error = i % 2 == 0 ? attack + TURNED : attack;
            TaskId task = rig.failed("evt-" + i + attack, error);
            rig.change(
                    "UPDATE async_task SET event_type = ?, biz_id = ?, provider_txn_id = ?, biz_type = ?, currency = ?,"
                            + " endpoint = ?, route = ?, provider = ?, payload = ? WHERE id = ?",
                    cut(attack, 255),
                    cut(attack, 255),
                    cut(attack, 255),
                    cut(attack, 32),
                    cut(attack, 16),
                    cut(attack, 64),
                    i % 8 == 0 ? cut(attack, 64) : "orders",
                    cut(attack, 64),
                    i == 0 ? attack.repeat(65_536 / attack.length()) : "{\"a\":\"" + attack + "\"}",
                    task.value());
            if (i % 4 == 0) {
                rig.stores()
                        .admin()
                        .audit(
                                new Actor(cut(attack, 60), cut(attack, 60)),
                                "task-export",
                                "task",
                                task.toString(),
                                attack);
                rig.refusing().refused(attack, Instant.now());
            }
        }
        web = WebServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), request -> {
            rig.pass(Duration.ofMillis(60)); // no caller is ever too fast
            return rig.desk().answer(request);
        });
        chromium = HeadlessChromium.launch();
    }

    private static String cut(String text, int max) {
        return text.substring(0, Math.min(max, text.length()));
    }

    @AfterAll
    void close() {
        if (chromium != null) {
            chromium.close();
        }
        if (web != null) {
            web.close();
        }
        rig.close();
    }

    private Page watched(BrowserContext context, String base) {
        Page page = context.newPage();
        page.onDialog(this::shown);
        page.onRequest(request -> {
            if (!request.url().startsWith(base)) {
                faults.add(page.url() + " asks for " + cut(request.url(), 100));
            }
        });
        page.onConsoleMessage(message -> {
            if (message.text().contains("Content Security Policy")) {
                faults.add(page.url() + ": " + cut(message.text(), 200));
            }
        });
        return page;
    }

    private void shown(Dialog dialog) {
        faults.add("a dialog: " + dialog.message());
        dialog.dismiss();
    }

    private static Set<String> links(Page page) {
        Set<String> links = new LinkedHashSet<>();
        Object found = page.evaluate("() => [...document.querySelectorAll('a[href]')].map(a => a.href).filter(h =>"
                + " h.startsWith(location.origin)).map(h => h.slice(location.origin.length).split('#')[0])");
        ((List<?>) found).forEach(link -> links.add(link.toString()));
        return links;
    }

    @Tag("O-141")
    @Test
    void nothingFromOutsideRunsFetchesOrTurnsTextRound() {
        String base = "http://127.0.0.1:" + web.port();
        BrowserContext context = chromium.browser()
                .newContext(new com.microsoft.playwright.Browser.NewContextOptions().setBaseURL(base));
        Page page = watched(context, base);
        page.navigate("/login");
        page.fill("input[name=name]", "boss");
        page.fill("input[name=password]", "correct horse battery");
        page.click("button.main");
        page.waitForURL("**/");
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of("/", "/tasks", "/failed", "/audit", "/rejected"));
        while (!open.isEmpty() && seen.size() < PAGES_MAX) {
            String next = open.poll();
            if (!next.endsWith(".csv") && !next.contains(".csv?") && seen.add(next)) {
                int status = page.navigate(next).status();
                if (status >= 500) {
                    faults.add(next + " -> " + status);
                }
                page.mouse().move(400, 300);
                if (((Boolean) page.evaluate(
                        "() => /[\\u202a-\\u202e\\u2066-\\u2069\\u200f]/.test(document.body.innerText)"))) {
                    faults.add(next + " shows a mark that turns text round");
                }
                links(page).stream().filter(link -> !seen.contains(link)).forEach(open::add);
            }
        }
        context.close();
        assertThat(faults).isEmpty();
        assertThat(seen).hasSizeGreaterThan(90);
    }

    /** The watch itself: a page without our defences is noticed. */
    @Test
    void theWatchNoticesWhatItIsThereFor() {
        BrowserContext context = chromium.browser().newContext();
        Page page = watched(context, "data:");
        page.navigate("data:text/html,<img src=x onerror=alert(1)><img src='http://127.0.0.1:1/pixel'>");
        page.waitForCondition(() -> faults.size() >= 2);
        context.close();
        assertThat(faults).anyMatch(fault -> fault.contains("dialog")).anyMatch(fault -> fault.contains("pixel"));
        faults.clear();
    }
}
