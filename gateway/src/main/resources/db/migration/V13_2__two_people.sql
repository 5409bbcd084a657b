-- What was asked for is what is done: digest over action, object, detail and effect, compared before it is carried out.
ALTER TABLE approval ADD COLUMN detail_digest VARBINARY(32) NULL;

-- The content that somebody wants a task to have, until it is decided.
CREATE TABLE payload_draft (
  approval_id    BIGINT        NOT NULL,
  content        LONGBLOB      NOT NULL,
  payload_key    INT           NOT NULL DEFAULT 0 COMMENT 'see table payload_key; 0: in clear',
  content_digest VARBINARY(32) NOT NULL,
  PRIMARY KEY (approval_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Contents that were replaced by hand. The request as it came stays in async_task.
CREATE TABLE payload_history (
  task_id        BIGINT        NOT NULL,
  approval_id    BIGINT        NOT NULL COMMENT 'what replaced it',
  content        LONGBLOB      NOT NULL,
  payload_key    INT           NOT NULL DEFAULT 0 COMMENT 'see table payload_key; 0: in clear',
  content_digest VARBINARY(32) NOT NULL,
  replaced_at    DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (task_id, approval_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Endpoints whose key leaked: what came since then is put on hold, chunk by chunk, by any node.
CREATE TABLE key_revocation (
  id         BIGINT       NOT NULL AUTO_INCREMENT,
  endpoint   VARCHAR(64)  NOT NULL,
  key_id     VARCHAR(255) NOT NULL COMMENT 'for people',
  from_at    DATETIME(3)  NOT NULL,
  last_id    BIGINT       NOT NULL COMMENT 'tasks up to here were looked at',
  seen       BIGINT       NOT NULL DEFAULT 0 COMMENT 'tasks of the endpoint since then',
  held       BIGINT       NOT NULL DEFAULT 0 COMMENT 'of them put on hold',
  status     TINYINT      NOT NULL DEFAULT 0 COMMENT '0 under way, 1 done',
  asked_by   VARCHAR(128) NOT NULL,
  created_at DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  KEY k_status (status, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
