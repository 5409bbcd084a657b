-- People who may sign in to the console.
CREATE TABLE user_account (
  id            BIGINT       NOT NULL AUTO_INCREMENT,
  name          VARCHAR(64)  NOT NULL,
  role          VARCHAR(16)  NOT NULL COMMENT 'viewer, operator, finance, admin',
  password_hash VARCHAR(255) NOT NULL COMMENT 'Argon2id; empty: by the identity provider only',
  must_change   BOOLEAN      NOT NULL DEFAULT FALSE,
  failures      INT          NOT NULL DEFAULT 0 COMMENT 'wrong passwords in a row',
  locked_until  DATETIME(3)  NULL,
  disabled      BOOLEAN      NOT NULL DEFAULT FALSE,
  language      VARCHAR(16)  NOT NULL DEFAULT '',
  theme         VARCHAR(8)   NOT NULL DEFAULT 'auto',
  zone          VARCHAR(64)  NOT NULL DEFAULT 'UTC',
  shortcuts     BOOLEAN      NOT NULL DEFAULT TRUE,
  created_at    DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at    DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  UNIQUE KEY uk_name (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Who is signed in. The cookie's value is not here, only its digest.
CREATE TABLE user_session (
  session_key  CHAR(64)     NOT NULL COMMENT 'hex SHA-256 of the cookie',
  user_id      BIGINT       NOT NULL,
  created_at   DATETIME(3)  NOT NULL,
  seen_at      DATETIME(3)  NOT NULL,
  confirmed_at DATETIME(3)  NOT NULL COMMENT 'password last typed',
  ends_at      DATETIME(3)  NOT NULL,
  origin       VARCHAR(128) NOT NULL,
  agent        VARCHAR(255) NOT NULL,
  PRIMARY KEY (session_key),
  KEY k_user (user_id),
  KEY k_ends (ends_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Programs that may use the API.
CREATE TABLE api_token (
  id           BIGINT       NOT NULL AUTO_INCREMENT,
  name         VARCHAR(64)  NOT NULL,
  token_digest CHAR(64)     NOT NULL COMMENT 'hex SHA-256 of the token',
  permissions  VARCHAR(255) NOT NULL,
  owner        VARCHAR(128) NOT NULL,
  created_at   DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  expires_at   DATETIME(3)  NULL,
  last_used_at DATETIME(3)  NULL,
  revoked_at   DATETIME(3)  NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_token (token_digest)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Writes over the API by their idempotency key.
CREATE TABLE api_repeat (
  caller       VARCHAR(128) NOT NULL,
  repeat_key   VARCHAR(128) NOT NULL,
  digest       CHAR(64)     NOT NULL,
  status       INT          NOT NULL DEFAULT 0 COMMENT '0: begun, not ended',
  content_type VARCHAR(128) NOT NULL DEFAULT '',
  body         MEDIUMBLOB   NULL,
  created_at   DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (caller, repeat_key),
  KEY k_created (created_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What one person asked for and another one must agree to.
CREATE TABLE approval (
  id           BIGINT        NOT NULL AUTO_INCREMENT,
  action       VARCHAR(64)   NOT NULL,
  object_type  VARCHAR(64)   NOT NULL,
  object_id    VARCHAR(255)  NOT NULL,
  detail       MEDIUMTEXT    NOT NULL COMMENT 'exactly what will be done, as JSON; frozen',
  effect       VARCHAR(1000) NOT NULL COMMENT 'the same for people',
  requested_by VARCHAR(128)  NOT NULL,
  reason       VARCHAR(1000) NOT NULL,
  requested_at DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  expires_at   DATETIME(3)   NOT NULL,
  status       TINYINT       NOT NULL DEFAULT 0 COMMENT '0 open, 1 agreed and done, 2 refused, 3 overtaken',
  decided_by   VARCHAR(128)  NOT NULL DEFAULT '',
  decided_at   DATETIME(3)   NULL,
  note         VARCHAR(1000) NOT NULL DEFAULT '',
  PRIMARY KEY (id),
  KEY k_status (status, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- A change of many tasks: the ids are fixed when it is planned, and each is ticked off, so that any node can go on with it.
CREATE TABLE bulk_job (
  id           BIGINT        NOT NULL AUTO_INCREMENT,
  action       VARCHAR(64)   NOT NULL,
  cause        VARCHAR(1000) NOT NULL COMMENT 'what the tasks have in common',
  reason       VARCHAR(1000) NOT NULL DEFAULT '',
  requested_by VARCHAR(128)  NOT NULL,
  origin       VARCHAR(128)  NOT NULL DEFAULT '',
  total        INT           NOT NULL,
  per_second   INT           NOT NULL DEFAULT 5,
  canary       BOOLEAN       NOT NULL DEFAULT TRUE,
  status       TINYINT       NOT NULL DEFAULT 0 COMMENT '0 planned, 1 runs, 2 paused, 3 done, 4 stopped, 5 waits for approval, 6 dropped',
  note         VARCHAR(1000) NOT NULL DEFAULT '',
  lease_owner  BIGINT        NOT NULL DEFAULT 0,
  lease_until  DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  created_at   DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at   DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id),
  KEY k_status (status, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE bulk_item (
  job_id  BIGINT  NOT NULL,
  seq     INT     NOT NULL COMMENT 'from 1, the order of the work',
  task_id BIGINT  NOT NULL,
  state   TINYINT NOT NULL DEFAULT 0 COMMENT '0 to go, 1 sent, 2 done, 3 failed again, 4 skipped: changed meanwhile',
  PRIMARY KEY (job_id, seq),
  KEY k_state (job_id, state, seq)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The audit chain's head, once an hour, also written to a file: who changes old rows must change these too.
CREATE TABLE audit_head (
  at        DATETIME(3)   NOT NULL,
  chain_seq BIGINT        NOT NULL,
  row_hash  VARBINARY(32) NOT NULL,
  PRIMARY KEY (at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Work that one node does for all: who has it, until when.
CREATE TABLE duty (
  name        VARCHAR(32) NOT NULL,
  lease_owner BIGINT      NOT NULL DEFAULT 0,
  lease_until DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Finding a task by the provider's transaction id.
ALTER TABLE async_task ADD KEY k_txn (provider_txn_id);
-- Rows that the sealer has not reached yet.
ALTER TABLE audit_log ADD KEY k_actor (actor, id), ADD KEY k_action (action, id);
