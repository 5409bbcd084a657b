package tallygate.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.LaneReading;
import tallygate.gateway.task.NodeLease;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskId;

/** A bad night in the database, so that every screen of the console has something to show. */
final class ConsoleStory {
    static final String SAGA = "sg-order-paid-0c7e41";
    private static final String[] SHOPS = {"shop-stripe", "shop-wise"};

    private final DeskRig rig;
    private TaskId order = new TaskId(1);

    ConsoleStory(DeskRig rig) {
        this.rig = rig;
    }

    void tell() {
        rig.refusing().refused("{\"amount\":1299,\"order\":\"SO-20261116-0008841\"}", Instant.now());
        tasks();
        oneOrder();
        saga();
        differences();
        certificates();
        nodes();
        curves();
        rig.token("nightly-export", Permission.READ);
        rig.stores().chain().seal(1_000);
    }

    private void tasks() {
        String[] errors = {
            "422 from orders: unknown field sku_variant in line 1001",
            "connect timeout ledger.internal:8443 after 5000 ms",
            "409 from invoices: already paid 8812"
        };
        for (int i = 0; i < 14; i++) {
            TaskId failed = rig.failed("evt_1Qf3" + i + "nYpE", errors[i % 3 == 0 ? 1 : i % 5 == 0 ? 2 : 0]);
            rig.change(
                    "UPDATE async_task SET biz_id = ?, event_type = 'payment_intent.succeeded', attempts = 8,"
                            + " amount_minor = ?, currency = ?, endpoint = ? WHERE id = ?",
                    "SO-20261118-" + (8800 + i),
                    i == 3 ? -148_000 : 1_299 + 317L * i,
                    new String[] {"CNY", "EUR", "JPY", "KWD", "USD"}[i % 5],
                    SHOPS[i % 2],
                    failed.value());
        }
        for (int i = 0; i < 20; i++) {
            TaskId task = rig.task("evt_ok_" + i);
            rig.change(
                    "UPDATE async_task SET status = ?, attempts = 1, biz_id = ?, amount_minor = ? WHERE id = ?",
                    i % 7 == 0 ? 4 : 2,
                    "INV-2026-11-" + (4400 + i),
                    990 + 110L * i,
                    task.value());
        }
        TaskId parked = rig.task("evt_parked");
        rig.change(
                "UPDATE async_task SET wait_reason = 4, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL 155 SECOND"
                        + " WHERE id = ?",
                parked.value());
    }

    /** One order with two tasks, attempts, a conflict, a saga and a person. */
    private void oneOrder() {
        String biz = "SO-20261116-0008841";
        TaskId paid = rig.task("evt_paid");
        order = rig.failed("evt_refund", "500 from orders: the warehouse is closed for stock-taking");
        rig.change(
                "UPDATE async_task SET biz_id = ?, status = 4, amount_minor = 129600, currency = 'CNY',"
                        + " created_at = created_at - INTERVAL 2 DAY, event_type = 'TRANSACTION.SUCCESS' WHERE id = ?",
                biz,
                paid.value());
        rig.change(
                "UPDATE async_task SET biz_id = ?, amount_minor = -129600, currency = 'CNY', last_outcome = 2,"
                        + " attempts = 8, event_type = 'REFUND.SUCCESS' WHERE id = ?",
                biz,
                order.value());
        rig.change(
                "UPDATE async_task SET payload = ? WHERE id = ?",
                "{\"order\":\"SO-20261116-0008841\",\"amount\":-129600,\"currency\":\"CNY\",\"card\":\"4111111111111111\","
                    + "\"payer\":{\"email\":\"ann@example.com\"}}",
                order.value());
        String[] outcomes = {"retry", "retry", "lost", "park", "failed"};
        for (int i = 0; i < outcomes.length; i++) {
            rig.change(
                    "INSERT INTO task_attempt (task_id, lease_epoch, outcome, error, ended_at) VALUES (?, ?, ?, ?,"
                            + " UTC_TIMESTAMP(3) - INTERVAL ? SECOND)",
                    order.value(),
                    i + 1,
                    outcomes[i],
                    i == 2 ? "" : "503 from orders, again later",
                    100 - 20 * i);
        }
        rig.change(
                "INSERT INTO callback_conflict (task_id, source, event_id, endpoint, content_digest, request)"
                        + " SELECT ?, 'shop', 'evt_refund', 'shop-stripe', UNHEX(SHA2('other', 256)), request"
                        + " FROM rejected_callback LIMIT 1",
                order.value());
        rig.stores().admin().audit(new Actor("marta", "203.0.113.9"), "task-export", "task", order.toString(), "asked");
    }

    private void saga() {
        rig.change(
                "INSERT INTO saga_instance (saga_id, saga_type, version, biz_id, status, current_step, payload,"
                        + " last_error) VALUES (?, 'order-paid', 7, 'SO-20261116-0008841', 5, 3, '{}',"
                        + " '500 from order.unmark-paid')",
                SAGA);
        String[] steps = {"order.mark-paid", "stock.deduct", "coupon.redeem"};
        for (int i = 0; i < steps.length; i++) {
            log(SAGA + ":s" + (i + 1), i + 1, steps[i], i == 2 ? 2 : 1, i == 2 ? "422 coupon expired" : "");
        }
        log(SAGA + ":c:s2", 2, "stock.deduct", 3, "");
        log(SAGA + ":c:s1", 1, "order.mark-paid", 4, "500, and again after 2 s, 5 s and 15 s");
        rig.change(
                "INSERT INTO compensation_dead_letter (saga_id, step_seq, step_name, request_id, tries, last_error)"
                        + " VALUES (?, 1, 'order.mark-paid', ?, 4, '500 from order.unmark-paid')",
                SAGA,
                SAGA + ":c:s1");
    }

    private void log(String request, int step, String name, int status, String error) {
        rig.change(
                "INSERT INTO saga_log (request_id, saga_id, step_seq, step_name, action_status, tries, last_error)"
                        + " VALUES (?, ?, ?, ?, ?, 1, ?)",
                request,
                SAGA,
                step,
                name,
                status,
                error);
    }

    private void differences() {
        rig.stores()
                .discrepancies()
                .open(new DiscrepancyFinding(
                        "amount-short",
                        "stripe-eu",
                        "txn-0008841",
                        "bill 2026-11-17",
                        OptionalLong.empty(),
                        "SO-20261116-0008841",
                        OptionalLong.of(129_600),
                        OptionalLong.of(120_800),
                        "CNY",
                        "they booked 88.00 less"));
    }

    /** Yesterday's statement was taken; one endpoint's day came out, the other's did not. */
    private void certificates() {
        rig.change(
                "INSERT INTO statement_file (source, format, bill_day, file_name, sha256, status, rows_new, taken_by)"
                        + " VALUES ('stripe-eu', 'stripe', UTC_DATE() - INTERVAL 1 DAY, 'balance-2026-11-17.csv',"
                        + " UNHEX(SHA2('file', 256)), 1, 14580, 'marta')");
        for (int i = 0; i < SHOPS.length; i++) {
            rig.change(
                    "INSERT INTO completeness_certificate (endpoint, source, bill_day, is_complete, body, digest)"
                            + " VALUES (?, 'stripe-eu', UTC_DATE() - INTERVAL 1 DAY, ?, ?, UNHEX(SHA2(?, 256)))",
                    SHOPS[i],
                    1 - i,
                    i == 0 ? "{}" : "{\"incompleteBecause\":[\"1 discrepancy is open\"]}",
                    SHOPS[i]);
        }
    }

    /** Two nodes; the receiver of one route is away for the second. */
    private void nodes() {
        for (int i = 0; i < 2; i++) {
            NodeLease lease = rig.stores()
                    .nodes()
                    .join(
                            new NodeStore.Introduction("node-" + (char) ('a' + i), "0.1.0", "7f3a09c1"),
                            Duration.ofHours(1));
            List<LaneReading> lanes = List.of(new LaneReading("orders", 12 - 12 * i, 3 * i, 45 - 45 * i, i > 0));
            rig.stores()
                    .nodes()
                    .beat(lease, new NodeStore.Pulse("7f3a09c1", 1, Duration.ofMillis(2), lanes), Duration.ofHours(1));
        }
    }

    /** Three hours, in which a lane got stuck. */
    private void curves() {
        Instant begin = Instant.now().minus(Duration.ofMinutes(181));
        for (int i = 0; i < 180; i++) {
            int late = Math.max(0, i - 140);
            rig.counted("tallygate.events.stored", 70 + (i * 37) % 23);
            rig.counted("tallygate.work", late > 0 ? 60 : 75, "outcome", "done");
            rig.counted("tallygate.work", late > 0 ? 1 + late / 10 : i % 9 == 0 ? 1 : 0, "outcome", "failed");
            rig.trend()
                    .sample(
                            begin.plus(Duration.ofMinutes(i)),
                            new TaskCounts(
                                    List.of(),
                                    List.of(new TaskCounts.Age("orders", Duration.ofSeconds(2 + late * 50L)))));
        }
    }

    /** Numbers of what the tour looks at. */
    record Seen(long plan, long job, long approval, long rejected) {}

    /** Every screen by a name for its picture. */
    Map<String, String> screens(TaskId hostile, Seen seen) {
        Map<String, String> screens = new LinkedHashMap<>();
        screens.put("overview", "/");
        screens.put("tasks", "/tasks");
        screens.put("tasks-failed", "/tasks?status=failed&route=orders");
        screens.put("tasks-none", "/tasks?q=nothing-has-this-id");
        screens.put("task", "/tasks/" + order);
        screens.put("task-hostile", "/tasks/" + hostile);
        screens.put("payload", "/tasks/" + order + "/payload");
        screens.put("plan", "/jobs/" + seen.plan());
        screens.put("job", "/jobs/" + seen.job());
        screens.put("approval", "/approvals/" + seen.approval());
        screens.put("rejected-one", "/rejected/" + seen.rejected());
        screens.put(
                "conflict",
                "/conflicts/" + rig.column("SELECT id FROM callback_conflict").getFirst());
        screens.put(
                "discrepancy",
                "/discrepancies/" + rig.column("SELECT id FROM discrepancy").getFirst());
        screens.put("saga", "/sagas/" + SAGA);
        screens.put("endpoint", "/endpoints/shop-stripe");
        screens.put("endpoint-unsigned", "/endpoints/shop-wise");
        screens.put("audit-verify", "/audit/verify");
        screens.put("lane", "/lanes/orders");
        screens.put("user", "/users/boss");
        screens.put("password", "/password");
        screens.put("confirm", "/confirm?to=/users");
        screens.put("tasks-nowhere", "/tasks?status=failed&route=nowhere");
        screens.put("settings-few", "/settings?key=secrets");
        screens.put("edit", "/tasks/" + order + "/edit");
        for (String name : List.of(
                "failed",
                "rejected",
                "conflicts",
                "discrepancies",
                "books",
                "statements",
                "statements/upload",
                "sagas",
                "dead-letters",
                "endpoints",
                "lanes",
                "audit",
                "users",
                "tokens",
                "approvals",
                "jobs",
                "privacy",
                "settings",
                "api",
                "account")) {
            screens.put(name, "/" + name);
        }
        return screens;
    }
}
