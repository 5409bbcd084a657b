package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two versions side by side: what 0.1.0 says to its database works after the newest migrations, and it starts there. */
class UpgradeTest {
    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");
    private static final String NAME =
            "tallygate_t_upgrade_" + ProcessHandle.current().pid();

    @TempDir
    private Path folder;

    private final TestDatabases.TestDatabase server = TestDatabases.embedded();
    private HikariDataSource source;

    @BeforeEach
    void open() throws SQLException {
        asRoot(
                "DROP DATABASE IF EXISTS " + NAME,
                "CREATE DATABASE " + NAME + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
        var settings = new HikariConfig();
        settings.setJdbcUrl("jdbc:mysql://127.0.0.1:" + server.port() + "/" + NAME + "?connectionTimeZone=UTC");
        settings.setUsername("root");
        settings.setPassword("root");
        settings.setMaximumPoolSize(2);
        source = new HikariDataSource(settings);
    }

    @AfterEach
    void close() throws SQLException {
        source.close();
        asRoot("DROP DATABASE IF EXISTS " + NAME);
    }

    private void asRoot(String... statements) throws SQLException {
        try (Connection connection = server.connectAsRoot();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }

    private static List<String> statements() throws IOException {
        String text = resource("statements-0.1.0.sql").replaceAll("(?m)^--.*\n", "");
        return Stream.of(text.split(";\n"))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .toList();
    }

    private static String resource(String name) throws IOException {
        try (var in = UpgradeTest.class.getResourceAsStream("/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Statements that the server does not take, with what it says. */
    private Map<String, String> refused() throws IOException, SQLException {
        Map<String, String> refused = new TreeMap<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String one : statements()) {
                try {
                    // The server itself resolves tables and columns; nothing is run.
                    statement.execute(
                            "PREPARE s FROM '" + one.replace("\\", "\\\\").replace("'", "''") + "'");
                    statement.execute("DEALLOCATE PREPARE s");
                } catch (SQLException e) {
                    refused.put(one, e.getMessage());
                }
            }
        }
        return refused;
    }

    /** {@code table.column}, and whether an INSERT must name it. */
    private Map<String, Boolean> columns() throws SQLException {
        Map<String, Boolean> columns = new TreeMap<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                    SELECT CONCAT(c.table_name, '.', c.column_name),
                           c.is_nullable = 'NO' AND c.column_default IS NULL AND c.extra NOT LIKE '%auto_increment%'
                           AND c.extra NOT LIKE '%GENERATED%'
                      FROM information_schema.columns c
                      JOIN information_schema.tables t USING (table_schema, table_name)
                     WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' AND t.table_name <> 'tallygate_schema'
                    """)) {
            while (row.next()) {
                columns.put(row.getString(1), row.getBoolean(2));
            }
        }
        return columns;
    }

    private static Set<String> columnsOfTheFirstVersion() throws IOException {
        return resource("columns-0.1.0.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @Tag("F-53")
    void whatTheFirstVersionSaysWorksAfterTheNewestMigrations() throws Exception {
        Migrations.apply(source);
        assertThat(statements()).hasSizeGreaterThan(100);
        assertThat(refused()).isEmpty();
    }

    @Test
    void aColumnThatIsTakenAwayIsSeen() throws Exception {
        Migrations.apply(source);
        sql("ALTER TABLE lane DROP COLUMN route");
        assertThat(refused()).isNotEmpty();
    }

    @Test
    void noColumnIsGoneAndNoNewOneMustBeNamed() throws Exception {
        Migrations.apply(source);
        Map<String, Boolean> now = columns();
        Set<String> first = columnsOfTheFirstVersion();
        assertThat(now.keySet()).containsAll(first);
        Set<String> oldTables = first.stream().map(UpgradeTest::table).collect(Collectors.toSet());
        assertThat(now.entrySet().stream()
                        .filter(Map.Entry::getValue)
                        .map(Map.Entry::getKey)
                        .filter(column -> oldTables.contains(table(column)) && !first.contains(column)))
                .as("added without a default: an INSERT of the older version fails")
                .isEmpty();
    }

    private static String table(String column) {
        return column.substring(0, column.indexOf('.'));
    }

    /** The migrations of an older version, as its jar has them. */
    private Flyway older(String newest) throws IOException {
        Path own = Files.createDirectories(folder.resolve("older"));
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(MIGRATIONS)) {
            all.filter(file -> file.getFileName().toString().compareTo("V") > 0).forEach(files::add);
        }
        for (Path file : files) {
            String version =
                    file.getFileName().toString().replaceAll("^V|__.*", "").replace('_', '.');
            if (Double.parseDouble(version) <= Double.parseDouble(newest)) {
                Files.copy(file, own.resolve(file.getFileName()));
            }
        }
        return Flyway.configure()
                .dataSource(source)
                .table("tallygate_schema")
                .locations("filesystem:" + own)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
    }

    @Test
    @Tag("F-53")
    void anUpgradeKeepsWhatIsThereAndTheOlderVersionStartsAgainAfterIt() throws Exception {
        Flyway older = older("10");
        assertThat(older.migrate().migrationsExecuted).isGreaterThan(5);
        sql("INSERT INTO async_task (route, biz_type, biz_id, event_id, payload) VALUES ('sms', 'sms', '1',"
                + " 'before', '{}')");
        Migrations.apply(source);
        sql("INSERT INTO async_task (route, biz_type, biz_id, event_id, payload) VALUES ('sms', 'sms', '1',"
                + " 'after', '{}')");
        assertThat(older.migrate().migrationsExecuted)
                .as("the older version has nothing to do")
                .isZero();
        assertThat(refused()).isEmpty();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT COUNT(*) FROM async_task_view WHERE status = 'pending'")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(2);
        }
        assertThat(Migrations.apply(source)).isZero();
    }

    @Test
    void aStepThatWasChangedAfterwardsIsRefused() throws Exception {
        Flyway older = older("10");
        older.migrate();
        try (Stream<Path> files = Files.list(folder.resolve("older"))) {
            Path first = files.filter(file -> file.toString().contains("V2__"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(first, Files.readString(first) + "\nALTER TABLE node ADD COLUMN x INT;\n");
        }
        assertThatThrownBy(older::validate).hasMessageContaining("checksum");
    }
}
