package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Certificate;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.statement.Bills;

/** Statements against tasks on a real database, up to the certificate. */
class ReconciliationTest extends ReconcileRig {
    @Test
    void aDayOnWhichEverythingAgreesIsComplete() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);

        RunReport report = run(DAY, Account.Recovering.ASK);

        assertThat(report.rows()).isEqualTo(java.util.Map.of("matched", 1L));
        assertThat(report.isComplete()).isTrue();
        assertThat(discrepancies()).isEmpty();
        Certificate certificate = report.certificates().getFirst();
        assertThat(certificate.json())
                .contains("\"received\" : 1", "\"unique\" : 1", "\"done\" : 1", "\"oursMinor\" : 8800")
                .contains("\"theirsMinor\" : 8800", "\"differenceMinor\" : 0", "\"incompleteBecause\" : [ ]");
    }

    @Test
    void theSameRunAgainGivesTheSameCertificateAndNothingTwice() throws Exception {
        task("paid:420001", "PG-1", 8_700, 2, "2026-05-02 01:12:44");
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);

        RunReport first = run(DAY, Account.Recovering.ASK);
        RunReport second = run(DAY, Account.Recovering.ASK);

        assertThat(second.certificates()).isEqualTo(first.certificates());
        assertThat(first.opened()).isEqualTo(1);
        assertThat(second.opened()).isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM completeness_certificate"))
                .isEqualTo(1);
        assertThat(rig().stores().statements().certificates(DAY))
                .singleElement()
                .satisfies(stored -> assertThat(stored.digest())
                        .isEqualTo(first.certificates().getFirst().digest()));
    }

    @Test
    void anIncompleteDaySaysWhy() throws Exception {
        task("paid:420001", "PG-1", 8_700, 3, "2026-05-02 01:12:44");
        RunReport without = run(DAY, Account.Recovering.ASK);
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);
        RunReport with = run(DAY, Account.Recovering.ASK);

        assertThat(without.isComplete()).isFalse();
        assertThat(without.certificates().getFirst().json()).contains("no statement of this day was taken");
        assertThat(with.isComplete()).isFalse();
        assertThat(with.certificates().getFirst().json())
                .contains(
                        "1 statement rows: amount-over",
                        "1 tasks: failed",
                        "sums differ: pay CNY by -8800 minor units");
        assertThat(discrepancies()).containsExactly("amount-over paid:420001");
    }

    @Test
    void oursThatNoBillNamesWaitsInThePoolAndIsMissedAfterThreeBills() throws Exception {
        task("paid:late", "PG-7", 8_800, 2, "2026-05-02 15:59:59.900");
        String[] nothing = {"0", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00"};
        take(DAY, List.of(), nothing);
        assertThat(run(DAY, Account.Recovering.ASK).rows()).isEqualTo(java.util.Map.of("in-pool", 1L));

        take(DAY.plusDays(1), List.of(), "0", "0.00", "0.00", "0.00", "0.000", "0.00", "0.00");
        run(DAY.plusDays(1), Account.Recovering.ASK);
        assertThat(discrepancies()).isEmpty();
        take(DAY.plusDays(2), List.of(), "0", "0.00", "0.00", "0.00", "0.0000", "0.00", "0.00");
        run(DAY.plusDays(2), Account.Recovering.ASK);

        assertThat(discrepancies()).containsExactly("bank-miss paid:late");

        take(
                DAY.plusDays(3),
                List.of(Bills.wechatPaid("2026-05-05 00:00:01", "late", "PG-7", "88.00", "88.00")),
                ONE_PAID);
        RunReport found = run(DAY.plusDays(3), Account.Recovering.ASK);

        assertThat(found.rows()).isEqualTo(java.util.Map.of("matched", 1L));
        assertThat(discrepancies()).as("a later bill explains it").isEmpty();
    }

    @Test
    void partialRefundsAreHeldAgainstThePaymentOverDays() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        task("refunded:503001", "PG-1", 5_000, 2, "2026-05-02 02:12:44");
        take(
                DAY,
                List.of(
                        paid("2026-05-02", "420001", "PG-1"),
                        Bills.wechatRefund("2026-05-02 10:12:44", "420001", "503001", "PG-1", "50.00")),
                "2",
                "88.00",
                "50.00",
                "0.00",
                "0.05000",
                "88.00",
                "50.00");
        take(
                DAY.plusDays(1),
                List.of(Bills.wechatRefund("2026-05-03 10:12:44", "420001", "503002", "PG-1", "40.00")),
                "1",
                "0.00",
                "40.00",
                "0.00",
                "-0.01000",
                "0.00",
                "40.00");

        run(DAY.plusDays(1), Account.Recovering.ASK);

        assertThat(discrepancies()).containsExactly("refunded-too-much refunded:503002");
    }

    @Test
    void anOrderThatWasPaidTwiceIsHeldOnce() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        task("paid:420002", "PG-1", 8_800, 2, "2026-05-02 01:15:44");
        take(
                DAY,
                List.of(
                        paid("2026-05-02", "420001", "PG-1"),
                        Bills.wechatPaid("2026-05-02 09:15:44", "420002", "PG-1", "88.00", "88.00")),
                "2",
                "176.00",
                "0.00",
                "0.00",
                "0.12000",
                "176.00",
                "0.00");

        run(DAY, Account.Recovering.ASK);

        assertThat(discrepancies()).containsExactly("paid-twice paid:420002");
        assertThat(rig().number("SELECT COUNT(*) FROM statement_pool"))
                .as("a bill names it, so none can miss it")
                .isZero();
    }
}
