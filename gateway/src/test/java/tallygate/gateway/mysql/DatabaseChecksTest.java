package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong with a server is found and said, and nothing is said of one that is right. */
class DatabaseChecksTest {
    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    private static List<Finding> check(TestDatabases.TestDatabase database, InstantSource clock) {
        try (MySqlStores stores = database.open()) {
            return stores.check(clock);
        }
    }

    private Finding find(String what) {
        return check(database, Clock.systemUTC()).stream()
                .filter(finding -> finding.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    private void asRoot(String sql) throws SQLException {
        try (Connection connection = database.connectAsRoot();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void theServerThatComesWithTheGatewayIsFound() {
        assertThat(check(database, Clock.systemUTC()))
                .hasSizeGreaterThan(15)
                .allSatisfy(finding ->
                        assertThat(finding.level()).as(finding.toString()).isEqualTo(Finding.Level.OK));
    }

    @Test
    void debiansServerAsItComesIsSafe() {
        var debian = TestDatabases.debian();
        assumeTrue(debian.isPresent(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        assertThat(check(debian.orElseThrow(), Clock.systemUTC()))
                .filteredOn(finding -> finding.level() == Finding.Level.UNSAFE)
                .isEmpty();
    }

    @Test
    void commitsThatAreNotFlushedAreUnsafe() throws SQLException {
        asRoot("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
        try {
            Finding finding = find("innodb_flush_log_at_trx_commit");
            assertThat(finding.level()).isEqualTo(Finding.Level.UNSAFE);
            assertThat(finding.value()).isEqualTo("2");
            assertThat(finding.advice()).startsWith("Set innodb_flush_log_at_trx_commit=1");
        } finally {
            asRoot("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    @Test
    void aReadOnlyServerIsToldApart() throws SQLException {
        asRoot("SET GLOBAL read_only = 1");
        try {
            assertThat(find("read_only").level()).isEqualTo(Finding.Level.UNSAFE);
        } finally {
            asRoot("SET GLOBAL read_only = 0");
        }
    }

    @Test
    void aMissingIndexAndAnotherEngineAreUnsafe() throws SQLException {
        asRoot("ALTER TABLE async_task DROP KEY uk_effect");
        asRoot("CREATE TABLE odd (id INT PRIMARY KEY) ENGINE = MyISAM");
        assertThat(find("indexes of async_task").level()).isEqualTo(Finding.Level.UNSAFE);
        assertThat(find("engine").value()).isEqualTo("odd MyISAM");
    }

    @Test
    void clocksThatDifferAreTold() {
        for (var expected : List.of(
                java.util.Map.entry(Duration.ofMillis(500), Finding.Level.OK),
                java.util.Map.entry(Duration.ofSeconds(-5), Finding.Level.WARNING),
                java.util.Map.entry(Duration.ofHours(1), Finding.Level.UNSAFE))) {
            InstantSource off = InstantSource.system().withZone(java.time.ZoneOffset.UTC);
            assertThat(check(database, () -> off.instant().plus(expected.getKey())))
                    .filteredOn(finding -> finding.what().equals("clock"))
                    .extracting(Finding::level)
                    .as(expected.toString())
                    .containsExactly(expected.getValue());
        }
    }

    @Test
    void withoutASchemaTheAnswerSaysSo() throws SQLException {
        asRoot("DROP VIEW async_task_view");
        asRoot("DROP TABLE async_task");
        assertThat(find("indexes of async_task").value()).isEqualTo("no table async_task");
    }
}
