package tallygate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.catalog.Providers;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.reconcile.Question;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.TaskIds;

/** Questions about unknown outcomes on a real database, put to a provider over real HTTP. Every round is another node's. */
class QuestionerTest {
    private static final String PATH = "/v1/payment_intents/pi_1";

    private final ProviderApi stripe = new ProviderApi();
    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final MySqlStores stores = database.open();

    @BeforeEach
    void empty() {
        change("DELETE FROM async_task");
        change("DELETE FROM provider_question");
        change("DELETE FROM discrepancy");
        change("UPDATE reconcile_mark SET last_id = 0, next_step_time = UTC_TIMESTAMP(3)");
    }

    @AfterEach
    void close() {
        stores.close();
        stripe.close();
    }

    private boolean round() throws Exception {
        Loading.Loaded loaded =
                (Loading.Loaded) GatewayConfig.parse("""
                    mode: development
                    endpoints:
                      - name: shop
                        provider: stripe
                        secrets: ["whsec_c2VjcmV0c2VjcmV0c2VjcmV0"]
                        api-key: rk_1
                        api-url: "%s"
                        route: orders
                    routes: { orders: { handler: { kind: http, url: "http://127.0.0.1:9/x" } } }
                    """.formatted(stripe.url()), Path.of("."), Map.of());
        EndpointBindings bindings = EndpointBindings.of(loaded.config().endpoints(), Providers.builtIn());
        assertThat(bindings.allProblems()).isEmpty();
        Surroundings around = new Surroundings(
                Clock.systemUTC(), System::nanoTime, new SplittableRandom(1), new SimpleMeterRegistry());
        return new ReconcileAccounts(loaded.config(), bindings)
                .questioner(stores, new TaskIds(13, 0, Clock.systemUTC())::next, around)
                .round();
    }

    private void change(String sql) {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private String text(String sql) {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** A callback that left the end open, so many minutes ago. */
    private void callback(String type, String transaction, int minutes) {
        change("INSERT INTO async_task (id, source, endpoint, provider, route, biz_type, biz_id, event_id, event_type,"
                + " provider_txn_id, status, created_at) VALUES (((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00',"
                + " UTC_TIMESTAMP(3) - INTERVAL " + minutes + " MINUTE) DIV 1000) << 22) | 7, 'shop', 'shop', 'stripe',"
                + " 'orders', 'payment', 'PG-1', 'evt_" + transaction + "', '" + type + "', '" + transaction
                + "', 2, UTC_TIMESTAMP(3) - INTERVAL " + minutes + " MINUTE)");
    }

    private void stripeSays(String status) {
        stripe.knows(PATH, 200, """
            {"id":"pi_1","object":"payment_intent","status":"%s","amount":8800,"amount_received":8800,"currency":"eur",
             "created":1800000000,"metadata":{"order_id":"PG-1"},"latest_charge":{"amount_refunded":0}}
            """.formatted(status));
    }

    private void due() {
        change("UPDATE provider_question SET next_ask_time = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND");
    }

    /** Minutes until it is asked again. */
    private long pause() {
        return Long.parseLong(text(
                "SELECT CEIL(TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), next_ask_time) / 60) FROM provider_question"));
    }

    private List<String> discrepancies() {
        return stores.discrepancies().list(DiscrepancyQuery.unsettled(10)).stream()
                .map(row -> row.finding().kind() + " " + row.finding().reference())
                .toList();
    }

    private String question() {
        return text("SELECT CONCAT(status, ' ', answer, ' ', asked) FROM provider_question");
    }

    @Test
    void whatNoCallbackEndsIsAskedAfterFiveMinutesAnHourThenDailyUntilItIsKnown() throws Exception {
        callback("payment_intent.processing", "pi_1", 4);
        stripeSays("processing");
        round();
        assertThat(stripe.questions()).as("the next callback has its time").isEmpty();
        change("DELETE FROM async_task");
        callback("payment_intent.processing", "pi_1", 6);

        round();
        assertThat(question()).isEqualTo("0 in-progress 1");
        assertThat(pause()).isBetween(59L, 60L);
        round();
        assertThat(stripe.questions()).as("not due yet").hasSize(1);

        due();
        stripe.knows(PATH, 503, "");
        round();
        assertThat(question()).isEqualTo("0 no-answer 2");
        assertThat(pause()).isBetween(1439L, 1440L);

        due();
        stripeSays("succeeded");
        round();
        assertThat(question()).isEqualTo("1 paid 3");
        assertThat(text("SELECT CONCAT(remote_address, ' ', effect_key, ' ', amount_minor, ' ', status) FROM async_task"
                        + " WHERE effect_key IS NOT NULL"))
                .isEqualTo("recovered:query shop:paid:pi_1 8800 0");
        due();
        assertThat(round()).isFalse();
        assertThat(stripe.questions()).hasSize(3);
        assertThat(discrepancies()).isEmpty();
    }

    @Test
    void whatEndedMeanwhileIsNotAsked() throws Exception {
        callback("payment_intent.processing", "pi_1", 6);
        change("INSERT INTO async_task (source, endpoint, event_id, effect_key, provider_txn_id) VALUES ('shop',"
                + " 'shop', 'e2', 'shop:paid:pi_1', 'pi_1')");
        round();
        assertThat(stripe.questions()).isEmpty();
        assertThat(question()).isEmpty();
    }

    @Test
    void whatNobodyCanTellUntilTheEndIsShownToAPersonAndNeverGuessed() throws Exception {
        callback("payment_intent.processing", "pi_1", 6);
        round();
        assertThat(question()).isEqualTo("0 no-such 1");
        change("UPDATE provider_question SET ends_at = UTC_TIMESTAMP(3)");
        due();
        round();
        assertThat(question()).isEqualTo("2 no-such 2");
        assertThat(discrepancies()).containsExactly("outcome-unknown paid:pi_1");
        assertThat(text("SELECT COUNT(*) FROM async_task")).isEqualTo("1");
    }

    private Question missed() {
        return new Question(
                "shop",
                Question.Reason.BANK_MISS,
                "paid:pi_1",
                "shop",
                "pi_1",
                "PG-1",
                OptionalLong.of(8_800),
                "EUR",
                Optional.empty());
    }

    private void bankMiss() {
        stores.discrepancies()
                .open(new DiscrepancyFinding(
                        "bank-miss",
                        "shop",
                        "paid:pi_1",
                        "bills",
                        OptionalLong.empty(),
                        "PG-1",
                        OptionalLong.of(8_800),
                        OptionalLong.empty(),
                        "EUR",
                        "3 bills"));
        stores.questions().open(missed(), Duration.ZERO, Duration.ofDays(30));
    }

    @Test
    void aPaymentThatNeitherBillsNorTheProviderKnowAsPaidIsTheWorstKind() throws Exception {
        bankMiss();
        stripeSays("canceled");
        round();
        assertThat(discrepancies()).containsExactly("status-over paid:pi_1");
        assertThat(question()).isEqualTo("1 ended-unpaid 1");
    }

    @Test
    void aBillThatLacksWhatTheProviderSaysIsPaidStaysTheProvidersFault() throws Exception {
        bankMiss();
        stripeSays("succeeded");
        change("INSERT INTO async_task (source, endpoint, event_id, effect_key) VALUES ('shop', 'shop', 'e2',"
                + " 'shop:paid:pi_1')");
        round();
        assertThat(discrepancies()).containsExactly("bank-miss paid:pi_1");
        assertThat(text("SELECT COUNT(*) FROM async_task")).as("nothing twice").isEqualTo("1");
    }

    @Test
    void anotherAmountBringsNothingIn() throws Exception {
        stores.questions()
                .open(
                        new Question(
                                "shop",
                                Question.Reason.CALLBACK_MISSING,
                                "paid:pi_1",
                                "shop",
                                "pi_1",
                                "PG-1",
                                OptionalLong.of(8_700),
                                "EUR",
                                Optional.empty()),
                        Duration.ZERO,
                        Duration.ofDays(1));
        stripeSays("succeeded");
        round();
        assertThat(discrepancies()).containsExactly("contradiction paid:pi_1");
        assertThat(text("SELECT COUNT(*) FROM async_task")).isEqualTo("0");
    }

    @Test
    void aQuestionIsInOneNodesHandAndALateAnswerOfAnotherIsNotWritten() {
        stores.questions().open(missed(), Duration.ZERO, Duration.ofDays(30));
        QuestionStore.Taken slow =
                stores.questions().take(10, Duration.ofMinutes(1)).getFirst();
        assertThat(stores.questions().take(10, Duration.ofMinutes(1))).isEmpty();
        due();
        QuestionStore.Taken other =
                stores.questions().take(10, Duration.ofMinutes(1)).getFirst();
        assertThat(stores.questions().end(slow, QuestionStore.End.ANSWERED, "paid", ""))
                .isFalse();
        assertThat(stores.questions().later(slow, Duration.ofDays(9), "x", "")).isFalse();
        assertThat(stores.questions().end(other, QuestionStore.End.ANSWERED, "paid", ""))
                .isTrue();
        assertThat(stores.questions().open(missed(), Duration.ZERO, Duration.ofDays(30)))
                .as("what was answered is not asked again")
                .isFalse();
        assertThat(stores.questions().countOpen()).isZero();
    }
}
