-- Payments whose outcome only their provider knows: asked again and again, more and more seldom, until it is known or the end is reached.
CREATE TABLE provider_question (
  id            BIGINT         NOT NULL AUTO_INCREMENT,
  source        VARBINARY(255) NOT NULL COMMENT 'provider account',
  reason        VARCHAR(32)    NOT NULL COMMENT 'unfinished, held, bank-miss, callback-missing',
  reference     VARBINARY(255) NOT NULL COMMENT 'the effect it is about, without the account',
  endpoint      VARCHAR(64)    NOT NULL COMMENT 'whose credentials ask',
  txn           VARBINARY(255) NOT NULL DEFAULT '',
  order_no      VARBINARY(255) NOT NULL DEFAULT '',
  amount_minor  BIGINT         NULL,
  currency      VARCHAR(16)    NOT NULL DEFAULT '',
  task_id       BIGINT         NULL COMMENT 'the task it came from',
  asked         INT            NOT NULL DEFAULT 0 COMMENT 'grows with each taking: fences whoever took it before',
  next_ask_time DATETIME(3)    NOT NULL COMMENT 'due; while it is asked: end of the lease',
  ends_at       DATETIME(3)    NOT NULL COMMENT 'asked for the last time then',
  status        TINYINT        NOT NULL DEFAULT 0 COMMENT '0 open, 1 answered, 2 given up',
  answer        VARCHAR(32)    NOT NULL DEFAULT '' COMMENT 'the last one',
  detail        VARCHAR(512)   NOT NULL DEFAULT '',
  created_at    DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at    DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  UNIQUE KEY uk_about (source, reason, reference),
  KEY k_due (status, next_ask_time)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Up to which task the table was walked, shared by all nodes: whoever takes the row makes the next step.
CREATE TABLE reconcile_mark (
  name           VARCHAR(32) NOT NULL,
  last_id        BIGINT      NOT NULL DEFAULT 0,
  next_step_time DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO reconcile_mark (name) VALUES ('unfinished');

INSERT INTO retention_mark (name) VALUES ('statements');
