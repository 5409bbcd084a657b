package tallygate.gateway;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tallygate.house.DebianPackages;

/** Debian's Chromium under Playwright; nothing is downloaded. */
final class HeadlessChromium implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    /** Without it pictures of Chinese pages show boxes, and nobody can judge them. */
    private static final Path HAN = Path.of("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc");

    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    private HeadlessChromium(Playwright playwright) {
        this.playwright = playwright;
        this.browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        .setArgs(FLAGS));
    }

    static boolean isHere() {
        DebianPackages.program("fonts-wqy-microhei", HAN);
        return DebianPackages.program("chromium", PROGRAM).isPresent();
    }

    static HeadlessChromium launch() {
        return new HeadlessChromium(Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))));
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
