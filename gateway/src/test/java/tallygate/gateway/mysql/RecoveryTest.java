package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Recovery;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.NewTask;
import tallygate.signature.RawRequest;

/** Bringing in what no callback told of, on a real database. */
class RecoveryTest extends ReconcileRig {
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
    void aMissingCallbackIsBroughtInOnlyWhenTheProviderSaysTheSame() throws Exception {
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);

        answer = new StateQuery.Found.Known(StateQuery.Standing.PAID, List.of(known(8_799)));
        assertThat(run(DAY, Account.Recovering.ASK).recovered()).isZero();
        assertThat(discrepancies()).containsExactly("contradiction paid:420001");

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
    @Tag("O-080")
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
}
