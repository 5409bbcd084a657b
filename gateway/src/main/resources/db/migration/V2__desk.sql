-- Requests that were not taken as genuine, whole, so that they can be explained and verified again.
CREATE TABLE rejected_callback (
  id             BIGINT         NOT NULL AUTO_INCREMENT,
  endpoint       VARCHAR(64)    NOT NULL,
  provider       VARCHAR(64)    NOT NULL,
  reason         VARCHAR(32)    NOT NULL,
  detail         VARCHAR(1000)  NOT NULL,
  remote_address VARBINARY(64)  NOT NULL,
  arrived_at     DATETIME(3)    NOT NULL COMMENT 'the instant its replay window was judged at',
  keep_until     DATETIME(3)    NOT NULL,
  request        LONGBLOB       NOT NULL COMMENT 'version byte, then each part with its length: method, scheme, authority, target, address, headers, body',
  request_digest VARBINARY(32)  NOT NULL COMMENT 'SHA-256 over request',
  result         VARCHAR(255)   NOT NULL DEFAULT '' COMMENT 'what a later verification came to',
  verified_at    DATETIME(3)    NULL,
  PRIMARY KEY (id),
  KEY k_endpoint (endpoint, id),
  KEY k_keep (keep_until)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- How many came and how many were kept, a UTC day. Address * is all of them together.
CREATE TABLE rejected_tally (
  day            DATE           NOT NULL,
  endpoint       VARCHAR(64)    NOT NULL,
  reason         VARCHAR(32)    NOT NULL,
  remote_address VARBINARY(64)  NOT NULL,
  kept           INT            NOT NULL DEFAULT 0,
  capped         BIGINT         NOT NULL DEFAULT 0,
  PRIMARY KEY (day, endpoint, reason, remote_address)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Who did what by hand. Written in the transaction of the change; the chain columns are filled by the sealer.
CREATE TABLE audit_log (
  id           BIGINT        NOT NULL AUTO_INCREMENT,
  at           DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  actor        VARCHAR(128)  NOT NULL,
  origin       VARCHAR(128)  NOT NULL COMMENT 'address, or cli',
  action       VARCHAR(64)   NOT NULL,
  object_type  VARCHAR(64)   NOT NULL,
  object_id    VARCHAR(255)  NOT NULL,
  before_state TEXT          NOT NULL,
  after_state  TEXT          NOT NULL,
  reason       VARCHAR(1000) NOT NULL,
  chain_seq    BIGINT        NULL,
  prev_hash    VARBINARY(32) NULL,
  row_hash     VARBINARY(32) NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_chain (chain_seq),
  KEY k_object (object_type, object_id, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What the provider says and what we have do not agree.
CREATE TABLE discrepancy (
  id              BIGINT         NOT NULL AUTO_INCREMENT,
  kind            VARCHAR(32)    NOT NULL,
  source          VARBINARY(255) NOT NULL COMMENT 'provider account',
  reference       VARBINARY(255) NOT NULL COMMENT 'the provider''s id of the transaction, or its digest',
  statement       VARCHAR(255)   NOT NULL DEFAULT '' COMMENT 'where it was found',
  task_id         BIGINT         NULL,
  biz_id          VARBINARY(255) NOT NULL DEFAULT '',
  ours_minor      BIGINT         NULL,
  theirs_minor    BIGINT         NULL,
  currency        VARCHAR(16)    NOT NULL DEFAULT '',
  detail          VARCHAR(1000)  NOT NULL DEFAULT '',
  status          TINYINT        NOT NULL DEFAULT 0 COMMENT '0 open, 1 in work, 2 resolved',
  owner           VARCHAR(128)   NOT NULL DEFAULT '',
  note            VARCHAR(1000)  NOT NULL DEFAULT '',
  resolution      VARCHAR(1000)  NOT NULL DEFAULT '',
  opened_at       DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at      DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  resolved_at     DATETIME(3)    NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_finding (source, reference, kind),
  KEY k_status (status, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Numbers for the ids of nodes, leased; and what each node says of itself.
CREATE TABLE node (
  node              SMALLINT     NOT NULL,
  incarnation       BIGINT       NOT NULL COMMENT 'lease_owner of the tasks this start of the node holds',
  name              VARCHAR(255) NOT NULL,
  version           VARCHAR(64)  NOT NULL,
  config_digest     VARCHAR(64)  NOT NULL,
  clock_skew_millis BIGINT       NOT NULL DEFAULT 0 COMMENT 'node''s clock ahead of this database''s',
  id_floor_millis   BIGINT       NOT NULL DEFAULT 0 COMMENT 'since 2020: later holders of the number make no ids from before',
  started_at        DATETIME(3)  NOT NULL,
  heartbeat_at      DATETIME(3)  NOT NULL,
  lease_until       DATETIME(3)  NOT NULL,
  PRIMARY KEY (node)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
