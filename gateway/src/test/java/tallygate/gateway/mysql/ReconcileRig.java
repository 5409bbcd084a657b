package tallygate.gateway.mysql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Asked;
import tallygate.gateway.reconcile.Question;
import tallygate.gateway.reconcile.Reconciliation;
import tallygate.gateway.reconcile.Recovery;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.Bills;
import tallygate.gateway.reconcile.statement.Bounds;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.Statements;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/** Statements and tasks of one account on a real database, for the tests of reconciliation. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReconcileRig {
    static final LocalDate DAY = LocalDate.parse("2026-05-02");
    static final String[] ONE_PAID = {"1", "88.00", "0.00", "0.00", "0.06000", "88.00", "0.00"};

    @TempDir
    static Path folder;

    final TaskIds ids = new TaskIds(9, 0, Clock.systemUTC());
    private Optional<RealRig> real = Optional.empty();
    final List<Question> opened = new ArrayList<>();
    StateQuery.Found answer = StateQuery.Found.Failed.later("not set");

    @BeforeAll
    void open() {
        real = Optional.of(new RealRig(TestDatabases.embedded()));
    }

    @BeforeEach
    void empty() {
        rig().empty();
        opened.clear();
    }

    @AfterAll
    void close() {
        real.ifPresent(RealRig::close);
    }

    RealRig rig() {
        return real.orElseThrow();
    }

    static Account account(Account.Recovering recovering) {
        return new Account(
                "wechat-shop",
                new StatementFormat.Wechat(),
                ZoneOffset.ofHours(8),
                Set.of("1900000555"),
                new Account.Rules("PG-", 3, recovering, 100),
                List.of(new Account.Target("shop-wechat", "wechatpay-v3", "orders", false, false)));
    }

    StatementImport importer() {
        return new StatementImport(rig().stores().statements(), new Statements(Bounds.standard()));
    }

    StatementImport.Imported take(LocalDate day, List<String> rows, String... sums) throws IOException {
        Path file = Files.createTempFile(folder, "bill", ".csv");
        Files.write(file, Bills.wechat(rows, sums).getBytes(StandardCharsets.UTF_8));
        return importer()
                .take(account(Account.Recovering.NEVER), new StatementImport.Request(file, day, "", "test"), false);
    }

    RunReport run(LocalDate day, Account.Recovering recovering) throws InterruptedException {
        return reconciliation().run(account(recovering), day, false);
    }

    Reconciliation reconciliation() {
        Recovery recovery = recovery("reconcile");
        return new Reconciliation(
                rig().stores().statements(),
                rig().stores().funds(),
                rig().stores().orders(),
                rig().stores().discrepancies(),
                recovery,
                new OneAnswer(answer),
                new Told());
    }

    final List<String> capped = new ArrayList<>();
    long testRows;

    private final class Told implements Reconciliation.Outlet {
        @Override
        public void ask(Question question) {
            opened.add(question);
        }

        @Override
        public void capped(Account account, LocalDate day, long notOpened) {
            capped.add(account.source() + " " + day + " " + notOpened);
        }

        @Override
        public void within(Account account) {
            // Nothing is to be said.
        }

        @Override
        public void tests(Account account, LocalDate day, long rows) {
            testRows = rows;
        }
    }

    Recovery recovery(String writer) {
        return new Recovery(
                rig().stores().intake(writer, ids::next), ids::next, Duration.ofDays(400), Clock.systemUTC());
    }

    /** Always the same answer, and no list of events. */
    record OneAnswer(StateQuery.Found found) implements Asked {
        @Override
        public Optional<StateQuery> state(String endpoint) {
            return Optional.of((_, _) -> found);
        }

        @Override
        public Optional<EventList> events(String endpoint) {
            return Optional.empty();
        }

        @Override
        public List<PaymentEvent> read(String endpoint, RawRequest request) {
            return List.of();
        }

        @Override
        public Optional<Account.Target> target(String endpoint) {
            return Optional.of(new Account.Target(endpoint, "wechatpay-v3", "orders", false, false));
        }

        @Override
        public Set<String> openTypes() {
            return Set.of();
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

    static String paid(String day, String transaction, String order) {
        return Bills.wechatPaid(day + " 09:12:44", transaction, order, "88.00", "88.00");
    }

    /** A task as its callback left it. */
    void task(String effect, String order, long minor, int status, String occurredAt) {
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

    List<String> discrepancies() {
        return rig().stores().discrepancies().list(DiscrepancyQuery.unsettled(100)).stream()
                .map(row -> row.finding().kind() + " " + row.finding().reference())
                .sorted()
                .toList();
    }
}
