-- Lanes that stand still, for all nodes; and lanes whose tasks keep the order of their business key.
ALTER TABLE lane
  ADD COLUMN paused_at  DATETIME(3)   NULL COMMENT 'since when no node takes tasks of it; NULL: they do',
  ADD COLUMN paused_by  VARCHAR(128)  NOT NULL DEFAULT '',
  ADD COLUMN paused_why VARCHAR(1000) NOT NULL DEFAULT '',
  ADD COLUMN ordered    TINYINT       NOT NULL DEFAULT 0 COMMENT '1: a node that does not keep its order leaves it alone';

ALTER TABLE async_task
  ADD COLUMN signalled  TINYINT         NOT NULL DEFAULT 0 COMMENT 'while it ran the shop said that its order is there now',
  ADD COLUMN status_url VARBINARY(2048) NULL COMMENT 'accepted with a 202: where its result is asked';

-- Tasks to be asked about once more: was the effect really applied?
CREATE TABLE task_probe (
  task_id     BIGINT       NOT NULL,
  route       VARCHAR(64)  NOT NULL,
  cause       TINYINT      NOT NULL COMMENT '0 ended in success, 1 failed with an unknown outcome',
  due_at      DATETIME(3)  NOT NULL COMMENT 'next question; while a node asks: when another may',
  asked       INT          NOT NULL DEFAULT 0,
  reopened    INT          NOT NULL DEFAULT 0 COMMENT 'times it was opened again because of its answer',
  answer      TINYINT      NOT NULL DEFAULT 0 COMMENT '0 open, 1 applied, 2 not applied, 3 cannot be told',
  detail      VARCHAR(512) NOT NULL DEFAULT '',
  answered_at DATETIME(3)  NULL,
  PRIMARY KEY (task_id),
  KEY k_due (route, answer, due_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
