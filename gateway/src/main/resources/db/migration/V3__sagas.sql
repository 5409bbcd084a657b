-- One run of a saga.
CREATE TABLE saga_instance (
  id              BIGINT       NOT NULL,
  saga_id         VARCHAR(40)  NOT NULL COMMENT 'derived from the effect or the event: a retried task finds its saga again',
  saga_type       VARCHAR(64)  NOT NULL,
  version         INT          NOT NULL,
  task_id         BIGINT       NULL COMMENT 'the task that started it',
  biz_id          VARBINARY(255) NOT NULL DEFAULT '',
  status          TINYINT      NOT NULL DEFAULT 0 COMMENT '0 created, 1 running, 2 completed, 3 compensating, 4 compensated, 5 compensation failed',
  current_step    INT          NOT NULL DEFAULT 0,
  payload         LONGBLOB     NOT NULL,
  attempts        INT          NOT NULL DEFAULT 0,
  crashes         SMALLINT     NOT NULL DEFAULT 0,
  next_retry_time DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)) COMMENT 'due while nobody has it, end of the lease while somebody has',
  lease_owner     BIGINT       NOT NULL DEFAULT 0,
  lease_epoch     INT          NOT NULL DEFAULT 0,
  last_error      VARCHAR(512) NULL,
  created_at      DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at      DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  UNIQUE KEY uk_saga (saga_id),
  KEY k_due (status, next_retry_time),
  KEY k_biz (biz_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row a request; committed before the request is sent.
CREATE TABLE saga_log (
  request_id    VARCHAR(64)  NOT NULL COMMENT '{saga_id}:s{n} forward, {saga_id}:c:s{n} compensation',
  saga_id       VARCHAR(40)  NOT NULL,
  step_seq      INT          NOT NULL COMMENT 'from 1',
  step_name     VARCHAR(64)  NOT NULL,
  action_status TINYINT      NOT NULL DEFAULT 0 COMMENT '0 sent, 1 forward done, 2 forward failed, 3 compensated, 4 compensation failed, 5 unknown',
  tries         INT          NOT NULL DEFAULT 0,
  response      MEDIUMBLOB   NULL,
  last_error    VARCHAR(512) NULL,
  created_at    DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at    DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (request_id),
  KEY k_saga (saga_id, step_seq)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What could not be undone.
CREATE TABLE compensation_dead_letter (
  id          BIGINT        NOT NULL AUTO_INCREMENT,
  saga_id     VARCHAR(40)   NOT NULL,
  step_seq    INT           NOT NULL,
  step_name   VARCHAR(64)   NOT NULL,
  request_id  VARCHAR(64)   NOT NULL,
  tries       INT           NOT NULL,
  last_error  VARCHAR(512)  NOT NULL,
  status      TINYINT       NOT NULL DEFAULT 0 COMMENT '0 open, 1 resolved',
  owner       VARCHAR(128)  NOT NULL DEFAULT '',
  resolution  VARCHAR(1000) NOT NULL DEFAULT '',
  created_at  DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at  DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  resolved_at DATETIME(3)   NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_request (request_id),
  KEY k_status (status, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
