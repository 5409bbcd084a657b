package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** UnionPay, Stripe, Adyen, PayPal and tables of an operator's own. */
class CardAndWalletReportsTest {
    private static final Expected ANY = Read.expected("2026-05-02");

    @Test
    void unionPayFieldsAreCutByBytes() {
        String file = Bills.unionPay("01", "0502101530", "000000012345", "202605021015301000018", "PG-1", "") + "\n"
                + Bills.unionPay(
                        "04", "0502160001", "000000005000", "202605021600011000038", "RF-1", "202605021015301000018")
                + "\n";
        byte[] zip = Bills.zip(
                Bills.GBK,
                "INN26050288ZME_898",
                new byte[0],
                "INN26050288ZM_898",
                file.getBytes(StandardCharsets.ISO_8859_1));

        List<StatementRow> rows =
                Read.rows(new StatementFormat.UnionPay(), zip, Read.expected("2026-05-02", "898111122223333"));

        assertThat(rows).extracting(StatementRow::kind).containsExactly(RowKind.PAY, RowKind.REFUND);
        assertThat(rows).extracting(StatementRow::grossMinor).containsExactly(12_345L, 5_000L);
        assertThat(rows.getLast().ids().original()).isEqualTo("202605021015301000018");
        assertThat(rows.getLast().ids().order()).isEqualTo("ORIG-ORDER");
        assertThat(rows.getFirst().fee().amount().orElseThrow()).isEqualByComparingTo("0.60");
    }

    @Test
    void unionPayTimesGetTheYearNearestToTheBillDay() {
        String file = Bills.unionPay("01", "1231235000", "000000000100", "q1", "PG-1", "");

        assertThat(Read.rows(
                        new StatementFormat.UnionPay(),
                        file.getBytes(StandardCharsets.ISO_8859_1),
                        Read.expected("2027-01-01")))
                .singleElement()
                .satisfies(row -> assertThat(row.occurredAt()).isEqualTo(Instant.parse("2026-12-31T15:50:00Z")));
    }

    @Test
    void aUnionPayLineOfAnotherLengthIsRefused() {
        String good = Bills.unionPay("01", "0502101530", "000000012345", "q1", "PG-1", "");
        Read.refusal(
                        new StatementFormat.UnionPay(),
                        (good + "\n" + good.stripTrailing() + "\n").getBytes(StandardCharsets.ISO_8859_1),
                        ANY)
                .hasMessageContaining("line 2: has ")
                .hasMessageContaining("a record has 607");
    }

    private static final String STRIPE = """
        balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,customer_facing_amount,customer_facing_currency,charge_id,payment_intent_id,payment_metadata[order_no]
        txn_1,2026-05-02 09:00:12,eur,18.37,0.85,17.52,charge,ch_1,20.00,usd,ch_1,pi_1,"PG-1, a ""quoted"" one"
        txn_2,2026-05-02 10:00:12,jpy,1500,50,1450,charge,ch_2,1500,jpy,ch_2,,PG-2
        txn_3,2026-05-02 16:20:00,eur,-10.00,0.00,-10.00,refund,re_1,10.00,eur,ch_1,pi_1,PG-1
        txn_4,2026-05-02 20:05:31,eur,-45.00,20.00,-65.00,dispute,dp_1,,,ch_3,pi_3,PG-3
        txn_5,2026-05-02 21:05:31,eur,-1.00,0.00,-1.00,something_new,xx_1,,,,,
        """;

    @Test
    void stripeComparesWhatTheCustomerSaw() {
        List<StatementRow> rows = Read.rows(new StatementFormat.Stripe(), STRIPE, ANY);

        assertThat(rows)
                .extracting(row -> row.kind() + " " + row.grossMinor() + " " + row.currency() + " "
                        + row.ids().effects())
                .containsExactly(
                        "PAY 2000 USD [paid:pi_1, paid:ch_1]",
                        "PAY 1500 JPY [paid:ch_2, paid:ch_2]",
                        "REFUND 1000 EUR [refunded:re_1]",
                        "CHARGEBACK 4500 EUR [charged-back:dp_1]",
                        "OTHER 100 EUR []");
        assertThat(rows.getFirst().ids().order()).isEqualTo("PG-1, a \"quoted\" one");
    }

    @Test
    void aStripeRowWhoseNetIsNotGrossLessFeeIsRefused() {
        Read.refusal(new StatementFormat.Stripe(), STRIPE.replace("17.52", "17.53"), ANY)
                .hasMessageContaining("line 2: gross 18.37 less fee 0.85 is not net 17.53");
    }

    @Test
    void aQuoteThatIsNeverClosedEndsAtABound() {
        Read.refusal(
                new StatementFormat.Stripe(), STRIPE.replace("\"\"quoted", "\"\"\"quoted") + "x".repeat(200_000), ANY);
    }

    private static final String ADYEN = """
        Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number
        Co,CoECOM,PSP1,PG-1,visa,2026-05-02 10:11:12,CET,Settled,MOD1,EUR,,49.90,1,EUR,,49.21,,0.30,0.09,0.30,visacredit,,77
        Co,CoECOM,PSP1,PG-1,visa,2026-05-02 12:11:12,PST,Refunded,MOD2,EUR,20.00,,1,EUR,20.00,,,,,,visacredit,RF-1,77
        Co,CoECOM,,,,2026-05-03 02:00:00,CET,MerchantPayout,TX77,,,,,EUR,29.21,,,,,,,,77
        """;

    @Test
    void adyenTakesDirectionFromTheColumnAndTheZoneFromTheRow() {
        List<StatementRow> rows = Read.rows(new StatementFormat.Adyen(), ADYEN, Read.expected("2026-05-02", "CoECOM"));

        assertThat(rows).extracting(StatementRow::kind).containsExactly(RowKind.PAY, RowKind.REFUND, RowKind.PAYOUT);
        assertThat(rows).extracting(StatementRow::grossMinor).containsExactly(4_990L, 2_000L, 2_921L);
        assertThat(rows.getFirst().ids().effects()).containsExactly("authorised:PSP1", "captured:MOD1");
        assertThat(rows.getFirst().occurredAt()).isEqualTo(Instant.parse("2026-05-02T08:11:12Z"));
        assertThat(rows.getFirst().fee().amount().orElseThrow()).isEqualByComparingTo("0.69");
    }

    @Test
    void adyenOfAnotherMerchantIsRefused() {
        Read.refusal(new StatementFormat.Adyen(), ADYEN, Read.expected("2026-05-02", "Other"))
                .hasMessageContaining("merchant CoECOM is none of ours");
    }

    private static final String PAYPAL = """
        "RH","2026/05/03 02:31:10 -0700","A","ACC1","011"
        "FH","01"
        "SH","2026/05/02 00:00:00 -0700","2026/05/02 23:59:59 -0700","ACC1",""
        "CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type","Transaction Event Code","Transaction Initiation Date","Transaction Completion Date","Transaction  Debit or Credit","Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount","Fee Currency","Custom Field"
        "SB","T1","PG-1","","","T0006","2026/05/02 08:10:00 -0700","2026/05/02 08:10:02 -0700","CR","2500","USD","DR","117","USD",""
        "SB","T2","PG-2","","","T0006","2026/05/02 09:30:00 -0700","2026/05/02 09:30:01 -0700","CR","300000","JPY","DR","14600","JPY","C-2"
        "SB","T3","PG-1","T1","TXN","T1107","2026/05/02 20:00:00 -0700","2026/05/02 20:00:00 -0700","DR","1000","USD","","0","USD",""
        "SF","USD","2500","1000","0","117","0","1383"
        "SC","3"
        "RC","3"
        "FF","3"
        """;

    @Test
    void payPalCountsHundredthsOfEveryCurrency() {
        List<StatementRow> rows = Read.rows(new StatementFormat.PayPal(), PAYPAL, Read.expected("2026-05-02", "ACC1"));

        assertThat(rows).extracting(StatementRow::grossMinor).containsExactly(2_500L, 3_000L, 1_000L);
        assertThat(rows).extracting(row -> row.ids().order()).containsExactly("PG-1", "C-2", "PG-1");
        assertThat(rows.getLast().kind()).isEqualTo(RowKind.REFUND);
        assertThat(rows.getLast().ids().original()).isEqualTo("T1");
        assertThat(rows.getFirst().occurredAt()).isEqualTo(Instant.parse("2026-05-02T15:10:02Z"));
    }

    @Test
    void payPalsOwnCountsAreHeldAgainstTheRows() {
        Read.refusal(new StatementFormat.PayPal(), PAYPAL.replace("\"RC\",\"3\"", "\"RC\",\"4\""), ANY)
                .hasMessageContaining("RC counts 4 rows, the report has 3");
        Read.refusal(new StatementFormat.PayPal(), PAYPAL.replace("\"FF\",\"3\"\n", ""), ANY)
                .hasMessageContaining("without its FF record");
        Read.refusal(new StatementFormat.PayPal(), PAYPAL, Read.expected("2026-05-02", "ACC2"))
                .hasMessageContaining("merchant ACC1 is none of ours");
    }

    @Test
    void anOperatorsOwnTableIsUnderstoodByItsMapping() {
        CsvMapping mapping = new CsvMapping(
                Map.of("transaction", "Id", "time", "When", "amount", "Sum", "order", "Order", "kind", "Art"),
                Map.of("Zahlung", RowKind.PAY, "Erstattung", RowKind.REFUND),
                CsvMapping.Unit.MAJOR,
                "EUR",
                StandardCharsets.ISO_8859_1,
                ';',
                "dd.MM.uuuu HH:mm",
                ZoneOffset.ofHours(2));
        String table = "Id;When;Sum;Order;Art\n"
                + "A1;02.05.2026 10:00;12.50;PG-1;Zahlung\n"
                + "A2;02.05.2026 11:00;-2.50;PG-1;Erstattung\n";

        assertThat(Read.rows(new StatementFormat.Mapped(mapping), table, ANY))
                .extracting(row -> row.kind() + " " + row.grossMinor() + " " + row.occurredAt())
                .containsExactly("PAY 1250 2026-05-02T08:00:00Z", "REFUND 250 2026-05-02T09:00:00Z");
    }

    @Test
    void aDayHasAsManyHoursAsTheZoneGivesIt() {
        StatementFormat stripe = new StatementFormat.Stripe();
        StatementFormat.Day day = stripe.day(LocalDate.of(2026, 3, 29), java.time.ZoneId.of("Europe/Berlin"));
        StatementFormat.Day union = new StatementFormat.UnionPay().day(LocalDate.of(2026, 5, 2), ZoneOffset.ofHours(8));

        assertThat(java.time.Duration.between(day.from(), day.to()).toHours()).isEqualTo(23);
        assertThat(union.from()).isEqualTo(Instant.parse("2026-05-01T15:00:00Z"));
    }
}
