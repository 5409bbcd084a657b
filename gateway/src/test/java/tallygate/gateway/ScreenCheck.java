package tallygate.gateway;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What must hold of every screen: axe's rules, a focus that is seen, no scrolling sideways, no script of a stranger; and its picture. */
final class ScreenCheck {
    private final List<String> faults = new ArrayList<>();
    private final String axe = axe();

    private static String axe() {
        try (InputStream in = ScreenCheck.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> faults() {
        return faults;
    }

    /** One way to look at the console. */
    record Sight(String language, String theme, int width, int height) {
        String name() {
            return language + "-" + theme + "-" + (width < 600 ? "phone" : "wide");
        }

        /** All rules are judged; the two other sights repeat those that depend on colours and room. */
        boolean isWhole() {
            return (width < 600) == theme.equals("dark");
        }
    }

    void look(Page page, Sight sight, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setPath(Path.of("target/console-screens", sight.name(), name + ".png")));
        page.evaluate(axe);
        Object found = page.evaluate(
                "async (all) => (await axe.run(document, all ? {runOnly: ['wcag2a','wcag2aa','wcag21aa','wcag22aa'],"
                        + " rules: {'target-size': {enabled: true}}} : {runOnly: {type: 'rule', values:"
                        + " ['color-contrast', 'target-size', 'scrollable-region-focusable']}}))"
                        + ".violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html).join(' | '))",
                sight.isWhole());
        ((List<?>) found).forEach(fault -> faults.add(sight.name() + " " + name + ": " + fault));
        Object overflow = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth");
        if (((Number) overflow).intValue() > 0) {
            faults.add(sight.name() + " " + name + " is " + overflow + " px too wide");
        }
        Object blurred =
                page.evaluate("() => [...document.querySelectorAll('a[href], button, input, select, textarea')]"
                        + ".filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled).slice(0, 60)"
                        + ".filter(e => { e.focus({focusVisible: true}); const s = getComputedStyle(e);"
                        + " return s.outlineStyle === 'none' || parseFloat(s.outlineWidth) < 2; })"
                        + ".map(e => e.outerHTML.slice(0, 120))");
        ((List<?>) blurred).forEach(fault -> faults.add(sight.name() + " " + name + " focus cannot be seen: " + fault));
        if (page.title().equals("run")) {
            faults.add(sight.name() + " " + name + " ran a script from a callback");
        }
    }
}
