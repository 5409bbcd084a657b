package tallygate.gateway;

import java.util.List;
import java.util.stream.Stream;

/**
 * A year of callbacks, one every few seconds, by INSERT … SELECT over MariaDB's sequences: five routes, 1 % failed of nine causes,
 * 2 % pending, two tasks an order, and what goes with them.
 */
final class ScaleTables {
    private static final long PART = 20_000;
    private static final int LANES = 5;

    private final DeskRig rig;
    private final long rows;

    ScaleTables(DeskRig rig, long rows) {
        this.rig = rig;
        this.rows = rows;
    }

    /** What is not there yet. */
    void fill() {
        if (rig.column("SELECT id FROM async_task LIMIT 1").isEmpty()) {
            tasks();
        }
        if (rig.column("SELECT id FROM rejected_callback LIMIT 1").isEmpty()) {
            around();
        }
        for (String table : List.of("async_task", "audit_log", "saga_instance", "rejected_callback", "task_attempt")) {
            rig.column("ANALYZE TABLE " + table);
        }
    }

    private void tasks() {
        long first = rig.task("evt-first").value();
        rig.change("DELETE FROM lane");
        for (int i = 1; i <= LANES; i++) {
            rig.change("INSERT INTO lane (lane, route) VALUES (" + i + ", ?)", i == 1 ? "orders" : "route-" + i);
        }
        for (long from = 1; from <= rows; from += PART) {
            long to = Math.min(rows, from + PART - 1);
            rig.change("""
                INSERT INTO async_task (id, source, endpoint, provider, route, lane, biz_type, biz_id, event_id, event_type,
                       provider_txn_id, amount_minor, currency, status, retry_count, attempts, next_retry_time, wait_reason,
                       last_error, created_at, updated_at, request_method, request_headers, payload)
                SELECT (n.base + s.seq * n.step) << 22, t.source, IF(s.seq %% 3 = 0, 'shop-wise', 'shop-stripe'),
                       IF(s.seq %% 3 = 0, 'wise', 'stripe'), l.route, l.lane, t.biz_type, CONCAT('order-', s.seq DIV 2),
                       CONCAT('evt-', s.seq), t.event_type, CONCAT('txn-', s.seq), 100 + s.seq %% 9999,
                       ELT(1 + s.seq %% 5, 'CNY', 'EUR', 'JPY', 'KWD', 'USD'),
                       CASE WHEN s.seq %% 100 = 0 THEN 3 WHEN s.seq %% 100 = 1 THEN 4 WHEN s.seq %% 50 = 7 THEN 0
                            WHEN s.seq %% 5000 = 3 THEN 1 ELSE 2 END,
                       IF(s.seq %% 100 = 0, 7, 0), 1,
                       n.start + INTERVAL s.seq * n.step * 1000 MICROSECOND + INTERVAL IF(s.seq %% 100 = 57, 400, 0) DAY,
                       IF(s.seq %% 100 = 57, 4, 0),
                       CASE WHEN s.seq %% 100 <> 0 THEN NULL WHEN s.seq %% 300 = 0
                            THEN CONCAT('422 from orders: unknown field sku_variant in line ', s.seq)
                            ELSE CONCAT('connect timeout ledger', s.seq %% 7, '.internal:8443 after ', s.seq, ' ms') END,
                       n.start + INTERVAL s.seq * n.step * 1000 MICROSECOND, n.start + INTERVAL s.seq * n.step * 1000 MICROSECOND,
                       t.request_method, t.request_headers, REPEAT('{"order":"0123456789","amount":1299}', 12)
                  FROM seq_%d_to_%d s
                  JOIN (SELECT UTC_TIMESTAMP(3) - INTERVAL 360 DAY AS start, 360 * 86400000 DIV %d AS step,
                               TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3) - INTERVAL 360 DAY) DIV 1000
                                   AS base) n
                  JOIN async_task t ON t.id = %d
                  JOIN lane l ON l.lane = 1 + s.seq DIV 7 %% %d
                """.formatted(from, to, rows, first, LANES));
        }
    }

    /** One INSERT for each part of the numbers up to the last, so that none outlasts the socket's timeout; $S is the part. */
    private void inParts(long last, String insert) {
        for (long from = 1; from <= last; from += PART) {
            rig.change(insert.replace("$S", "seq_" + from + "_to_" + Math.min(last, from + PART - 1)));
        }
    }

    private void around() {
        long tenth = Math.max(1_000, rows / 10);
        for (int epoch = 1; epoch <= 8; epoch++) {
            rig.change("INSERT INTO task_attempt (task_id, lease_epoch, outcome, error, ended_at)"
                    + " SELECT id, " + epoch + ", '" + (epoch == 8 ? "failed" : "retry")
                    + "', '503 again later', created_at FROM async_task WHERE status = 3");
        }
        inParts(
                tenth,
                "INSERT INTO audit_log (actor, origin, action, object_type, object_id, before_state, after_state,"
                        + " reason) SELECT IF(seq % 50 = 0, 'marta', 'okoro'), '203.0.113.9', IF(seq % 3 = 0,"
                        + " 'task-reopen', 'payload-read'), 'task', seq, 'status=FAILED', 'status=PENDING', 'handler"
                        + " fixed' FROM $S");
        rig.change("INSERT INTO rejected_callback (endpoint, provider, reason, detail, remote_address, arrived_at,"
                + " keep_until, request, request_digest) SELECT r.endpoint, r.provider, r.reason, r.detail,"
                + " r.remote_address, r.arrived_at, r.keep_until, r.request, r.request_digest FROM rejected_callback r"
                + " JOIN seq_1_to_" + tenth / 5 + " s WHERE r.id = "
                + rig.refusing().refused("{\"order\":1}", rig.now()));
        rig.change("INSERT INTO callback_conflict (task_id, source, event_id, endpoint, content_digest, request)"
                + " SELECT t.id, t.source, t.event_id, t.endpoint, UNHEX(SHA2(t.id, 256)), r.request"
                + " FROM async_task t JOIN (SELECT request FROM rejected_callback LIMIT 1) r WHERE t.status = 3 LIMIT "
                + tenth / 20);
        rig.change("INSERT INTO discrepancy (kind, source, reference, status, ours_minor, theirs_minor, currency)"
                + " SELECT ELT(1 + seq % 4, 'amount-short', 'bank-miss', 'callback-missing', 'fund-fee'), 'stripe-eu',"
                + " CONCAT('txn-', seq), seq % 3, 100, 101, 'EUR' FROM seq_1_to_" + tenth / 5);
        inParts(
                tenth,
                "INSERT INTO saga_instance (id, saga_id, saga_type, version, biz_id, status, current_step, payload)"
                    + " SELECT seq, CONCAT('sg-', seq), 'order-paid', 1, CONCAT('order-', seq), CASE WHEN seq % 5000 ="
                    + " 0 THEN 5 WHEN seq % 900 = 0 THEN 1 WHEN seq % 50 = 0 THEN 4 ELSE 2 END, 3, '{}' FROM $S");
        inParts(
                tenth,
                "INSERT INTO saga_log (request_id, saga_id, step_seq, step_name, action_status, tries)"
                        + " SELECT CONCAT('sg-', s.seq, ':s', n.seq), CONCAT('sg-', s.seq), n.seq, 'stock.deduct', 1, 1"
                        + " FROM $S s JOIN seq_1_to_3 n");
    }

    /** All that read, with what is there, what is rare and what is not there. */
    List<String> pages() {
        String task = rig.column("SELECT id FROM async_task WHERE status = 3 ORDER BY id DESC LIMIT 1")
                .getFirst();
        String ofTask = "/tasks/" + task;
        String order =
                rig.column("SELECT biz_id FROM async_task WHERE id = ?", task).getFirst();
        String conflict = rig.column("SELECT MAX(id) FROM callback_conflict").getFirst();
        String rejected = rig.column("SELECT MAX(id) FROM rejected_callback").getFirst();
        Stream<String> console = Stream.of(
                "/",
                "/overview/live",
                "/tasks",
                "/tasks?status=failed",
                "/tasks?status=success",
                "/tasks?status=pending",
                "/tasks?status=processing",
                "/tasks?status=failed&route=orders",
                "/tasks?status=success&endpoint=shop-wise",
                "/tasks?status=success&range=1h",
                "/tasks?status=failed&range=24h",
                "/tasks?status=failed&error=nothing-says-this",
                "/tasks?status=failed&error=sku_variant&range=30d",
                "/tasks?endpoint=shop-nowhere",
                "/tasks?route=orders",
                "/tasks?route=nowhere",
                "/tasks?error=nothing-says-this",
                "/tasks?provider=wise&range=24h",
                "/tasks?range=7d",
                "/tasks?q=" + order,
                "/tasks?q=txn-77",
                "/tasks?q=evt-77",
                "/tasks?q=nothing-has-this-id",
                "/tasks.csv?status=failed&range=24h",
                ofTask,
                ofTask + "/payload",
                "/failed",
                "/lanes",
                "/lanes/orders",
                "/endpoints",
                "/endpoints/shop-stripe",
                "/audit",
                "/audit?actor=marta",
                "/audit?actor=nobody",
                "/audit?action=task-reopen",
                "/audit?object=task:77",
                "/audit?actor=marta&action=nothing",
                "/books",
                "/discrepancies",
                "/discrepancies?kind=bank-miss&source=stripe-eu",
                "/discrepancies?kind=nothing",
                "/statements",
                "/conflicts",
                "/conflicts?show=all",
                "/conflicts/" + conflict,
                "/rejected",
                "/rejected?endpoint=shop-stripe",
                "/rejected?endpoint=nowhere",
                "/rejected/" + rejected,
                "/sagas",
                "/sagas?status=running",
                "/sagas?status=compensation-failed",
                "/sagas?order=order-77",
                "/sagas/sg-77",
                "/dead-letters",
                "/approvals",
                "/jobs",
                "/users",
                "/tokens",
                "/privacy",
                "/settings",
                "/account");
        Stream<String> api = Stream.of(
                "/api/v1/tasks",
                "/api/v1/tasks?status=failed",
                "/api/v1/tasks?status=failed&route=orders",
                "/api/v1/tasks?status=processing",
                "/api/v1/tasks?route=nowhere",
                "/api/v1/tasks?endpoint=nowhere",
                "/api/v1/tasks?bizId=" + order,
                "/api/v1/tasks?eventId=evt-77",
                "/api/v1/tasks?eventId=nothing",
                "/api/v1" + ofTask,
                "/api/v1" + ofTask + "/timeline",
                "/api/v1/search?status=failed&error=nothing",
                "/api/v1/causes",
                "/api/v1/tally",
                "/api/v1/lanes",
                "/api/v1/audit",
                "/api/v1/rejected",
                "/api/v1/conflicts",
                "/api/v1/discrepancies",
                "/api/v1/sagas",
                "/api/v1/sagas?status=compensation-failed",
                "/api/v1/jobs");
        return Stream.concat(console, api).toList();
    }
}
