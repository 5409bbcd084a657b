package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.identity.Role;
import tallygate.gateway.mysql.TestDatabases;

/**
 * Every page, search and list on a big table: {@code -Dtallygate.console.rows=5000000}, on the server of {@code
 * -Dtallygate.test.jdbc-url} or the embedded one; {@code -Dtallygate.test.database=NAME} looks again at one that was filled
 * before. Logs each median; none may take 200 ms.
 */
@EnabledIfSystemProperty(named = "tallygate.console.rows", matches = "\\d+")
class ConsoleAtScaleTest {
    private static final Logger log = LoggerFactory.getLogger(ConsoleAtScaleTest.class);
    private static final long MILLIS_MAX = 200;
    private static final int LOOKS = 5;

    private static TestDatabases.TestDatabase database() {
        return TestDatabases.kept().or(TestDatabases::named).orElseGet(TestDatabases::embedded);
    }

    @Test
    void nothingTakesTwoHundredMilliseconds() {
        long rows = Long.getLong("tallygate.console.rows", 0);
        try (DeskRig rig = new DeskRig("", database())) {
            ScaleTables tables = new ScaleTables(rig, rows);
            tables.fill();
            Browser boss = rig.person("boss-" + System.nanoTime(), Role.ADMIN);
            List<String> slow = new ArrayList<>();
            look(rig, boss, tables).forEach((page, millis) -> {
                log.warn("rows={} millis={} page={}", rows, millis, page);
                if (millis >= MILLIS_MAX) {
                    slow.add(page + " " + millis + " ms");
                }
            });
            assertThat(slow).as("at %d rows", rows).isEmpty();
        }
    }

    private static Map<String, Long> look(DeskRig rig, Browser boss, ScaleTables tables) {
        Map<String, Long> medians = new LinkedHashMap<>();
        List<String> pages = tables.pages();
        // A gateway that has just started is not what is judged.
        pages.forEach(page -> millis(rig, boss, page));
        for (String page : pages) {
            long[] millis = new long[LOOKS];
            for (int i = 0; i < LOOKS; i++) {
                millis[i] = millis(rig, boss, page);
            }
            Arrays.sort(millis);
            medians.put(page, millis[LOOKS / 2]);
        }
        return medians;
    }

    private static long millis(DeskRig rig, Browser boss, String page) {
        rig.pass(Duration.ofSeconds(2));
        long from = System.nanoTime();
        HttpReply reply = page.startsWith("/api/") ? rig.get(page) : boss.get(page);
        long millis = (System.nanoTime() - from) / 1_000_000;
        assertThat(reply.status()).as(page).isLessThan(400);
        return millis;
    }
}
