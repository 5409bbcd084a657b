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
    /**
     * WCAG 2.4.11: what has the focus is never wholly under the header, the menu or an edge, whichever way one comes: from the
     * end of the page upwards, then down again.
     */
    private static final String COVERED = """
        () => {
          const all = [...document.querySelectorAll(
              'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
              .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled);
          const walk = all.length > 90 ? [...all.slice(0, 60), ...all.slice(-30)] : all;
          const isSeen = (e) => [...e.getClientRects()].some((r) => {
            const left = Math.max(0, r.left), right = Math.min(innerWidth, r.right);
            const top = Math.max(0, r.top), bottom = Math.min(innerHeight, r.bottom);
            if (left >= right || top >= bottom) return false;
            return [0.1, 0.5, 0.9].some(x => [0.1, 0.5, 0.9].some((y) => {
              const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
              return hit !== null && (e.contains(hit) || hit.contains(e));
            }));
          });
          // What has the focus already is not scrolled to again.
          document.activeElement.blur();
          scrollTo(0, document.documentElement.scrollHeight);
          return [...walk].reverse().concat(walk)
              .filter((e) => { e.focus({focusVisible: true}); return !isSeen(e); })
              .map(e => e.outerHTML.slice(0, 120));
        }\
        """;

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
    }

    void look(Page page, Sight sight, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setPath(Path.of("target/console-screens", sight.name(), name + ".png")));
        page.evaluate(axe);
        Object found = page.evaluate(
                "async () => (await axe.run(document, {runOnly: ['wcag2a','wcag2aa','wcag21aa','wcag22aa'],"
                        + " rules: {'target-size': {enabled: true}}}))"
                        + ".violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html).join(' | '))");
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
        ((List<?>) page.evaluate(COVERED))
                .forEach(fault -> faults.add(sight.name() + " " + name + " focus is covered: " + fault));
        if (page.title().equals("run")) {
            faults.add(sight.name() + " " + name + " ran a script from a callback");
        }
    }
}
