package tallygate.gateway;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.web.WebServer;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.task.TaskId;

/** A console with a bad night to show, behind a socket, and Chromium before it. */
final class ConsoleScene implements AutoCloseable {
    static final String PASSWORD = "correct horse battery";
    static final String EVIL =
            "\"><img src=x onerror=document.title='run'>\u202Egnp\uD83D\uDE00<script>document.title='run'</script>";

    final DeskRig rig;
    private final ConsoleStory story;
    private final ConsoleStory.Seen seen;
    private final TaskId hostile;
    private final WebServer web;
    private final HeadlessChromium headless = HeadlessChromium.launch();

    /** @param data folder of this scene's own */
    ConsoleScene(String data) {
        rig = new DeskRig("data-dir: " + data + "\n");
        story = new ConsoleStory(rig);
        Browser boss = rig.person("boss", Role.ADMIN);
        rig.person("marta", Role.OPERATOR);
        story.tell();
        long plan = planned(boss);
        long job = planned(boss);
        boss.post("/jobs/" + job + "/start", Map.of("count", "15", "reason", "handler 2026.11.18-1", "how", "canary"));
        TaskId done = rig.task("evt_done");
        rig.change("UPDATE async_task SET status = 2 WHERE id = ?", done.value());
        long approval = number(boss.post(
                "/tasks/" + done + "/change", Map.of("to", "force", "reason", "the shop lost it", "version", "2.0.0")));
        boss.post("/endpoints/shop-stripe/test", Map.of());
        hostile = rig.task("evt-hostile");
        rig.change(
                "UPDATE async_task SET event_type = ?, biz_id = ?, last_error = ? WHERE id = ?",
                EVIL,
                EVIL,
                EVIL.repeat(4),
                hostile.value());
        seen = new ConsoleStory.Seen(plan, job, approval, rig.refusing().refused(EVIL, Instant.now()));
        rig.stores().chain().seal(100);
        web = WebServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), rig.desk());
    }

    private static long number(HttpReply reply) {
        return Long.parseLong(Browser.location(reply).replaceAll(".*/", ""));
    }

    private static long planned(Browser boss) {
        return number(boss.post("/jobs", Map.of("match", "all", "route", "orders")));
    }

    ConsoleStory.Seen seen() {
        return seen;
    }

    /** Every screen by a name for its picture. */
    Map<String, String> screens() {
        return story.screens(hostile, seen);
    }

    /** A browser of its own. */
    BrowserContext context(ScreenCheck.Sight sight, boolean hasScript) {
        rig.change(
                "UPDATE user_account SET language = ?, theme = ?",
                sight.language().equals("zh") ? "zh-Hans" : "en",
                sight.theme());
        return headless.browser()
                .newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                        .setBaseURL("http://127.0.0.1:" + web.port())
                        .setJavaScriptEnabled(hasScript)
                        .setLocale(sight.language().equals("zh") ? "zh-CN" : "en-GB")
                        .setViewportSize(sight.width(), sight.height()));
    }

    /** A page of that browser on which nobody is signed in; errors of the console and of scripts are faults. */
    static Page page(BrowserContext context, String where, List<String> faults) {
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("status of 4")) {
                faults.add(where + " " + page.url() + ": " + message.text());
            }
        });
        page.onPageError(error -> faults.add(where + " " + page.url() + ": " + error));
        return page;
    }

    static void signIn(Page page, String name) {
        page.fill("input[name=name]", name);
        page.fill("input[name=password]", PASSWORD);
        page.click("button.main");
    }

    @Override
    public void close() {
        headless.close();
        web.close();
        rig.close();
    }
}
