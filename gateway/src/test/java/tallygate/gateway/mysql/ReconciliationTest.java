package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Asked;
import tallygate.gateway.reconcile.Certificate;
import tallygate.gateway.reconcile.Reconciliation;
import tallygate.gateway.reconcile.Recovery;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.BadStatementException;
import tallygate.gateway.reconcile.statement.Bills;
import tallygate.gateway.reconcile.statement.Bounds;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.Statements;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/** Statements against tasks on a real database, from the file to the certificate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReconciliationTest {
    private static final LocalDate DAY = LocalDate.parse("2026-05-02");
    private static final String[] ONE_PAID = {"1", "88.00", "0.00", "0.00", "0.06000", "88.00", "0.00"};

    @TempDir
    private static Path folder;

    private final TaskIds ids = new TaskIds(9, 0, Clock.systemUTC());
    private Optional<RealRig> opened = Optional.empty();
    private StateQuery.Found answer = StateQuery.Found.Failed.later("not set");

    @BeforeAll
    void open() {
        opened = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        rig().empty();
    }

    @AfterAll
    void close() {
        opened.ifPresent(RealRig::close);
    }

    private RealRig rig() {
        return opened.orElseThrow();
    }

    private static Account account(Account.Recovering recovering) {
        return new Account(
                "wechat-shop",
                new StatementFormat.Wechat(),
                ZoneOffset.ofHours(8),
                Set.of("1900000555"),
                new Account.Rules("PG-", 3, recovering, 100),
                List.of(new Account.Target("shop-wechat", "wechatpay-v3", "orders", false, false)));
    }

    private StatementImport importer() {
        return new StatementImport(rig().stores().statements(), new Statements(Bounds.standard()));
    }

    private StatementImport.Imported take(LocalDate day, List<String> rows, String... sums) throws IOException {
        Path file = Files.createTempFile(folder, "bill", ".csv");
        Files.write(file, Bills.wechat(rows, sums).getBytes(StandardCharsets.UTF_8));
        return importer()
                .take(account(Account.Recovering.NEVER), new StatementImport.Request(file, day, "", "test"), false);
    }

    private RunReport run(LocalDate day, Account.Recovering recovering) throws InterruptedException {
        return reconciliation().run(account(recovering), day, false);
    }

    private Reconciliation reconciliation() {
        Recovery recovery = recovery("reconcile");
        return new Reconciliation(
                rig().stores().statements(), rig().stores().discrepancies(), recovery, new OneAnswer(answer));
    }

    private Recovery recovery(String writer) {
        return new Recovery(
                rig().stores().intake(writer, ids::next), ids::next, Duration.ofDays(400), Clock.systemUTC());
    }

    /** Always the same answer, and no list of events. */
    private record OneAnswer(StateQuery.Found found) implements Asked {
        @Override
        public Optional<StateQuery> state(String endpoint) {
            return Optional.of((_, _) -> found);
        }

        @Override
        public Optional<EventList> events(String endpoint) {
            return Optional.empty();
        }

        @Override
        public QueryTools tools() {
            return new QueryTools(
                    (_) -> {
                        throw new IllegalStateException("nobody calls out here");
                    },
                    Clock.systemUTC(),
                    new SplittableRandom(1));
        }
    }

    private static String paid(String day, String transaction, String order) {
        return Bills.wechatPaid(day + " 09:12:44", transaction, order, "88.00", "88.00");
    }

    /** A task as its callback left it. */
    private void task(String effect, String order, long minor, int status, String occurredAt) {
        rig().execute("INSERT INTO async_task (source, endpoint, provider, route, biz_type, biz_id, event_id,"
                + " event_type, provider_txn_id, amount_minor, currency, occurred_at, effect_key, status,"
                + " payload) VALUES ('wechat-shop', 'shop-wechat',"
                + " 'wechatpay-v3', 'orders',"
                + " 'payment',"
                + " '" + order + "', 'e-" + effect
                + "', 'T', '"
                + effect.substring(effect.indexOf(':') + 1) + "', " + minor + ", 'CNY', '" + occurredAt
                + "', 'wechat-shop:" + effect + "', " + status + ", '{}')");
    }

    private List<String> discrepancies() {
        return rig().stores().discrepancies().list(DiscrepancyQuery.unsettled(100)).stream()
                .map(row -> row.finding().kind() + " " + row.finding().reference())
                .sorted()
                .toList();
    }

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
    void aFileThatWasTakenChangesNothingAndACorrectedOneCountsEachMovementOnce() throws Exception {
        List<String> first = List.of(paid("2026-05-02", "420001", "PG-1"));
        assertThat(take(DAY, first, ONE_PAID).rowsNew()).isEqualTo(1);
        StatementImport.Imported again = take(DAY, first, ONE_PAID);
        StatementImport.Imported corrected = take(
                DAY,
                List.of(first.getFirst(), paid("2026-05-02", "420002", "PG-2")),
                "2",
                "176.00",
                "0.00",
                "0.00",
                "0.12000",
                "176.00",
                "0.00");

        assertThat(again.wasKnown()).isTrue();
        assertThat(corrected.rowsNew()).isEqualTo(1);
        assertThat(corrected.rowsKnown()).isEqualTo(1);
        assertThat(rig().number("SELECT SUM(gross_minor) FROM statement_row")).isEqualTo(17_600);
    }

    @Test
    void aBadFileLeavesNothingBehind() {
        assertThatThrownBy(() ->
                        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), "2", "88.00", "0", "0", "0", "0", "0"))
                .isInstanceOf(BadStatementException.class);
        assertThat(rig().number("SELECT COUNT(*) FROM statement_file")).isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM statement_row")).isZero();
    }

    @Test
    void anImportThatWasCutOffGoesOnBehindItsLastLine() throws Exception {
        List<String> rows = List.of(paid("2026-05-02", "420001", "PG-1"), paid("2026-05-02", "420002", "PG-2"));
        String[] sums = {"2", "176.00", "0.00", "0.00", "0.12000", "176.00", "0.00"};
        take(DAY, rows, sums);
        rig().execute("DELETE FROM statement_row WHERE line = 3");
        rig().execute("UPDATE statement_file SET status = 0, lines_done = 2, rows_new = 1");

        StatementImport.Imported resumed = take(DAY, rows, sums);

        assertThat(resumed.wasKnown()).isFalse();
        assertThat(resumed.rowsNew()).isEqualTo(2);
        assertThat(resumed.rowsKnown()).isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM statement_row")).isEqualTo(2);
    }

    private static PaymentEvent known(long minor) {
        return new PaymentEvent(
                "420001:SUCCESS",
                "TRANSACTION.SUCCESS",
                "payment",
                "PG-1",
                "420001",
                "",
                OptionalLong.of(minor),
                "CNY",
                "SUCCESS",
                Optional.empty(),
                Optional.of(new PaymentEvent.Effect("paid", "420001")),
                new byte[32],
                "{}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aMissingCallbackIsBroughtInOnlyWhenTheProviderSaysTheSame() throws Exception {
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);

        answer = new StateQuery.Found.Known(StateQuery.Standing.PAID, List.of(known(8_799)));
        assertThat(run(DAY, Account.Recovering.ASK).recovered()).isZero();
        assertThat(discrepancies()).containsExactly("callback-missing paid:420001");

        answer = new StateQuery.Found.Known(StateQuery.Standing.PAID, List.of(known(8_800)));
        RunReport report = run(DAY, Account.Recovering.ASK);

        assertThat(report.recovered()).isEqualTo(1);
        assertThat(discrepancies()).as("explained by what was brought in").isEmpty();
        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE effect_key = 'wechat-shop:paid:420001'"
                        + " AND status = 0 AND remote_address = 'recovered:query'"))
                .isEqualTo(1);
        assertThat(run(DAY, Account.Recovering.ASK).rows()).isEqualTo(java.util.Map.of("task-open", 1L));
    }

    @Test
    void aDryRunWritesNothing() throws Exception {
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);

        RunReport report = reconciliation().run(account(Account.Recovering.STATEMENT), DAY, true);

        assertThat(report.rows()).isEqualTo(java.util.Map.of("callback-missing", 1L));
        assertThat(rig().number("SELECT COUNT(*) FROM async_task")).isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM statement_row WHERE verdict <> ''"))
                .isZero();
        assertThat(rig().number("SELECT COUNT(*) FROM completeness_certificate"))
                .isZero();
    }

    /** The race of the brief: the genuine callback comes while its movement is brought in. One of them runs, whoever wins. */
    @Test
    void aLateGenuineCallbackAndARecoveredOneNeverRunBoth() throws Exception {
        for (int round = 0; round < 25; round++) {
            String transaction = "race" + round;
            Recovery recovery = recovery("reconcile-" + round);
            var genuine = rig().stores().intake("genuine-" + round, ids::next);
            List<Callable<Object>> both = List.of(
                    () -> recovery.bring(
                            "wechat-shop",
                            account(Account.Recovering.STATEMENT).endpoints().getFirst(),
                            event("recovered:paid:" + transaction, transaction),
                            "statement"),
                    () -> genuine.insert(
                                    List.of(callback(event("EV-" + transaction, transaction))),
                                    1,
                                    Duration.ofSeconds(30))
                            .getFirst());
            int fresh = 0;
            try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
                for (Future<Object> done : threads.invokeAll(both)) {
                    Object result = done.get();
                    fresh += result instanceof Insertion.Fresh || result instanceof Recovery.Brought.Fresh ? 1 : 0;
                }
            }
            assertThat(fresh).as("round %d", round).isEqualTo(1);
        }
        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE effect_key IS NOT NULL"))
                .isEqualTo(25);
        assertThat(rig().number("SELECT COUNT(*) FROM async_task WHERE effect_of IS NOT NULL AND status = 2"))
                .isEqualTo(25);
    }

    private static PaymentEvent event(String id, String transaction) {
        return new PaymentEvent(
                id,
                "T",
                "payment",
                "PG-9",
                transaction,
                "",
                OptionalLong.of(100),
                "CNY",
                "",
                Optional.empty(),
                Optional.of(new PaymentEvent.Effect("paid", transaction)),
                new byte[32],
                new byte[0]);
    }

    private NewTask callback(PaymentEvent event) {
        return new NewTask(
                ids.next(),
                "wechat-shop",
                "shop-wechat",
                "wechatpay-v3",
                "orders",
                event,
                "wechat-shop:" + event.effect().orElseThrow().key(),
                new RawRequest("POST", "https", "", "/callbacks/shop-wechat", List.of(), new byte[0], "10.0.0.1"),
                new NewTask.Start.Due());
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
    }
}
