package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.participant.Guard;
import tallygate.house.DebianPackages;

/**
 * The guard's recipes of the guide in PHP and Node, run as they stand there by processes of their own: forward and compensation
 * race for the same steps on a real database, in both orders, and copies of each follow.
 */
class GuardSamplesTest {
    private static final int STEPS = 400;

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    @TempDir
    Path folder;

    /** A function of the guide's page, from its first line to the closing brace. */
    private static String code(String language, String function) throws IOException {
        String page = Files.readString(Path.of("../config/docs/" + language + "/sagas.md"));
        Matcher found =
                Pattern.compile("(?ms)^" + Pattern.quote(function) + ".*?^}$").matcher(page);
        assertThat(found.find()).as("%s in the page", function).isTrue();
        return found.group();
    }

    @Test
    void bothLanguagesShowTheSameRecipes() throws IOException {
        for (String function : List.of("function guarded", "async function guarded")) {
            assertThat(code("zh", function)).isEqualTo(code("en", function));
        }
    }

    @Test
    @Tag("O-132")
    @Tag("O-133")
    void thePhpRecipeLeavesNothingBehindInRacesOfBothOrders() throws Exception {
        DebianPackages.program("php-cli", Path.of("/usr/bin/php"));
        DebianPackages.file("php-mysql", Path.of("/etc/php/8.2/mods-available/pdo_mysql.ini"));
        assumeTrue(
                isThere("php", "-r", "exit(extension_loaded('pdo_mysql') ? 0 : 1);"), "php with pdo_mysql is not here");
        Path script = Files.writeString(folder.resolve("race.php"), "<?php\n" + code("en", "function guarded") + """

            $db = new PDO(getenv('DB_DSN'), getenv('DB_USER'), getenv('DB_PASSWORD'), [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
            [, $prefix, $undo, $from, $to] = $argv;
            $undo = $undo === 'undo';
            $codes = [];
            foreach (range((int) $from, (int) $to) as $i) {
                $work = function () use ($db, $undo) {
                    $db->exec('UPDATE stock SET frozen = frozen ' . ($undo ? '- 1' : '+ 1') . ' WHERE id = 1');
                    return ['frozen' => 1];
                };
                for ($try = 0; $try < 50; $try++) {
                    try { [$code] = guarded($db, "$prefix:s$i", $undo, "$prefix:c:s$i", $work); break; }
                    catch (PDOException $e) { usleep(1000); $code = 503; }
                }
                $codes[$code] = ($codes[$code] ?? 0) + 1;
            }
            echo json_encode($codes);
            """);
        race(
                Map.of(
                        "DB_DSN", "mysql:host=127.0.0.1;port=" + database.port() + ";dbname=" + name(),
                        "DB_USER", database.settings().username(),
                        "DB_PASSWORD", database.settings().password()),
                "php",
                script.toString());
    }

    @Test
    @Tag("O-132")
    @Tag("O-133")
    void theNodeRecipeLeavesNothingBehindInRacesOfBothOrders() throws Exception {
        assumeTrue(isThere("node", "--version"), "node is not on this machine");
        Path modules = Path.of("target", "receiver-node").toAbsolutePath();
        Files.createDirectories(modules);
        assumeTrue(
                Files.isDirectory(modules.resolve("node_modules/mysql2"))
                        || isThere("npm", "install", "--silent", "--prefix", modules.toString(), "mysql2@3"),
                "mysql2 could not be installed");
        Path script = modules.resolve("guard-race-" + database.port() + ".js");
        Files.writeString(script, code("en", "async function guarded") + """

            const db = require('mysql2/promise').createPool({ uri: process.env.DB_URL, connectionLimit: 4 });
            const [, , prefix, way, from, to] = process.argv;
            (async () => {
              const undo = way === 'undo', codes = {}, step = Number(from) <= Number(to) ? 1 : -1;
              for (let i = Number(from); i !== Number(to) + step; i += step) {
                const work = async (c) => {
                  await c.execute('UPDATE stock SET frozen = frozen ' + (undo ? '- 1' : '+ 1') + ' WHERE id = 1');
                  return { frozen: 1 };
                };
                let code = 503;
                for (let n = 0; n < 50 && code === 503; n++) {
                  try { [code] = await guarded(db, `${prefix}:s${i}`, undo, `${prefix}:c:s${i}`, work); } catch (e) { code = 503; }
                }
                codes[code] = (codes[code] ?? 0) + 1;
              }
              console.log(JSON.stringify(codes));
              await db.end();
            })();
            """);
        try {
            race(
                    Map.of(
                            "DB_URL",
                            "mysql://%s:%s@127.0.0.1:%d/%s"
                                    .formatted(
                                            database.settings().username(),
                                            database.settings().password(),
                                            database.port(),
                                            name())),
                    "node",
                    script.toString());
        } finally {
            Files.delete(script);
        }
    }

    /** Both in the same order; then against each other, so that each goes first for half of the steps; then copies of all. */
    private void race(Map<String, String> settings, String... program) throws Exception {
        try (Connection connection = database.connect()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(Guard.TABLE);
                statement.execute("CREATE TABLE stock (id INT PRIMARY KEY, frozen INT NOT NULL)");
                statement.execute("INSERT INTO stock VALUES (1, 0)");
            }
            String last = Integer.toString(STEPS);
            List<Process> same = List.of(
                    run(settings, program, "a", "do", "1", last), run(settings, program, "a", "undo", "1", last));
            same.forEach(GuardSamplesTest::ended);
            Process forward = run(settings, program, "b", "do", "1", last);
            Process backward = run(settings, program, "b", "undo", last, "1");
            String forwards = ended(forward);
            assertThat(ended(backward)).isEqualTo("{\"200\":" + STEPS + "}");
            assertThat(forwards)
                    .as("some forwards came after their compensation")
                    .contains("\"409\":");
            ended(run(settings, program, "a", "undo", "1", last));
            assertThat(ended(run(settings, program, "a", "do", "1", last))).isEqualTo("{\"409\":" + STEPS + "}");
            assertThat(number(connection, "SELECT frozen FROM stock"))
                    .as("left behind")
                    .isZero();
            assertThat(number(connection, "SELECT COUNT(*) FROM saga_guard WHERE status = 2"))
                    .isEqualTo(2 * STEPS);
            String once = ended(run(settings, program, "c", "do", "1", "1"));
            assertThat(ended(run(settings, program, "c", "do", "1", "1")))
                    .isEqualTo(once)
                    .isEqualTo("{\"200\":1}");
            assertThat(number(connection, "SELECT frozen FROM stock"))
                    .as("done once")
                    .isEqualTo(1);
            assertThat(number(connection, "SELECT COUNT(*) FROM saga_guard WHERE response LIKE '%frozen%'"))
                    .isPositive();
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private Process run(Map<String, String> settings, String[] program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(settings);
        return builder.start();
    }

    private static String ended(Process process) {
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean isThere(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    private String name() {
        return database.settings().url().replaceFirst(".*/", "");
    }
}
