package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.AgreedFee;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.Bills;
import tallygate.gateway.reconcile.statement.CsvMapping;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementFormat;

/** Classes of mismatch that only some statements show: from a file's text to what a person sees. */
class ClassesByFormatTest extends ReconcileRig {
    private static final String ADYEN_HEADER =
            "Merchant Account,Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification"
                + " Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit"
                + " (NC),Commission (NC),Batch Number\n";

    private Account of(String source, StatementFormat format, Optional<AgreedFee> fees) {
        return new Account(
                source,
                format,
                ZoneOffset.UTC,
                Set.of(),
                new Account.Rules("", 3, Account.Recovering.NEVER, 100, 1000, fees),
                List.of(new Account.Target("shop", "any", "orders", false, false)));
    }

    private RunReport run(Account account, LocalDate day, byte[] text) throws Exception {
        Path file = Files.createTempFile(folder, "bill", ".csv");
        Files.write(file, text);
        importer().take(account, new StatementImport.Request(file, day, "", "test"), false);
        return reconciliation().run(account, day, false);
    }

    private RunReport run(Account account, LocalDate day, String text) throws Exception {
        return run(account, day, text.getBytes(StandardCharsets.UTF_8));
    }

    private void task(String source, String effect, String order, long minor, String currency) {
        rig().execute("INSERT INTO async_task (source, endpoint, provider, route, biz_type, biz_id, event_id,"
                + " provider_txn_id, amount_minor, currency, occurred_at, effect_key, status, payload) VALUES ('"
                + source
                + "', 'shop', 'any', 'orders', 'payment', '" + order + "', 'e-" + effect + "', '"
                + effect.substring(effect.indexOf(':') + 1) + "', " + minor + ", '" + currency
                + "', '2026-05-02 09:00:12', '" + source + ":" + effect + "', 2, '{}')");
    }

    @Test
    void aRowThatStripeBookedOnALaterDayIsMatchedAndSaidToBeLate() throws Exception {
        task("stripe-eu", "paid:pi_1", "PG-1", 2_000, "EUR");
        RunReport report = run(of("stripe-eu", new StatementFormat.Stripe(), Optional.empty()), DAY.plusDays(1), """
            balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id
            txn_1,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_1,pi_1
            """);
        assertThat(report.rows()).isEqualTo(Map.of("late-booked", 1L));
        assertThat(discrepancies()).isEmpty();
    }

    @Test
    void aPayoutThatItsBatchDoesNotComeToIsHeldUntilTheReportIsRight() throws Exception {
        task("adyen-eu", "authorised:PSP1", "PG-1", 4_990, "EUR");
        Account adyen = of("adyen-eu", new StatementFormat.Adyen(), Optional.empty());
        String settled = "Co,PSP1,PG-1,2026-05-01 10:11:12,UTC,Settled,MOD1,EUR,,49.90,EUR,,49.21,0.69,77\n";
        String paidOut = "Co,,,2026-05-03 02:00:00,UTC,MerchantPayout,TX77,,,,EUR,49.00,,,77\n";
        RunReport report = run(adyen, DAY, ADYEN_HEADER + settled + paidOut);
        assertThat(report.rows()).isEqualTo(Map.of("matched", 1L, "noted", 1L));
        assertThat(discrepancies()).containsExactly("payout-gap payout:2026-05-02:77:EUR");

        String missing = "Co,,,2026-05-03 02:00:00,UTC,Fee,FEE1,,,,EUR,0.21,,,77\n";
        run(adyen, DAY, ADYEN_HEADER + settled + paidOut + missing);
        assertThat(discrepancies()).as("the row that was missing explains it").isEmpty();
    }

    @Test
    void capturesOfOneAdyenPaymentCountTogether() throws Exception {
        task("adyen-eu", "authorised:PSP1", "PG-1", 4_000, "EUR");
        Account adyen = of("adyen-eu", new StatementFormat.Adyen(), Optional.empty());
        String part = "Co,PSP1,PG-1,2026-05-01 10:11:12,UTC,Settled,MOD%d,EUR,,20.00,EUR,,20.00,,77\n";
        String refund = "Co,PSP1,PG-1,2026-05-01 11:11:12,UTC,Refunded,MOD9,EUR,30.00,,EUR,30.00,,,77\n";
        RunReport report = run(adyen, DAY, ADYEN_HEADER + part.formatted(1) + part.formatted(2) + refund);
        assertThat(report.rows()).isEqualTo(Map.of("matched", 2L, "refund-unknown", 1L));
    }

    @Test
    void rowsOfATestEnvironmentAreKeptOutOfEverySum() throws Exception {
        String live = Bills.unionPay("01", "0502101530", "000000012345", "202605021015301000018", "PG-1", "");
        String test = live.replace("898111122223333", "777290058110097").replace("202605021015301", "202605021015302");
        Account unionPay = of("cup", new StatementFormat.UnionPay(), Optional.empty());
        task("cup", "paid:202605021015301000018", "PG-1", 12_345, "CNY");
        RunReport report = run(unionPay, DAY, (live + "\n" + test + "\n").getBytes(StandardCharsets.ISO_8859_1));
        assertThat(report.rows()).isEqualTo(Map.of("matched", 1L, "environment", 1L));
        assertThat(testRows).isEqualTo(1);
        assertThat(report.isComplete()).isTrue();
        assertThat(report.certificates().getFirst().json()).contains("\"theirsMinor\" : 12345");
    }

    @Test
    void aTableOfOnesOwnNamesTestRowsNetsAndPayouts() throws Exception {
        CsvMapping mapping = new CsvMapping(
                Map.of(
                        "transaction",
                        "id",
                        "time",
                        "at",
                        "amount",
                        "amount",
                        "kind",
                        "kind",
                        "fee",
                        "fee",
                        "net",
                        "net",
                        "payout",
                        "payout",
                        "test",
                        "livemode"),
                Map.of("sale", RowKind.PAY, "payout", RowKind.PAYOUT),
                CsvMapping.Unit.MINOR,
                "EUR",
                StandardCharsets.UTF_8,
                ',',
                "",
                ZoneOffset.UTC);
        task("own", "paid:t1", "", 1_000, "EUR");
        Optional<AgreedFee> fees = Optional.of(new AgreedFee(new BigDecimal("3"), 0));
        RunReport report = run(of("own", new StatementFormat.Mapped(mapping), fees), DAY, """
            id,at,amount,kind,fee,net,payout,livemode
            t1,2026-05-02T09:00:12Z,1000,sale,30,970,P1,
            t2,2026-05-02T09:00:12Z,1000,sale,30,970,,sandbox
            p1,2026-05-02T10:00:00Z,970,payout,,-970,P1,
            """);
        assertThat(report.rows()).isEqualTo(Map.of("matched", 1L, "environment", 1L, "noted", 1L));
        assertThat(discrepancies()).isEmpty();
    }
}
