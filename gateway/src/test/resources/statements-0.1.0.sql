-- What version 0.1.0 says to its database. Never edited: it must go on working after every later migration (docs/en/upgrade.md).
-- A list in brackets stands for one of any length.

-- AdminSql
SELECT t.id, t.source, t.endpoint, t.provider, t.route, t.biz_type, t.biz_id, t.event_id, t.event_type, t.provider_txn_id, t.amount_minor, t.currency, t.effect_key, t.effect_of, t.status, t.retry_count, t.attempts, t.crashes, t.next_retry_time, t.lease_owner, t.lease_epoch, t.wait_reason, t.last_error, t.last_outcome, t.created_at, t.updated_at, t.overlong, f.effect_key FROM async_task t LEFT JOIN async_task f ON f.id = t.effect_of;
SELECT status, retry_count, wait_reason, payload IS NULL FROM async_task WHERE id = ? FOR UPDATE;
SELECT request_method, request_scheme, request_authority, request_target, request_headers, remote_address, payload, content FROM async_task WHERE id = ? AND payload IS NOT NULL;
UPDATE async_task SET status = ?, retry_count = IF(? = 0, 0, retry_count), crashes = 0, wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = ?;
UPDATE async_task SET wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 0 AND wait_reason = 5;
SELECT COUNT(*) FROM (SELECT 1 AS one FROM async_task WHERE status = ? AND lane = ? LIMIT ?) some;
SELECT TIMESTAMPDIFF(MICROSECOND, next_retry_time, UTC_TIMESTAMP(3)) FROM async_task WHERE status = 0 AND lane = ? AND next_retry_time <= UTC_TIMESTAMP(3) ORDER BY next_retry_time, id LIMIT 1;

-- AuditSql
INSERT INTO audit_log (actor, origin, action, object_type, object_id, before_state, after_state, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?);
SELECT id, at, actor, origin, action, object_type, object_id, before_state, after_state, reason, row_hash IS NOT NULL FROM audit_log WHERE id < ? ORDER BY id DESC LIMIT ?;

-- BulkSql
SELECT id, cause, requested_by, reason, per_second, canary, status, note, created_at FROM bulk_job;
UPDATE bulk_job SET status = ?, reason = ?, per_second = ?, canary = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 0;
SELECT id FROM bulk_job WHERE status = 1 AND (lease_owner = ? OR lease_until < UTC_TIMESTAMP(3)) ORDER BY id LIMIT 1 FOR UPDATE;
UPDATE bulk_job SET lease_owner = ?, lease_until = UTC_TIMESTAMP(3) + INTERVAL 30 SECOND WHERE id = ?;
UPDATE bulk_item i JOIN async_task t ON t.id = i.task_id SET i.state = CASE t.status WHEN 2 THEN 2 WHEN 3 THEN 3 ELSE 4 END WHERE i.job_id = ? AND i.state = 1 AND t.status IN (2, 3, 4);
INSERT INTO bulk_job (action, cause, requested_by, origin, total) VALUES ('retry', ?, ?, ?, ?);
SELECT LAST_INSERT_ID();
INSERT INTO bulk_item (job_id, seq, task_id) VALUES (?, ?, ?);
SELECT state, COUNT(*) FROM bulk_item WHERE job_id = ? GROUP BY state;
UPDATE bulk_job SET status = ?, note = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = ?;
SELECT requested_by, origin, reason FROM bulk_job WHERE id = ? AND status = 1 FOR UPDATE;
SELECT seq, task_id FROM bulk_item WHERE job_id = ? AND state = 0 ORDER BY seq LIMIT 1 FOR UPDATE;
UPDATE bulk_item SET state = ? WHERE job_id = ? AND seq = ? AND state = 0;

-- CertificateSql
SELECT t.endpoint, CONVERT(SUBSTRING_INDEX(SUBSTRING(COALESCE(t.effect_key, f.effect_key), LENGTH(t.source) + 2), ':', 1) USING utf8mb4) AS effect_kind, t.currency, CASE WHEN t.status = 2 THEN 'done' WHEN t.status = 4 THEN 'compensated' WHEN t.status = 3 THEN 'failed' WHEN t.status = 0 AND t.wait_reason <> 0 THEN 'parked' ELSE 'open' END AS state, t.effect_of IS NOT NULL AS linked, COALESCE(t.remote_address, '') LIKE 'recovered:%' AS recovered, COUNT(*), COALESCE(SUM(t.amount_minor), 0) FROM async_task t LEFT JOIN async_task f ON f.id = t.effect_of WHERE t.id > ? AND t.id <= ? AND t.source = ? AND COALESCE(t.occurred_at, t.created_at) >= ? AND COALESCE(t.occurred_at, t.created_at) < ? GROUP BY t.endpoint, effect_kind, t.currency, state, linked, recovered ORDER BY t.endpoint, effect_kind, t.currency, state, linked, recovered;
SELECT kind, currency, verdict, COUNT(*), SUM(gross_minor) FROM statement_row WHERE source = ? AND bill_day = ? GROUP BY kind, currency, verdict ORDER BY kind, currency, verdict;
SELECT COALESCE(SUM(status = 1), 0) FROM statement_file WHERE source = ? AND bill_day = ?;
INSERT INTO completeness_certificate (endpoint, source, bill_day, is_complete, body, digest) VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE confirmed_at = UTC_TIMESTAMP(3);
SELECT c.endpoint, c.source, c.bill_day, c.is_complete, c.body, LOWER(HEX(c.digest)), c.made_at FROM completeness_certificate c WHERE c.bill_day = ? AND NOT EXISTS (SELECT 1 FROM completeness_certificate later WHERE later.bill_day = c.bill_day AND later.endpoint = c.endpoint AND (later.confirmed_at > c.confirmed_at OR later.confirmed_at = c.confirmed_at AND later.id > c.id)) ORDER BY c.endpoint;
SELECT COUNT(*) FROM discrepancy WHERE source = ? AND status IN (0, 1);

-- DatabaseChecks
SELECT CAST(? AS DATETIME(3)), CAST(? AS DATETIME(3)) + INTERVAL 1000 MICROSECOND;

-- DeskSql
SELECT next_retry_time, id FROM async_task WHERE status = ? AND lane = ? AND next_retry_time <= ? AND (next_retry_time < ? OR id < ?) ORDER BY next_retry_time DESC, id DESC LIMIT 1 OFFSET ?;
SELECT id FROM async_task WHERE id < ? AND id >= ? ORDER BY id DESC LIMIT 1 OFFSET ?;
SELECT ended_at, outcome, lease_epoch, error FROM task_attempt WHERE task_id = ? ORDER BY lease_epoch DESC LIMIT 100;
SELECT first_seen, id FROM callback_conflict WHERE task_id = ? ORDER BY id LIMIT 50;
SELECT at, action, actor, reason FROM audit_log WHERE object_type = 'task' AND object_id = ? ORDER BY id DESC LIMIT 100;
SELECT l.updated_at, l.saga_id, l.request_id, l.step_name, l.action_status, l.tries, COALESCE(l.last_error, '') FROM saga_instance s JOIN saga_log l ON l.saga_id = s.saga_id WHERE s.biz_id = ? ORDER BY l.updated_at LIMIT 200;
SELECT id, task_id, source, event_id, endpoint, amount_minor, currency, first_seen, resolved_at, COALESCE(resolved_by, ''), COALESCE(resolution, '') FROM callback_conflict;
UPDATE callback_conflict SET resolved_at = UTC_TIMESTAMP(3), resolved_by = ?, resolution = ? WHERE id = ? AND resolved_at IS NULL;
SELECT status, status = 0 AND (wait_reason <> 0 OR next_retry_time > UTC_TIMESTAMP(3)) AS waits, COUNT(*), MIN(created_at) FROM (SELECT status, wait_reason, next_retry_time, created_at FROM async_task ORDER BY id DESC LIMIT ?) newest GROUP BY 1, 2;
SELECT request, content FROM callback_conflict WHERE id = ?;
SELECT COUNT(*) FROM (SELECT 1 AS one FROM async_task WHERE status = 3 LIMIT 1000) some;
SELECT COUNT(*) FROM (SELECT 1 AS one FROM discrepancy WHERE status IN (0, 1) LIMIT 1000) some;
SELECT COUNT(*) FROM (SELECT 1 AS one FROM compensation_dead_letter WHERE status = 0 LIMIT 1000) some;

-- DiscrepancySql
SELECT id, version, kind, source, reference, statement, task_id, biz_id, ours_minor, theirs_minor, currency, detail, status, owner, note, resolution, resolved_by, opened_at, updated_at, seen_at, resolved_at FROM discrepancy;
INSERT INTO discrepancy (kind, source, reference, statement, task_id, biz_id, ours_minor, theirs_minor, currency, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id;
UPDATE discrepancy SET statement = ?, task_id = ?, ours_minor = ?, theirs_minor = ?, currency = ?, detail = ?, seen_at = UTC_TIMESTAMP(3) WHERE id = ? AND version = ? AND status <> 2;
UPDATE discrepancy SET statement = ?, task_id = ?, ours_minor = ?, theirs_minor = ?, currency = ?, detail = ?, seen_at = UTC_TIMESTAMP(3), status = 0, resolution = '', resolved_by = '', resolved_at = NULL, version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND version = ? AND status = 2;
UPDATE discrepancy SET status = 1, owner = ?, note = ?, version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND version = ? AND status IN (0, 1);
UPDATE discrepancy SET status = 0, owner = '', note = ?, version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND version = ? AND status = 1;
UPDATE discrepancy SET status = 2, resolution = ?, resolved_by = ?, resolved_at = UTC_TIMESTAMP(3), version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND version = ? AND status IN (0, 1);
UPDATE discrepancy SET status = 0, owner = '', note = ?, resolution = '', resolved_by = '', resolved_at = NULL, version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND version = ? AND status = 2;
SELECT source, kind, COUNT(*), TIMESTAMPDIFF(SECOND, MIN(opened_at), UTC_TIMESTAMP(3)) FROM discrepancy WHERE status IN (0, 1) GROUP BY source, kind ORDER BY source, kind;

-- EvidenceQueries
SELECT table_name, index_name, non_unique, column_name FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index;
SELECT t.saga_type, t.step_name, t.direction, t.p99_millis, t.timeout_millis FROM saga_timeout t JOIN (SELECT MAX(id) AS id FROM saga_timeout GROUP BY saga_type, step_name, direction) newest ON newest.id = t.id ORDER BY t.id;
SELECT COUNT(*), COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0) FROM compensation_dead_letter WHERE status = 0;
SELECT table_schema FROM information_schema.statistics WHERE table_name = 'saga_guard' AND index_name = 'PRIMARY' GROUP BY table_schema HAVING COUNT(*) = 1 AND MAX(LOWER(column_name)) = 'request_id' ORDER BY table_schema;

-- IdentitySql
SELECT id, name, role, password_hash, must_change, failures, locked_until, disabled, language, theme, zone, shortcuts, issuer, subject FROM user_account;
INSERT INTO user_account (name, role, password_hash, must_change) VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id;
INSERT INTO user_account (name, role, password_hash, issuer, subject) VALUES (?, ?, '', ?, ?) ON DUPLICATE KEY UPDATE id = id;
INSERT INTO sign_in_attempt (state_digest, return_to, session_key, begun_at, ends_at) VALUES (?, ?, ?, ?, ?);
SELECT return_to, session_key, begun_at, ends_at FROM sign_in_attempt WHERE state_digest = ? FOR UPDATE;
UPDATE user_account SET password_hash = ?, must_change = ?, failures = 0, locked_until = NULL, updated_at = UTC_TIMESTAMP(3) WHERE id = ?;
UPDATE user_account SET language = ?, theme = ?, zone = ?, shortcuts = ? WHERE id = ?;
UPDATE user_account SET failures = failures + 1, locked_until = ? WHERE id = ?;
SELECT session_key, user_id, created_at, seen_at, confirmed_at, ends_at, origin, agent FROM user_session;
INSERT INTO user_session (session_key, user_id, created_at, seen_at, confirmed_at, ends_at, origin, agent) VALUES (?, ?, ?, ?, ?, ?, ?, ?);
SELECT id, name, permissions, owner, created_at, expires_at, last_used_at, revoked_at FROM api_token;
INSERT INTO api_token (name, token_digest, permissions, owner, expires_at) VALUES (?, ?, ?, ?, IF(? = 0, NULL, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND));
UPDATE api_token SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ? AND revoked_at IS NULL;
UPDATE api_token SET last_used_at = UTC_TIMESTAMP(3) WHERE id = ? AND (last_used_at IS NULL OR last_used_at < UTC_TIMESTAMP(3) - INTERVAL 60 SECOND);
DELETE FROM sign_in_attempt WHERE state_digest = ?;
DELETE FROM sign_in_attempt WHERE ends_at < ? LIMIT 1000;
SELECT id FROM user_account LIMIT 1 FOR UPDATE;
UPDATE user_account SET role = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ?;
UPDATE user_account SET disabled = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ?;
UPDATE user_account SET failures = 0, locked_until = NULL WHERE id = ?;
UPDATE user_session SET seen_at = ? WHERE session_key = ?;
UPDATE user_session SET session_key = ?, confirmed_at = ? WHERE session_key = ?;
DELETE FROM user_session WHERE session_key = ?;
DELETE FROM user_session WHERE user_id = ?;
DELETE FROM user_session WHERE ends_at < UTC_TIMESTAMP(3) LIMIT 1000;
SELECT id FROM api_token WHERE token_digest = ?;

-- IntakeSql
INSERT INTO async_task ( id, source, endpoint, provider, route, lane, biz_type, biz_id, event_id, event_type, provider_txn_id, amount_minor, currency, occurred_at, content_digest, effect_key, effect_of, status, attempts, next_retry_time, lease_owner, lease_epoch, wait_reason, last_error, created_at, updated_at, request_method, request_scheme, request_authority, request_target, request_headers, remote_address, payload, content, overlong) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id;
SELECT id, source, event_id, content_digest, status, lease_epoch, lease_owner, effect_of FROM async_task WHERE id IN (?);
SELECT id, source, event_id, content_digest, status, lease_epoch, lease_owner, effect_of FROM async_task WHERE source = ? AND event_id IN (?);
SELECT id FROM async_task WHERE effect_key = ?;
UPDATE async_task SET status = 0, attempts = attempts - 1, lease_owner = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE status = 1 AND lease_epoch = 1 AND lease_owner = ? AND id IN (?);
INSERT INTO callback_conflict ( task_id, source, event_id, endpoint, content_digest, amount_minor, currency, request, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id;

-- LaneSql
SELECT lane, route, paused_at, paused_by, paused_why, ordered FROM lane ORDER BY lane;
SELECT paused_at IS NOT NULL, ordered FROM lane WHERE lane = ? FOR UPDATE;
UPDATE lane SET paused_at = UTC_TIMESTAMP(3), paused_by = ?, paused_why = ? WHERE lane = ? AND paused_at IS NULL;
UPDATE lane SET paused_at = NULL, paused_by = '', paused_why = '' WHERE lane = ? AND paused_at IS NOT NULL;
UPDATE lane SET ordered = ? WHERE lane = ? AND ordered <> ?;

-- Lanes
SELECT lane FROM lane WHERE route = ?;
SELECT lane, route FROM lane ORDER BY lane;
SELECT COALESCE(MAX(lane), 0) + 1 FROM lane;
INSERT INTO lane (lane, route) VALUES (?, ?) ON DUPLICATE KEY UPDATE lane = lane;

-- MySqlAccounts
SELECT source FROM async_task GROUP BY source;
SELECT 1 FROM async_task WHERE source = ? AND status IN (0, 1) LIMIT 1;
SELECT 1 FROM async_task WHERE source = ? AND id >= ? LIMIT 1;

-- MySqlApprovalStore
INSERT INTO approval (action, object_type, object_id, detail, effect, requested_by, reason, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? HOUR);
SELECT action, object_type, object_id, detail, requested_by, reason, status = 0 AND expires_at > UTC_TIMESTAMP(3) FROM approval WHERE id = ? FOR UPDATE;
UPDATE approval SET status = ?, decided_by = ?, decided_at = UTC_TIMESTAMP(3), note = ? WHERE id = ? AND status = 0;
UPDATE async_task SET status = 0, retry_count = 0, crashes = 0, wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND CONCAT(status, '.', lease_epoch, '.', retry_count) = ? AND status = 2;
SELECT id, action, object_type, object_id, effect, requested_by, reason, requested_at, status, expires_at, decided_by, decided_at, note FROM approval;
SELECT LAST_INSERT_ID();
UPDATE bulk_job SET status = 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5;
UPDATE bulk_job SET status = 6, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5;

-- MySqlArrivalStore
UPDATE async_task SET signalled = IF(status = 1, 1, 0), next_retry_time = IF(status = 0, UTC_TIMESTAMP(3), next_retry_time), wait_reason = IF(status = 0, 0, wait_reason) WHERE biz_id = ? AND (? = '' OR route = ?) AND ((status = 0 AND wait_reason = 1) OR status = 1);

-- MySqlChainStore
INSERT INTO audit_head (at, chain_seq, row_hash) SELECT UTC_TIMESTAMP(3), ?, ? FROM (SELECT 1 AS one) d WHERE NOT EXISTS (SELECT 1 FROM audit_head WHERE at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR);
SELECT h.chain_seq FROM audit_head h LEFT JOIN audit_log a ON a.chain_seq = h.chain_seq WHERE a.row_hash IS NULL OR a.row_hash <> h.row_hash ORDER BY h.chain_seq LIMIT 1;
SELECT t.id, 'compensated' FROM async_task t WHERE t.status = 4 AND NOT EXISTS ( SELECT 1 FROM audit_log a WHERE a.object_type = 'task' AND a.object_id = CONVERT(t.id, CHAR) COLLATE utf8mb4_bin AND a.action IN ('task-settle', 'task-cancel')) LIMIT ?;
SELECT t.id, 'failed' FROM async_task t WHERE t.status = 3 AND NOT EXISTS ( SELECT 1 FROM task_attempt p WHERE p.task_id = t.id AND p.outcome = 'failed') LIMIT ?;
INSERT INTO duty (name) VALUES ('audit') ON DUPLICATE KEY UPDATE name = name;
SELECT name FROM duty WHERE name = 'audit' FOR UPDATE;
SELECT chain_seq, row_hash FROM audit_log WHERE chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1;
UPDATE audit_log SET chain_seq = ?, prev_hash = ?, row_hash = ? WHERE id = ? AND chain_seq IS NULL;
SELECT COUNT(*) FROM (SELECT 1 AS one FROM audit_log WHERE chain_seq IS NULL LIMIT 10000) some;

-- MySqlDefinitionShelf
INSERT INTO saga_definition (saga_type, version, digest, body) VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE version = version;
SELECT body FROM saga_definition WHERE saga_type = ? AND version = ?;
UPDATE saga_definition SET digest = ?, body = ? WHERE saga_type = ? AND version = ? AND NOT EXISTS (SELECT 1 FROM saga_instance WHERE saga_instance.saga_type = saga_definition.saga_type AND saga_instance.version = saga_definition.version AND saga_instance.status IN (0, 1, 3, 5));
SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'saga_definition';
SELECT COUNT(*) FROM saga_definition d JOIN saga_instance i ON i.saga_type = d.saga_type AND i.version = d.version WHERE d.saga_type = ? AND d.version = ? AND d.digest <> ? AND i.status IN (0, 1, 3, 5);
SELECT saga_type, version, body FROM saga_definition;

-- MySqlGapStore
INSERT INTO event_gap_mark (source, confirmed_until) VALUES (?, '1970-01-01 00:00:00') ON DUPLICATE KEY UPDATE source = source;
UPDATE event_gap_mark SET lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE source = ? AND lease_until <= UTC_TIMESTAMP(3);
UPDATE event_gap_mark SET confirmed_until = GREATEST(confirmed_until, CAST(? AS DATETIME(3))), checked_at = UTC_TIMESTAMP(3), lease_until = UTC_TIMESTAMP(3) WHERE source = ?;
SELECT confirmed_until FROM event_gap_mark WHERE source = ?;

-- MySqlRepeats
INSERT INTO api_repeat (caller, repeat_key, digest) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE caller = caller;
SELECT digest, status, content_type, body FROM api_repeat WHERE caller = ? AND repeat_key = ?;
UPDATE api_repeat SET status = ?, content_type = ?, body = ? WHERE caller = ? AND repeat_key = ? AND status = 0;
DELETE FROM api_repeat WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY LIMIT 1000;
DELETE FROM api_repeat WHERE caller = ? AND repeat_key = ? AND status = 0;

-- MySqlSagaWatch
SELECT saga_type, version, COUNT(*), TIMESTAMPDIFF(MICROSECOND, MIN(next_retry_time), UTC_TIMESTAMP(3)) FROM saga_instance WHERE status = ? AND held = 0 AND next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND GROUP BY saga_type, version;
INSERT INTO duty (name, lease_until) VALUES (?, '2020-01-01') ON DUPLICATE KEY UPDATE name = duty.name;
UPDATE duty SET lease_owner = ?, lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE name = ? AND (lease_owner = ? OR lease_until <= UTC_TIMESTAMP(3));
UPDATE duty SET lease_until = ? WHERE name = ? AND lease_until < ?;

-- MySqlTimeoutChanges
INSERT INTO saga_timeout (saga_type, step_name, direction, p99_millis, samples, before_millis, timeout_millis) VALUES (?, ?, ?, ?, ?, ?, ?);
SELECT t.saga_type, t.step_name, t.direction, t.timeout_millis FROM saga_timeout t JOIN (SELECT MAX(id) AS id FROM saga_timeout GROUP BY saga_type, step_name, direction) newest ON newest.id = t.id;

-- NodeSql
SELECT node, incarnation, id_floor_millis FROM node WHERE lease_until <= UTC_TIMESTAMP(3) ORDER BY lease_until, node LIMIT 1 FOR UPDATE;
INSERT INTO node (node, incarnation, name, version, config_digest, id_floor_millis, started_at, heartbeat_at, lease_until) VALUES (?, 0, '', '', '', 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE node = node;
UPDATE node SET incarnation = GREATEST(incarnation + 1, ((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000) << 10) | node), name = ?, version = ?, config_digest = ?, clock_skew_millis = 0, id_floor_millis = GREATEST(id_floor_millis, TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000 + ?), started_at = UTC_TIMESTAMP(3), heartbeat_at = UTC_TIMESTAMP(3), lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE node = ? AND lease_until <= UTC_TIMESTAMP(3);
UPDATE node SET config_digest = ?, clock_skew_millis = ?, id_floor_millis = GREATEST(id_floor_millis, ?), heartbeat_at = UTC_TIMESTAMP(3), lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE node = ? AND incarnation = ? AND lease_until > UTC_TIMESTAMP(3);
SELECT COUNT(*) FROM node WHERE node = ? AND incarnation = ? AND lease_until > UTC_TIMESTAMP(3);
UPDATE node SET lease_until = UTC_TIMESTAMP(3), id_floor_millis = ? WHERE node = ? AND incarnation = ?;
SELECT node, incarnation, name, version, config_digest, clock_skew_millis, started_at, heartbeat_at, lease_until > UTC_TIMESTAMP(3) FROM node WHERE heartbeat_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY ORDER BY lease_until > UTC_TIMESTAMP(3) DESC, node;
SELECT COALESCE(MAX(node), -1) + 1 FROM node;
SELECT incarnation FROM node WHERE node = ?;
SELECT UTC_TIMESTAMP(3);

-- OrderSql
SELECT c.id, TIMESTAMPDIFF(MICROSECOND, c.created_at, UTC_TIMESTAMP(3)), EXISTS (SELECT 1 FROM async_task o WHERE o.biz_id = c.biz_id AND o.route = c.route AND o.status IN (0, 1, ?) AND (o.created_at < c.created_at OR (o.created_at = c.created_at AND o.id < c.id))) FROM async_task c WHERE c.id IN (?);
UPDATE async_task SET wait_reason = 2, next_retry_time = created_at + INTERVAL ? MICROSECOND WHERE status = 0 AND id IN (?);
UPDATE async_task SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL LEAST(600000000, GREATEST(?, TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(3)) DIV 4)) MICROSECOND, wait_reason = 2 WHERE status = 0 AND id IN (?);
SELECT id FROM async_task WHERE biz_id = ? AND route = ? AND status = 0 AND wait_reason IN (0, 2) ORDER BY created_at, id LIMIT 1 FOR UPDATE;
UPDATE async_task SET wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3) WHERE id = ? AND status = 0 AND wait_reason = 2;

-- PlanChecks
SELECT table_name, engine FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND engine <> 'InnoDB';
SELECT index_name, non_unique, column_name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'async_task' ORDER BY index_name, seq_in_index;
SELECT table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'async_task';

-- ProbeSql
INSERT INTO task_probe (task_id, route, cause, due_at) SELECT id, route, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND FROM async_task WHERE id = ? AND status = ? ON DUPLICATE KEY UPDATE cause = VALUES(cause), due_at = VALUES(due_at), asked = 0, answer = 0, detail = '', answered_at = NULL;
SELECT task_id, cause, asked, reopened FROM task_probe WHERE route = ? AND answer = 0 AND due_at <= UTC_TIMESTAMP(3) ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED;
UPDATE task_probe SET due_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, asked = asked + 1 WHERE answer = 0 AND task_id IN (?);
UPDATE task_probe SET due_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE task_id = ? AND answer = 0;
DELETE FROM task_probe WHERE task_id = ? AND answer = 0 AND cause = 0;
UPDATE task_probe SET answer = ?, detail = ?, reopened = reopened + ?, answered_at = UTC_TIMESTAMP(3) WHERE task_id = ? AND answer = 0;
SELECT cause, answer, asked, detail FROM task_probe WHERE task_id = ?;
SELECT 1 FROM task_probe WHERE task_id = ? AND cause = 1 AND answer = 0 AND due_at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR;

-- RejectedSql
INSERT INTO rejected_tally (day, endpoint, reason, remote_address) VALUES (UTC_DATE(), ?, ?, ?) ON DUPLICATE KEY UPDATE kept = kept;
SELECT kept FROM rejected_tally WHERE day = UTC_DATE() AND endpoint = ? AND reason = ? AND remote_address = ? FOR UPDATE;
UPDATE rejected_tally SET kept = kept + ?, capped = capped + ? WHERE day = UTC_DATE() AND endpoint = ? AND reason = ? AND remote_address = ?;
INSERT INTO rejected_callback ( endpoint, provider, reason, detail, remote_address, arrived_at, keep_until, request, request_digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);
SELECT id, endpoint, provider, reason, detail, arrived_at, keep_until, request, request_digest, result FROM rejected_callback;
SELECT id FROM rejected_callback WHERE id = ? FOR UPDATE;
UPDATE rejected_callback SET result = IF(result LIKE 'genuine%', result, ?), verified_at = UTC_TIMESTAMP(3) WHERE id = ?;
SELECT endpoint, remote_address, reason, kept, capped FROM rejected_tally WHERE day = ? AND remote_address <> '*' ORDER BY endpoint, reason, remote_address;
DELETE FROM rejected_callback WHERE keep_until < UTC_TIMESTAMP(3) ORDER BY keep_until LIMIT ?;
DELETE FROM rejected_tally WHERE day < UTC_DATE() - INTERVAL 400 DAY LIMIT ?;
SELECT LAST_INSERT_ID();

-- RestoredQueries
SELECT t.source, t.event_id, t.created_at, newest.tasks, m.confirmed_until FROM (SELECT source, MAX(id) AS id, COUNT(*) AS tasks FROM async_task GROUP BY source) newest JOIN async_task t ON t.id = newest.id LEFT JOIN event_gap_mark m ON m.source = t.source AND m.confirmed_until > '1970-01-02' ORDER BY t.source;
SELECT chain_seq, at FROM audit_log WHERE chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1;
SELECT COUNT(*) FROM async_task WHERE status = ?;
SELECT COUNT(*) FROM saga_instance WHERE status IN (0, 1, 3);

-- RetentionSql
SELECT last_id FROM retention_mark WHERE name = ? AND next_step_time <= UTC_TIMESTAMP(3) FOR UPDATE SKIP LOCKED;
SELECT COALESCE(MAX(w.id), 0), COUNT(*) FROM (SELECT id FROM async_task WHERE id > ? AND id <= ((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND) DIV 1000) << 22) ORDER BY id LIMIT ?) w;
UPDATE async_task SET payload = NULL, content = NULL, request_headers = NULL, request_target = NULL WHERE id > ? AND id <= ? AND status IN (2, 4) AND payload IS NOT NULL AND next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND;
DELETE FROM async_task WHERE id > ? AND id <= ? AND status IN (2, 4) AND next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND;
UPDATE retention_mark SET last_id = ?, next_step_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE name = ?;

-- SagaDeskSql
SELECT id, saga_id, saga_type, version, biz_id, status, current_step, held, COALESCE(last_error, ''), created_at, updated_at FROM saga_instance;
SELECT id, status, held FROM saga_instance WHERE saga_id = ? FOR UPDATE;
SELECT saga_id FROM saga_log WHERE request_id = ?;
SELECT id, saga_id, request_id, step_name, tries, last_error, status, owner, resolution, created_at FROM compensation_dead_letter WHERE status = 0 OR ? = 0 ORDER BY status, id LIMIT ?;
SELECT created_at, 'sent', request_id, step_name, 1, '', '', '', '' FROM saga_log WHERE saga_id = ? UNION ALL SELECT updated_at, CASE action_status WHEN 0 THEN 'waits' WHEN 1 THEN 'done' WHEN 2 THEN 'failed' WHEN 3 THEN 'compensated' WHEN 4 THEN 'compensation-failed' ELSE 'unknown' END, request_id, step_name, tries, '', COALESCE(last_error, ''), '', CONVERT(COALESCE(response, '') USING utf8mb4) FROM saga_log WHERE saga_id = ? UNION ALL SELECT at, kind, request_id, '', number, outcome, detail, '', '' FROM saga_note WHERE saga_id = ? UNION ALL SELECT at, action, '', '', 0, after_state, reason, actor, '' FROM audit_log WHERE object_type = 'saga' AND object_id = ? ORDER BY 1 LIMIT 2000;
UPDATE saga_log SET action_status = 5, tries = 0, misses = -1, asks = 1, next_try_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE request_id = ? AND action_status IN (0, 2, 4, 5);
UPDATE saga_log SET action_status = ?, response = '{"skipped":true}', last_error = ?, updated_at = UTC_TIMESTAMP(3) WHERE request_id = ? AND action_status IN (0, 2, 4, 5);
UPDATE saga_instance SET status = ?, held = 0, lease_owner = 0, lease_epoch = lease_epoch + 1, crashes = 0, ended_at = NULL, next_retry_time = UTC_TIMESTAMP(3), moves = moves + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = ?;
UPDATE saga_instance SET status = 4, held = 0, lease_owner = 0, lease_epoch = lease_epoch + 1, held_lock = NULL, ended_at = UTC_TIMESTAMP(3), moves = moves + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5;
UPDATE compensation_dead_letter SET status = 1, owner = ?, resolution = ?, resolved_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE request_id = ? AND status = 0;
UPDATE compensation_dead_letter SET status = 1, owner = ?, resolution = ?, resolved_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE saga_id = ? AND status = 0;
SELECT id, asked_by FROM saga_approval WHERE saga_id = ? AND decided_at IS NULL AND asked_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY ORDER BY id DESC LIMIT 1;
INSERT INTO saga_approval (saga_id, outcome, asked_by, reason) VALUES (?, 4, ?, ?);
UPDATE saga_approval SET decided_by = ?, decided_at = UTC_TIMESTAMP(3) WHERE id = ? AND decided_at IS NULL;

-- SagaSql
SELECT id, status FROM saga_instance WHERE saga_id = ?;
INSERT INTO saga_instance (saga_id, saga_type, version, task_id, biz_id, status, payload, lock_key, lease_owner, lease_epoch, attempts, next_retry_time) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND);
SELECT LAST_INSERT_ID();
UPDATE async_task SET status = 2, lease_owner = 0, crashes = 0, last_outcome = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 1 AND lease_epoch = ?;
SELECT id, saga_id FROM saga_instance WHERE lock_key = ? AND (held_lock IS NOT NULL OR status = 0) AND id <> ? ORDER BY held_lock IS NULL, id LIMIT 1;
SELECT saga_type, version, status FROM saga_instance WHERE status = ? AND next_retry_time <= UTC_TIMESTAMP(3) AND held = 0 LIMIT 1;
SELECT id FROM saga_instance WHERE saga_type = ? AND version = ? AND status = ? AND held = 0 AND next_retry_time <= UTC_TIMESTAMP(3) ORDER BY next_retry_time LIMIT ? FOR UPDATE SKIP LOCKED;
UPDATE saga_instance SET crashes = crashes + IF(lease_owner = 0, 0, 1), lease_owner = ?, lease_epoch = lease_epoch + 1, attempts = attempts + 1, nudged = 0, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE id = ?;
SELECT id, lease_epoch, saga_id, saga_type, version, biz_id, status, payload, TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(3)), crashes, marks FROM saga_instance WHERE id = ?;
SELECT id FROM saga_instance WHERE id = ? AND lease_epoch = ? AND lease_owner <> 0;
SELECT request_id, step_seq, action_status, tries, misses, asks, mark, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), next_try_time), status_url, COALESCE(response, ''), COALESCE(last_error, '') FROM saga_log WHERE saga_id = ? ORDER BY mark;
UPDATE saga_instance SET held_lock = lock_key WHERE id = ? AND lease_epoch = ? AND status = 0 AND held_lock IS NULL AND lock_key IS NOT NULL;
UPDATE saga_instance SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, lease_owner = 0, crashes = 0, attempts = attempts - 1, moves = moves + 1 WHERE id = ? AND lease_epoch = ? AND status = 0;
UPDATE saga_instance SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL IF(? = 1 AND nudged = 1, 0, ?) MICROSECOND, nudged = 0, status = ?, current_step = GREATEST(current_step, ?), marks = GREATEST(marks, ?), held = ?, lease_owner = IF(? = 1, 0, lease_owner), held_lock = IF(? = 1, NULL, held_lock), ended_at = IF(? = 1, UTC_TIMESTAMP(3), NULL), last_error = COALESCE(?, last_error), crashes = 0, moves = moves + 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND lease_epoch = ? AND status = ?;
UPDATE saga_instance SET next_retry_time = UTC_TIMESTAMP(3) WHERE lock_key = ? AND status = 0 AND lease_owner = 0 ORDER BY id LIMIT 1;
SELECT lock_key FROM saga_instance WHERE id = ?;
INSERT INTO saga_log (action_status, tries, misses, asks, mark, next_try_time, status_url, response, last_error, request_id, saga_id, step_seq, step_name) SELECT ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, ?, ?, ?, ?, saga_id, ?, ? FROM saga_instance WHERE id = ?;
UPDATE saga_log SET action_status = ?, tries = ?, misses = ?, asks = ?, mark = ?, next_try_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, status_url = ?, response = ?, last_error = ?, updated_at = UTC_TIMESTAMP(3) WHERE request_id = ? AND action_status = ? AND tries = ? AND misses = ? AND asks = ?;
INSERT INTO compensation_dead_letter (saga_id, step_seq, step_name, request_id, tries, last_error) SELECT saga_id, ?, ?, ?, ?, ? FROM saga_instance WHERE id = ? ON DUPLICATE KEY UPDATE tries = compensation_dead_letter.tries + VALUES(tries), last_error = VALUES(last_error), status = 0, updated_at = UTC_TIMESTAMP(3), resolved_at = NULL;
INSERT INTO saga_note (kind, number, outcome, detail, took_millis, request_id, saga_id) SELECT ?, ?, ?, ?, ?, ?, saga_id FROM saga_instance WHERE id = ?;
SELECT id, saga_type, version FROM saga_instance WHERE saga_id = (SELECT saga_id FROM saga_log WHERE request_id = ?) FOR UPDATE;
SELECT step_seq, tries, mark, TIMESTAMPDIFF(MICROSECOND, updated_at, UTC_TIMESTAMP(3)) FROM saga_log WHERE request_id = ?;
UPDATE saga_log SET action_status = ?, response = ?, last_error = ?, next_try_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, updated_at = UTC_TIMESTAMP(3) WHERE request_id = ? AND action_status IN (0, 5);
UPDATE saga_instance SET next_retry_time = IF(lease_owner = 0, UTC_TIMESTAMP(3), next_retry_time), nudged = IF(lease_owner = 0, 0, 1) WHERE id = ? AND status IN (1, 3);

-- StatementSql
SELECT id, file_name, bill_day, status, lines_done, rows_new, rows_known FROM statement_file;
INSERT INTO statement_file (source, format, bill_day, file_name, sha256, taken_by) VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id;
UPDATE statement_file SET lines_done = ?, rows_new = rows_new + ?, rows_known = rows_known + ? WHERE id = ? AND lines_done = ?;
UPDATE statement_file SET status = 1, ended_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 0;
INSERT INTO statement_row (file_id, line, source, bill_day, row_key, kind, txn, original, order_no, refund_no, effects, gross_minor, currency, fee, fee_currency, word, occurred_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE line = line;
SELECT r.file_id, r.line, r.kind, r.txn, r.original, r.order_no, r.refund_no, r.effects, r.gross_minor, r.currency, r.fee, r.fee_currency, r.word, r.occurred_at FROM statement_row r WHERE r.source = ? AND r.bill_day = ? AND (r.file_id > ? OR r.file_id = ? AND r.line > ?) ORDER BY r.file_id, r.line LIMIT ?;
SELECT t.id, t.endpoint, t.biz_id, t.effect_key, t.provider_txn_id, t.amount_minor, t.currency, t.status, t.wait_reason, t.overlong FROM async_task t;
SELECT order_no, txn, occurred_at FROM statement_row p WHERE p.source = ? AND p.kind = 0 AND p.order_no IN (?) AND NOT EXISTS (SELECT 1 FROM statement_row v WHERE v.source = p.source AND v.original = p.txn AND v.kind = 2);
SELECT original, SUM(gross_minor) FROM statement_row WHERE source = ? AND kind = 1 AND original IN (?) GROUP BY original;
UPDATE statement_row SET verdict = ?, task_id = ? WHERE file_id = ? AND line = ?;
INSERT INTO statement_pool (task_id, source, bill_day) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE task_id = task_id;
DELETE p FROM statement_pool p JOIN statement_row r ON r.task_id = p.task_id WHERE p.source = ?;
SELECT t.id, t.endpoint, t.biz_id, t.effect_key, t.provider_txn_id, t.amount_minor, t.currency, t.status, t.wait_reason, t.overlong, p.bill_day, (SELECT COUNT(DISTINCT f.bill_day) FROM statement_file f WHERE f.source = p.source AND f.status = 1 AND f.bill_day >= p.bill_day) FROM statement_pool p JOIN async_task t ON t.id = p.task_id WHERE p.source = ? ORDER BY p.bill_day, p.task_id LIMIT ?;
SELECT lines_done FROM statement_file WHERE id = ? FOR UPDATE;

-- WorkSql
SELECT id, lease_epoch, source, endpoint, provider, route, biz_type, biz_id, event_id, event_type, effect_key, effect_of, amount_minor, currency, retry_count, attempts, crashes, created_at, TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(3)), next_retry_time, request_method, request_scheme, request_authority, request_target, request_headers, remote_address, payload, content, overlong, status_url FROM async_task WHERE status = ? AND lane = ? AND next_retry_time <= UTC_TIMESTAMP(3) AND next_retry_time >= CAST(? AS DATETIME(3)) ORDER BY next_retry_time, id LIMIT ? FOR UPDATE SKIP LOCKED;
UPDATE async_task SET status = 1, lease_epoch = lease_epoch + 1, lease_owner = ?, wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = ? AND lease_epoch = ?;
UPDATE async_task SET status = 1, lease_epoch = lease_epoch + 1, attempts = attempts + 1, crashes = crashes + ?, lease_owner = ?, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, wait_reason = 0, signalled = 0, updated_at = UTC_TIMESTAMP(3) WHERE status = ? AND id IN (?);
SELECT id, route FROM async_task WHERE status = 0 AND lane = 0 ORDER BY next_retry_time, id LIMIT 200 FOR UPDATE SKIP LOCKED;
UPDATE async_task SET lane = ? WHERE id = ? AND status = 0 AND lane = 0;
SELECT effect_key, overlong FROM async_task WHERE id = ?;
UPDATE async_task SET status = 2, lease_owner = 0, crashes = 0, last_outcome = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE status = 1 AND (id, lease_epoch) IN ((?, ?));
UPDATE async_task t JOIN (SELECT 0 AS id, 0 AS epoch, 0 AS status, 0 AS failures, 0 AS unstarted, 0 AS keeps_crashes, 0 AS delay, 0 AS wait_reason, 0 AS outcome, CAST(NULL AS CHAR(512)) AS error, CAST(NULL AS CHAR(2048)) AS status_url UNION ALL SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) m ON t.id = m.id SET t.status = m.status, t.retry_count = t.retry_count + m.failures, t.attempts = t.attempts - m.unstarted, t.crashes = t.crashes * m.keeps_crashes, t.next_retry_time = UTC_TIMESTAMP(3) + INTERVAL IF(m.wait_reason = 1 AND t.signalled = 1, 0, m.delay) MICROSECOND, t.lease_owner = 0, t.wait_reason = IF(m.wait_reason = 1 AND t.signalled = 1, 0, m.wait_reason), t.last_outcome = IF(m.outcome < 0, t.last_outcome, m.outcome), t.last_error = COALESCE(m.error, t.last_error), t.status_url = IF(m.unstarted = 1, t.status_url, m.status_url), t.updated_at = UTC_TIMESTAMP(3) WHERE t.status = 1 AND t.lease_epoch = m.epoch;
UPDATE async_task SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, updated_at = UTC_TIMESTAMP(3) WHERE status = 1 AND (id, lease_epoch) IN ((?, ?));
SELECT id, status, lease_epoch FROM async_task WHERE id IN (?);
INSERT INTO task_attempt (task_id, lease_epoch, outcome, wait_reason, last_outcome, error) VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE task_id = task_id;
