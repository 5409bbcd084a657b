-- What the saga engine needs besides the tables of version 3.
ALTER TABLE saga_instance
  MODIFY id BIGINT NOT NULL AUTO_INCREMENT,
  ADD COLUMN held       TINYINT        NOT NULL DEFAULT 0 COMMENT '1: waits for a person, no node takes it',
  ADD COLUMN nudged     TINYINT        NOT NULL DEFAULT 0 COMMENT '1: a result came in while a node had it',
  ADD COLUMN marks      INT            NOT NULL DEFAULT 0 COMMENT 'sends so far; every message carries its number',
  ADD COLUMN moves      INT            NOT NULL DEFAULT 0 COMMENT 'transitions so far',
  ADD COLUMN lock_key   VARBINARY(255) NULL COMMENT 'the business id it must have for itself; NULL: none',
  ADD COLUMN held_lock  VARBINARY(255) NULL COMMENT 'lock_key while it has it',
  ADD COLUMN ended_at   DATETIME(3)    NULL,
  ADD UNIQUE KEY uk_held_lock (held_lock),
  ADD KEY k_lock (lock_key, status, id),
  ADD KEY k_kind_due (saga_type, version, status, held, next_retry_time);

ALTER TABLE saga_log
  ADD COLUMN misses        INT           NOT NULL DEFAULT 0 COMMENT 'tries that certainly had no effect',
  ADD COLUMN asks          INT           NOT NULL DEFAULT 0 COMMENT 'questions about its outcome since the last send',
  ADD COLUMN mark          INT           NOT NULL DEFAULT 0 COMMENT 'place of the last send among all of the saga',
  ADD COLUMN next_try_time DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  ADD COLUMN status_url    VARCHAR(1000) NOT NULL DEFAULT '';

ALTER TABLE compensation_dead_letter
  ADD KEY k_saga (saga_id);

-- What came of calls, but for first ones that were done at once.
CREATE TABLE saga_note (
  id          BIGINT        NOT NULL AUTO_INCREMENT,
  saga_id     VARCHAR(40)   NOT NULL,
  request_id  VARCHAR(64)   NOT NULL,
  kind        VARCHAR(16)   NOT NULL COMMENT 'call, ask, result, turn, held',
  number      INT           NOT NULL DEFAULT 0 COMMENT 'of the try or question',
  outcome     VARCHAR(32)   NOT NULL DEFAULT '',
  detail      VARCHAR(1000) NOT NULL DEFAULT '',
  took_millis BIGINT        NOT NULL DEFAULT 0,
  at          DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  KEY k_saga (saga_id, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Definitions by version: a saga ends by the one it began with, also when the configuration has a newer one.
CREATE TABLE saga_definition (
  saga_type  VARCHAR(64)   NOT NULL,
  version    INT           NOT NULL,
  digest     VARBINARY(32) NOT NULL,
  body       MEDIUMTEXT    NOT NULL COMMENT 'JSON, without secrets',
  created_at DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (saga_type, version)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Timeouts as they were set from measured latencies; the newest line of a step is in force.
CREATE TABLE saga_timeout (
  id             BIGINT      NOT NULL AUTO_INCREMENT,
  saga_type      VARCHAR(64) NOT NULL,
  step_name      VARCHAR(64) NOT NULL,
  direction      TINYINT     NOT NULL COMMENT '0 forward, 1 compensation',
  p99_millis     BIGINT      NOT NULL,
  samples        BIGINT      NOT NULL,
  before_millis  BIGINT      NOT NULL,
  timeout_millis BIGINT      NOT NULL,
  changed_at     DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  KEY k_step (saga_type, step_name, direction, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Outcomes that one person asked for and another one must agree to.
CREATE TABLE saga_approval (
  id          BIGINT        NOT NULL AUTO_INCREMENT,
  saga_id     VARCHAR(40)   NOT NULL,
  outcome     TINYINT       NOT NULL COMMENT 'the saga status it is to have',
  asked_by    VARCHAR(128)  NOT NULL,
  reason      VARCHAR(1000) NOT NULL,
  asked_at    DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  decided_by  VARCHAR(128)  NOT NULL DEFAULT '',
  decided_at  DATETIME(3)   NULL,
  PRIMARY KEY (id),
  KEY k_saga (saga_id, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
