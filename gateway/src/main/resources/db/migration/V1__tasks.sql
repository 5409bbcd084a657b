-- The task: one row for each event of each provider account. Times are UTC. Ids that come from outside are VARBINARY: compared
-- byte by byte, without padding; longer than 255 bytes they are kept as 'sha256:' and hex, with the full text in overlong.
-- Everything but event_id has a default, so that a shop may insert a task of its own in its own transaction:
--   INSERT INTO async_task (route, biz_type, biz_id, event_id, payload) VALUES ('sms', 'sms', '10023', 'sms-10023', '{...}');
CREATE TABLE async_task (
  -- Milliseconds since 2020 (42 bits), node (10), sequence (12). Node 1023 is the database itself.
  id                BIGINT         NOT NULL DEFAULT (((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000) << 22) | (1023 << 12) | (UUID_SHORT() & 4095)),
  source            VARBINARY(255) NOT NULL DEFAULT 'shop' COMMENT 'provider account: scope of event_id',
  endpoint          VARCHAR(64)    NOT NULL DEFAULT '',
  provider          VARCHAR(64)    NOT NULL DEFAULT '',
  route             VARCHAR(64)    NOT NULL DEFAULT '',
  lane              SMALLINT       NOT NULL DEFAULT 0 COMMENT 'route as a number, see table lane; 0: not sorted in yet',
  biz_type          VARCHAR(32)    NOT NULL DEFAULT '',
  biz_id            VARBINARY(255) NOT NULL DEFAULT '',
  event_id          VARBINARY(255) NOT NULL,
  event_type        VARCHAR(255)   NOT NULL DEFAULT '',
  provider_txn_id   VARBINARY(255) NOT NULL DEFAULT '',
  amount_minor      BIGINT         NULL COMMENT 'ISO 4217 minor units',
  currency          VARCHAR(16)    NOT NULL DEFAULT '',
  occurred_at       DATETIME(3)    NULL COMMENT 'by the provider''s clock',
  content_digest    VARBINARY(32)  NOT NULL DEFAULT '' COMMENT 'SHA-256 over the business fields',
  effect_key        VARBINARY(255) NULL COMMENT 'the money effect that this task alone carries out',
  effect_of         BIGINT         NULL COMMENT 'the task that carries out the same effect instead of this one',
  status            TINYINT        NOT NULL DEFAULT 0 COMMENT '0 pending, 1 processing, 2 success, 3 failed, 4 compensated',
  retry_count       INT            NOT NULL DEFAULT 0 COMMENT 'recorded failures',
  attempts          INT            NOT NULL DEFAULT 0 COMMENT 'starts',
  crashes           SMALLINT       NOT NULL DEFAULT 0 COMMENT 'leases lost in a row without an outcome',
  next_retry_time   DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)) COMMENT 'status 0: due; 1: end of the lease; else: since then',
  lease_owner       BIGINT         NOT NULL DEFAULT 0 COMMENT 'incarnation of a node, 0: nobody',
  lease_epoch       INT            NOT NULL DEFAULT 0 COMMENT 'grows with each claim, never falls',
  wait_reason       TINYINT        NOT NULL DEFAULT 0 COMMENT '0 none, 1 early, 2 order, 3 lane, 4 breaker, 5 held',
  last_outcome      TINYINT        NOT NULL DEFAULT 0 COMMENT '0 none, 1 refused, 2 unknown',
  last_error        VARCHAR(512)   NULL,
  created_at        DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at        DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  request_method    VARCHAR(16)    NULL,
  request_scheme    VARCHAR(8)     NULL,
  request_authority VARBINARY(512) NULL,
  request_target    BLOB           NULL COMMENT 'path and query as sent',
  request_headers   MEDIUMBLOB     NULL COMMENT 'one "Name: value" a line; a line feed, carriage return or backslash inside as \\n, \\r, \\\\',
  remote_address    VARBINARY(64)  NULL,
  payload           LONGBLOB       NULL DEFAULT ('') COMMENT 'the exact bytes of the body; NULL: emptied by retention',
  content           LONGBLOB       NULL COMMENT 'the readable content where it is not the body itself (decrypted)',
  overlong          BLOB           NULL COMMENT 'full text of ids that are kept as a digest: name=text lines, escaped as the headers',
  PRIMARY KEY (id),
  UNIQUE KEY uk_event (source, event_id),
  UNIQUE KEY uk_effect (effect_key),
  KEY k_due (status, lane, next_retry_time),
  KEY k_biz (biz_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
  COMMENT = 'callbacks and other asynchronous tasks';

-- Routes as small numbers: the due index is scanned lane by lane, so a lane that stands still is never in another one's way.
CREATE TABLE lane (
  lane       SMALLINT     NOT NULL,
  route      VARCHAR(64)  NOT NULL,
  created_at DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (lane),
  UNIQUE KEY uk_route (route)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- A stored event came again with other content.
CREATE TABLE callback_conflict (
  id              BIGINT         NOT NULL AUTO_INCREMENT,
  task_id         BIGINT         NOT NULL COMMENT 'the task that was stored first',
  source          VARBINARY(255) NOT NULL,
  event_id        VARBINARY(255) NOT NULL,
  endpoint        VARCHAR(64)    NOT NULL,
  content_digest  VARBINARY(32)  NOT NULL COMMENT 'of the other content',
  amount_minor    BIGINT         NULL,
  currency        VARCHAR(16)    NOT NULL DEFAULT '',
  request         LONGBLOB       NOT NULL COMMENT 'the whole other request, in the form of rejected_callback.request',
  content         LONGBLOB       NULL,
  first_seen      DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  resolved_at     DATETIME(3)    NULL,
  resolved_by     VARCHAR(128)   NULL,
  resolution      VARCHAR(1000)  NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_content (task_id, content_digest),
  KEY k_open (resolved_at, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What became of tries; a first try that succeeds at once writes none.
CREATE TABLE task_attempt (
  task_id      BIGINT       NOT NULL,
  lease_epoch  INT          NOT NULL,
  outcome      VARCHAR(16)  NOT NULL COMMENT 'done, retry, park, failed, lost, given-back',
  wait_reason  TINYINT      NOT NULL DEFAULT 0,
  last_outcome TINYINT      NOT NULL DEFAULT 0,
  error        VARCHAR(512) NOT NULL DEFAULT '',
  ended_at     DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (task_id, lease_epoch)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- For people: text instead of bytes, names instead of numbers.
CREATE VIEW async_task_view AS
SELECT t.id,
       CONVERT(t.source USING utf8mb4) AS source,
       t.endpoint,
       t.provider,
       t.route,
       t.biz_type,
       CONVERT(t.biz_id USING utf8mb4) AS biz_id,
       CONVERT(t.event_id USING utf8mb4) AS event_id,
       t.event_type,
       CONVERT(t.provider_txn_id USING utf8mb4) AS provider_txn_id,
       t.amount_minor,
       t.currency,
       t.occurred_at,
       LOWER(HEX(t.content_digest)) AS content_digest,
       CONVERT(COALESCE(t.effect_key, f.effect_key) USING utf8mb4) AS effect_key,
       t.effect_of,
       CASE t.status WHEN 0 THEN 'pending' WHEN 1 THEN 'processing' WHEN 2 THEN 'success' WHEN 3 THEN 'failed' WHEN 4 THEN 'compensated' ELSE CONCAT('unknown ', t.status) END AS status,
       t.retry_count,
       t.attempts,
       t.crashes,
       t.next_retry_time,
       t.lease_owner,
       t.lease_epoch,
       CASE t.wait_reason WHEN 0 THEN '' WHEN 1 THEN 'early' WHEN 2 THEN 'order' WHEN 3 THEN 'lane' WHEN 4 THEN 'breaker' WHEN 5 THEN 'held' ELSE CONCAT('unknown ', t.wait_reason) END AS wait_reason,
       CASE t.last_outcome WHEN 0 THEN '' WHEN 1 THEN 'refused' WHEN 2 THEN 'unknown' ELSE CONCAT('unknown ', t.last_outcome) END AS last_outcome,
       t.last_error,
       t.created_at,
       t.updated_at,
       t.request_method,
       t.request_scheme,
       CONVERT(t.request_authority USING utf8mb4) AS request_authority,
       CONVERT(t.request_target USING utf8mb4) AS request_target,
       CONVERT(t.request_headers USING utf8mb4) AS request_headers,
       CONVERT(t.remote_address USING utf8mb4) AS remote_address,
       CONVERT(t.payload USING utf8mb4) AS payload,
       CONVERT(COALESCE(t.content, t.payload) USING utf8mb4) AS content
  FROM async_task t
  LEFT JOIN async_task f ON f.id = t.effect_of;
