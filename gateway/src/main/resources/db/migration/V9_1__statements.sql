-- A provider's statement as it was taken. One of each content for an account: importing it again changes nothing.
CREATE TABLE statement_file (
  id         BIGINT         NOT NULL AUTO_INCREMENT,
  source     VARBINARY(255) NOT NULL COMMENT 'provider account',
  format     VARCHAR(16)    NOT NULL,
  bill_day   DATE           NOT NULL COMMENT 'in the zone of the provider',
  file_name  VARCHAR(255)   NOT NULL,
  sha256     VARBINARY(32)  NOT NULL COMMENT 'over the file as it came, packed',
  status     TINYINT        NOT NULL DEFAULT 0 COMMENT '0 reading, 1 taken',
  lines_done BIGINT         NOT NULL DEFAULT 0 COMMENT 'the last line that is committed: an import that was cut off goes on behind it',
  rows_new   BIGINT         NOT NULL DEFAULT 0,
  rows_known BIGINT         NOT NULL DEFAULT 0 COMMENT 'rows that this or another file of the account had already',
  taken_by   VARCHAR(128)   NOT NULL,
  started_at DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  ended_at   DATETIME(3)    NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_content (source, sha256),
  KEY k_day (source, bill_day, status)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE statement_row (
  file_id       BIGINT         NOT NULL,
  line          BIGINT         NOT NULL,
  source        VARBINARY(255) NOT NULL,
  bill_day      DATE           NOT NULL,
  row_key       VARBINARY(32)  NOT NULL COMMENT 'SHA-256 over kind, transaction, amount and currency: a movement counts once',
  kind          TINYINT        NOT NULL COMMENT '0 pay, 1 refund, 2 reversed, 3 chargeback, 4 chargeback reversed, 5 fee, 6 payout, 7 other',
  txn           VARBINARY(255) NOT NULL,
  original      VARBINARY(255) NOT NULL DEFAULT '' COMMENT 'the payment that a refund belongs to',
  order_no      VARBINARY(255) NOT NULL DEFAULT '',
  refund_no     VARBINARY(255) NOT NULL DEFAULT '',
  effects       VARBINARY(2000) NOT NULL DEFAULT '' COMMENT 'effect keys without the account, one a line',
  gross_minor   BIGINT         NOT NULL,
  currency      VARCHAR(16)    NOT NULL,
  fee           DECIMAL(24, 10) NULL COMMENT 'major units, positive: charged',
  fee_currency  VARCHAR(16)    NOT NULL DEFAULT '',
  word          VARCHAR(64)    NOT NULL DEFAULT '' COMMENT 'the provider''s own word',
  occurred_at   DATETIME(3)    NOT NULL,
  verdict       VARCHAR(32)    NOT NULL DEFAULT '' COMMENT 'what the last run made of it; empty: not judged yet',
  task_id       BIGINT         NULL COMMENT 'the task it was matched with',
  PRIMARY KEY (file_id, line),
  UNIQUE KEY uk_movement (source, row_key),
  KEY k_day (source, bill_day, file_id, line),
  KEY k_order (source, order_no, kind),
  KEY k_original (source, original, kind),
  KEY k_txn (source, txn),
  KEY k_task (task_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Our movements that no statement has named yet.
CREATE TABLE statement_pool (
  task_id   BIGINT         NOT NULL,
  source    VARBINARY(255) NOT NULL,
  bill_day  DATE           NOT NULL COMMENT 'the day whose bill should have named it',
  since     DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (task_id),
  KEY k_day (source, bill_day)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What one endpoint's day came to. The same facts give the same digest, so the same certificate.
CREATE TABLE completeness_certificate (
  id          BIGINT         NOT NULL AUTO_INCREMENT,
  endpoint    VARCHAR(64)    NOT NULL,
  source      VARBINARY(255) NOT NULL,
  bill_day    DATE           NOT NULL,
  is_complete TINYINT        NOT NULL,
  body        MEDIUMTEXT     NOT NULL COMMENT 'JSON',
  digest      VARBINARY(32)  NOT NULL COMMENT 'SHA-256 over body',
  made_at     DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  confirmed_at DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)) COMMENT 'when a run came to the same last',
  PRIMARY KEY (id),
  UNIQUE KEY uk_facts (endpoint, bill_day, digest),
  KEY k_day (bill_day, endpoint, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Payments whose state only the provider knows: asked after 5 minutes, an hour, then daily.
CREATE TABLE outcome_query (
  source        VARBINARY(255) NOT NULL,
  reference     VARBINARY(255) NOT NULL COMMENT 'what the provider is asked by',
  reason        VARCHAR(32)    NOT NULL,
  task_id       BIGINT         NULL,
  asked         INT            NOT NULL DEFAULT 0,
  last_answer   VARCHAR(32)    NOT NULL DEFAULT '',
  next_ask_time DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)) COMMENT 'due; while asked: end of the lease',
  status        TINYINT        NOT NULL DEFAULT 0 COMMENT '0 open, 1 answered',
  created_at    DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (source, reference),
  KEY k_due (status, next_ask_time)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Up to where an account's list of events was compared with what came.
CREATE TABLE event_gap_mark (
  source          VARBINARY(255) NOT NULL,
  confirmed_until DATETIME(3)    NOT NULL COMMENT 'by the provider''s clock',
  server          VARCHAR(255)   NOT NULL DEFAULT '' COMMENT 'the database server the comparison was committed on',
  lease_until     DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  checked_at      DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (source)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
