package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.reconcile.FetchStore;
import tallygate.gateway.reconcile.StatementFetcher;
import tallygate.gateway.task.TaskIds;

/** Statements fetched from a provider over real HTTP, taken and run on a real database. Every round is another node's. */
class StatementFetcherTest {
    private static final LocalDate DAY = LocalDate.parse("2026-05-02");
    private static final FetchStore.Item ITEM = new FetchStore.Item("shop", DAY, "");
    private static final String RUNS = "/v1/reporting/report_runs";
    private static final String CSV = """
        balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id
        txn_1,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_1
        """;

    @TempDir
    private Path folder;

    private final ProviderApi stripe = new ProviderApi();
    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final MySqlStores stores = database.open();
    private final List<String> alerts = new ArrayList<>();
    private Instant now = Instant.parse("2026-05-03T13:00:00Z");

    @BeforeEach
    void empty() {
        for (String table : List.of(
                "statement_fetch",
                "statement_row",
                "statement_file",
                "discrepancy",
                "completeness_certificate",
                "async_task",
                "statement_pool")) {
            change("DELETE FROM " + table);
        }
    }

    @AfterEach
    void close() {
        stores.close();
        stripe.close();
    }

    private void change(String sql) {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private Surroundings around() {
        return new Surroundings(
                Clock.fixed(now, ZoneOffset.UTC),
                System::nanoTime,
                new SplittableRandom(1),
                new SimpleMeterRegistry(),
                new Alerts() {
                    @Override
                    public void raise(Alert alert) {
                        alerts.add(alert.kind() + " " + alert.facts());
                    }

                    @Override
                    public void resolve(String kind, String subject) {
                        alerts.add("resolved " + kind);
                    }
                });
    }

    private ReconcileAccounts accounts() {
        Loading.Loaded loaded =
                (Loading.Loaded) GatewayConfig.parse("""
                    mode: development
                    data-dir: "%s"
                    endpoints:
                      - name: shop
                        provider: stripe
                        secrets: ["whsec_c2VjcmV0c2VjcmV0c2VjcmV0"]
                        api-key: rk_1
                        api-url: "%s"
                        route: orders
                    routes: { orders: { handler: { kind: http, url: "http://127.0.0.1:9/x" } } }
                    statements: { shop: { format: stripe, fetch: "on", fetch-days: 1 } }
                    """.formatted(folder, stripe.url()), folder, Map.of());
        return new ReconcileAccounts(
                loaded.config(), EndpointBindings.of(loaded.config().endpoints(), Providers.builtIn()));
    }

    private boolean round() throws Exception {
        ReconcileAccounts accounts = accounts();
        StatementFeeds feeds = new StatementFeeds(accounts);
        TaskIds ids = new TaskIds(14, 0, Clock.systemUTC());
        StatementFetcher fetcher =
                feeds.fetcher(stores, accounts.reconciliation(stores, ids::next, around()), around());
        return fetcher.round(feeds.feeds());
    }

    private void due() {
        change("UPDATE statement_fetch SET next_try_time = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND");
    }

    private void made(String status) {
        String run = "{\"id\":\"frr_1\",\"status\":\"" + status + "\",\"result\":{\"url\":\"" + stripe.url()
                + "/v1/files/1/contents\"}}";
        stripe.knows(RUNS, 200, run).knows(RUNS + "/frr_1", 200, run);
    }

    private FetchStore.Seen seen() {
        return stores.fetches().find(ITEM).orElseThrow();
    }

    @Test
    void aDaysStatementIsFetchedWhenItIsThereTakenAndItsDayIsRunWhateverNodeGoesOn() throws Exception {
        now = Instant.parse("2026-05-03T11:59:00Z");
        made("pending");
        stripe.knows("/v1/files/1/contents", 200, CSV);
        round();
        assertThat(stores.fetches().find(ITEM)).as("half a day early").isEmpty();
        now = Instant.parse("2026-05-03T12:01:00Z");
        change("DELETE FROM statement_fetch");
        round();
        assertThat(seen().detail()).isEqualTo("Stripe is making the report");
        assertThat(round()).as("not due").isFalse();
        due();
        made("succeeded");
        assertThat(round()).isTrue();
        assertThat(seen().state()).isEqualTo("taken");
        assertThat(stripe.questions())
                .filteredOn(RUNS::equals)
                .as("ordered once a day")
                .hasSize(2);
        assertThat(stores.statements().files("shop", DAY))
                .singleElement()
                .satisfies(file -> assertThat(file.isTaken()).isTrue());
        assertThat(stores.statements().certificates(DAY)).hasSize(1);
        assertThat(stores.discrepancies().counts())
                .extracting(count -> count.kind())
                .containsExactly("callback-missing");
        assertThat(folder.resolve("statements/shop/2026-05-02")).content().isEqualTo(CSV);
        due();
        assertThat(round()).isFalse();
    }

    @Test
    void aBadFileCountsForNothingAndIsFetchedAgain() throws Exception {
        made("succeeded");
        stripe.knows("/v1/files/1/contents", 200, CSV.replace("19.15", "19.16"));
        round();
        assertThat(seen().state()).isEqualTo("wanted");
        assertThat(seen().detail()).contains("is not net 19.16");
        assertThat(alerts).anyMatch(alert -> alert.startsWith("statement-refused"));
        assertThat(stores.statements().files("shop", DAY)).isEmpty();
        due();
        stripe.knows("/v1/files/1/contents", 200, CSV);
        round();
        assertThat(seen().state()).isEqualTo("taken");
        assertThat(alerts).contains("resolved statement-refused");
    }

    @Test
    void whatCannotBeFetchedIsTriedMoreAndMoreSeldomAndTheLateStatementSaysWhy() throws Exception {
        stripe.knows(RUNS, 401, "{}");
        round();
        assertThat(alerts).anyMatch(alert -> alert.startsWith("statement-not-fetched"));
        assertThat(seen().tries()).isEqualTo(1);
        now = Instant.parse("2026-05-03T14:01:00Z");
        alerts.clear();
        new StatementWatch(accounts(), stores, new TaskIds(14, 0, Clock.systemUTC())::next, around()).round();
        assertThat(alerts)
                .singleElement()
                .satisfies(alert -> assertThat(alert)
                        .startsWith("statement-late")
                        .contains("2026-05-02", "does not take these credentials"));
    }

    @Test
    void whatAnotherNodeFetchesIsLeftAloneAndAStatementThatIsThereByHandIsNotFetched() throws Exception {
        stores.fetches().want(ITEM);
        FetchStore.Taken slow = stores.fetches()
                .take(List.of("shop"), java.time.Duration.ofHours(1))
                .orElseThrow();
        made("succeeded");
        stripe.knows("/v1/files/1/contents", 200, CSV);
        assertThat(round()).isFalse();
        due();
        round();
        assertThat(seen().state()).isEqualTo("taken");
        assertThat(stores.fetches().end(slow, FetchStore.End.GIVEN_UP, "late")).isFalse();
        change("DELETE FROM statement_fetch");
        assertThat(round()).isFalse();
        assertThat(stores.fetches().find(ITEM)).isEmpty();
        assertThat(Files.exists(folder.resolve("statements/shop/2026-05-02"))).isTrue();
    }
}
