package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.AgreedFee;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.ShopOrder;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.Bills;
import tallygate.gateway.reconcile.statement.StatementFormat;

/** From a statement's text to the discrepancy, for what only the shop, another account or an agreement can tell. */
class VerdictsTest extends ReconcileRig {
    private static final String[] TWO_PAID = {"2", "176.00", "0.00", "0.00", "0.12000", "176.00", "0.00"};

    @BeforeEach
    void forget() {
        capped.clear();
    }

    private static Account account(int openedMax, Optional<AgreedFee> fees) {
        Account plain = account(Account.Recovering.NEVER);
        return new Account(
                plain.source(),
                plain.format(),
                plain.zone(),
                plain.merchants(),
                new Account.Rules("PG-", 3, Account.Recovering.NEVER, 100, openedMax, fees),
                plain.endpoints());
    }

    private RunReport onePaid() throws Exception {
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);
        return run(DAY, Account.Recovering.NEVER);
    }

    private void shopSays(ShopOrder.State state, String closedAt) {
        rig().stores()
                .orders()
                .tell(
                        "PG-1",
                        new ShopOrder(
                                state,
                                Optional.of(closedAt)
                                        .filter(text -> !text.isEmpty())
                                        .map(Instant::parse)));
    }

    @Test
    void anOrderThatIsStillOpenInTheShopHasLostItsEffect() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        shopSays(ShopOrder.State.OPEN, "");
        assertThat(onePaid().rows()).isEqualTo(Map.of("effect-missing", 1L));
        assertThat(discrepancies()).containsExactly("effect-missing paid:420001");

        shopSays(ShopOrder.State.PAID, "");
        assertThat(run(DAY, Account.Recovering.NEVER).rows()).isEqualTo(Map.of("matched", 1L));
        assertThat(discrepancies()).as("what the shop says now explains it").isEmpty();
    }

    @Test
    void aPaymentAfterTheOrderWasClosedIsHeldAndOneBeforeIsNot() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        shopSays(ShopOrder.State.CLOSED, "2026-05-02T01:12:43Z");
        onePaid();
        assertThat(discrepancies()).containsExactly("paid-after-close paid:420001");
        shopSays(ShopOrder.State.CLOSED, "2026-05-02T01:12:45Z");
        run(DAY, Account.Recovering.NEVER);
        assertThat(discrepancies()).isEmpty();
    }

    @Test
    void aBookedPaymentOfAFailedOrderIsHeldAlsoWithoutACallback() throws Exception {
        shopSays(ShopOrder.State.FAILED, "");
        onePaid();
        assertThat(discrepancies()).containsExactly("order-failed paid:420001");
    }

    @Test
    void aWrongAmountIsToldBeforeAnyState() throws Exception {
        task("paid:420001", "PG-1", 8_700, 2, "2026-05-02 01:12:44");
        shopSays(ShopOrder.State.CLOSED, "");
        onePaid();
        assertThat(discrepancies()).containsExactly("amount-over paid:420001");
    }

    @Test
    void anOrderPaidAtTwoProvidersIsHeldAtTheLaterOne() throws Exception {
        rig().execute("INSERT INTO async_task (id, source, endpoint, provider, route, biz_type, biz_id, event_id,"
                + " provider_txn_id, amount_minor, currency, effect_key, status, payload) VALUES (1000, 'stripe-eu',"
                + " 'shop-stripe', 'stripe', 'orders', 'payment', 'PG-1', 'evt_1', 'pi_9', 8800, 'CNY',"
                + " 'stripe-eu:paid:pi_9', 2, '{}')");
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        onePaid();
        assertThat(discrepancies()).containsExactly("paid-elsewhere paid:420001");
        rig().execute("UPDATE async_task SET id = 999 WHERE source = 'wechat-shop'");
        run(DAY, Account.Recovering.NEVER);
        assertThat(discrepancies()).as("ours was first").isEmpty();
    }

    @Test
    void anotherFeeThanAgreedIsNotedAndCompletesTheDay() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);
        Optional<AgreedFee> agreed = Optional.of(new AgreedFee(new BigDecimal("0.6"), 0));
        RunReport report = reconciliation().run(account(1_000, agreed), DAY, false);
        assertThat(report.rows()).isEqualTo(Map.of("fee-mismatch", 1L));
        assertThat(report.isComplete()).isTrue();
        assertThat(discrepancies()).isEmpty();
        Optional<AgreedFee> met = Optional.of(new AgreedFee(new BigDecimal("0.06"), 1));
        assertThat(reconciliation().run(account(1_000, met), DAY, false).rows()).isEqualTo(Map.of("matched", 1L));
    }

    @Test
    void aRunOpensNoMoreThanItMayAndSaysSo() throws Exception {
        take(
                DAY,
                List.of(
                        paid("2026-05-02", "420001", "PG-1"),
                        Bills.wechatPaid("2026-05-02 09:15:44", "420002", "PG-2", "88.00", "88.00")),
                TWO_PAID);
        RunReport first = reconciliation().run(account(1, Optional.empty()), DAY, false);
        assertThat(first.opened()).isEqualTo(1);
        assertThat(first.notOpened()).isEqualTo(1);
        assertThat(first.isComplete()).isFalse();
        assertThat(discrepancies()).hasSize(1);
        assertThat(capped).containsExactly("wechat-shop 2026-05-02 1");
        RunReport second = reconciliation().run(account(1, Optional.empty()), DAY, false);
        assertThat(second.notOpened()).as("the next run goes on").isZero();
        assertThat(discrepancies()).hasSize(2);
    }

    @Test
    void whatStripeDidNotCaptureIsTakenOffBeforeAmountsAreCompared() throws Exception {
        LocalDate day = LocalDate.parse("2026-05-02");
        Account stripe = new Account(
                "stripe-eu",
                new StatementFormat.Stripe(),
                ZoneOffset.UTC,
                Set.of(),
                new Account.Rules("", 3, Account.Recovering.NEVER, 100),
                List.of(new Account.Target("shop-stripe", "stripe", "orders", false, false)));
        rig().execute("INSERT INTO async_task (source, endpoint, provider, route, biz_type, biz_id, event_id,"
                + " provider_txn_id, amount_minor, currency, occurred_at, effect_key, status, payload) VALUES"
                + " ('stripe-eu', 'shop-stripe', 'stripe', 'orders', 'payment', 'PG-1', 'evt_1', 'pi_1', 1500, 'EUR',"
                + " '2026-05-02 09:00:12', 'stripe-eu:paid:pi_1', 2, '{}')");
        Path file = Files.createTempFile(folder, "stripe", ".csv");
        Files.writeString(file, """
            balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id
            txn_1,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_1,pi_1
            txn_2,2026-05-02 09:00:12,eur,-5.00,0.00,-5.00,partial_capture_reversal,ch_1,pi_1
            """, StandardCharsets.UTF_8);
        importer().take(stripe, new StatementImport.Request(file, day, "", "test"), false);
        RunReport report = reconciliation().run(stripe, day, false);
        assertThat(report.rows()).isEqualTo(Map.of("matched", 1L, "noted", 1L));
        assertThat(report.isComplete()).isTrue();
        assertThat(report.certificates().getFirst().json()).contains("\"theirsMinor\" : 1500");
    }
}
