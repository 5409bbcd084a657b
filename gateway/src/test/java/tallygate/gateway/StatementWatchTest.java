package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.task.TaskIds;

/** The watched folder, on a real database. */
class StatementWatchTest {
    private static final String STRIPE = """
        balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id
        txn_1,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_1
        """;

    @TempDir
    private Path folder;

    private final List<String> alerts = new ArrayList<>();
    private Instant now = Instant.parse("2026-05-03T02:00:00Z");

    @BeforeEach
    void clear() {
        alerts.clear();
    }

    private void round(MySqlStores stores) throws Exception {
        Loading.Loaded loaded = (Loading.Loaded) GatewayConfig.parse("""
            mode: development
            endpoints: [{ name: shop, provider: stripe, secrets: ["whsec_c2VjcmV0c2VjcmV0c2VjcmV0"], route: orders }]
            routes: { orders: { handler: { kind: http, url: "http://127.0.0.1:9/x" } } }
            statements: { shop: { format: stripe, folder: "%s" } }
            """.formatted(folder), folder, Map.of());
        EndpointBindings bindings = EndpointBindings.of(
                loaded.config().endpoints(), tallygate.callback.provider.catalog.Providers.builtIn());
        Surroundings around = new Surroundings(
                Clock.fixed(now, ZoneOffset.UTC),
                System::nanoTime,
                new SplittableRandom(1),
                new SimpleMeterRegistry(),
                new Alerts() {
                    @Override
                    public void raise(Alert alert) {
                        alerts.add(alert.kind() + " " + alert.summary());
                    }

                    @Override
                    public void resolve(String kind, String subject) {
                        alerts.add("resolved " + kind);
                    }
                });
        TaskIds ids = new TaskIds(12, 0, Clock.systemUTC());
        new StatementWatch(new ReconcileAccounts(loaded.config(), bindings), stores, ids::next, around).round();
    }

    private void put(String name, String text, Instant written) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setLastModifiedTime(file, FileTime.from(written));
    }

    @Test
    void aFileIsTakenItsDayIsRunAndABadOneIsSetAsideWithItsReasons() throws Exception {
        put("stripe_2026-05-02.csv", STRIPE, now.minusSeconds(60));
        put("stripe_2026-05-01.csv", STRIPE.replace("19.15", "19.16"), now.minusSeconds(60));
        put("stripe_2026-05-03.csv", "still written", now.minusSeconds(1));
        put("nameless.csv", STRIPE, now.minusSeconds(60));
        try (MySqlStores stores = TestDatabases.embedded().open()) {
            round(stores);

            assertThat(folder.resolve("taken/stripe_2026-05-02.csv")).exists();
            assertThat(folder.resolve("refused/stripe_2026-05-01.csv")).exists();
            assertThat(folder.resolve("refused/stripe_2026-05-01.csv.txt"))
                    .content()
                    .contains("is not net 19.16");
            assertThat(folder.resolve("refused/nameless.csv.txt")).content().contains("has no bill day in it");
            assertThat(folder.resolve("stripe_2026-05-03.csv")).exists();
            assertThat(stores.statements().certificates(LocalDate.parse("2026-05-02")))
                    .singleElement()
                    .satisfies(
                            certificate -> assertThat(certificate.isComplete()).isFalse());
            assertThat(stores.discrepancies().counts())
                    .extracting(count -> count.kind())
                    .containsExactly("callback-missing");
            assertThat(alerts).anyMatch(alert -> alert.startsWith("statement-refused"));
        }
    }

    @Test
    void aBillThatIsNotThereInTimeIsLate() throws Exception {
        try (MySqlStores stores = TestDatabases.embedded().open()) {
            now = Instant.parse("2026-05-03T13:59:00Z");
            round(stores);
            assertThat(alerts).containsExactly("statement-late the statement of 2026-05-01 is not there yet");
            alerts.clear();
            put("stripe_20260502.csv", STRIPE, now.minusSeconds(60));
            now = Instant.parse("2026-05-03T14:01:00Z");
            round(stores);
            assertThat(alerts).contains("resolved statement-late");
        }
    }

    @Test
    void theDayStandsInTheName() throws Exception {
        assertThat(StatementWatch.day("STL-20260301.A.01.011.CSV")).isEqualTo("2026-03-01");
        assertThat(StatementWatch.day("2088_20260301_业务明细.zip")).isEqualTo("2026-03-01");
        assertThatThrownBy(() -> StatementWatch.day("x-2026-13-01.csv")).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> StatementWatch.day("bill-202603011.csv")).hasMessageContaining("no bill day");
    }
}
