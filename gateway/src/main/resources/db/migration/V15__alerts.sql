-- Which alerts hold, as each node sees it. A node that is gone holds nothing: what is not seen again for a while does not count.
CREATE TABLE alert_open (
  kind        VARCHAR(64)   NOT NULL,
  subject     VARCHAR(255)  NOT NULL,
  incarnation BIGINT        NOT NULL COMMENT 'the node, see table node',
  severity    VARCHAR(16)   NOT NULL,
  summary     VARCHAR(1000) NOT NULL,
  facts       TEXT          NOT NULL COMMENT 'name=value lines; a line feed or backslash inside as \\n, \\\\',
  since       DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  seen_at     DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  round       BIGINT        NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, subject, incarnation),
  KEY k_node (incarnation, round)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What a channel was told and has not been taken back, whichever node told it.
CREATE TABLE alert_told (
  channel  VARCHAR(64)   NOT NULL,
  kind     VARCHAR(64)   NOT NULL,
  subject  VARCHAR(255)  NOT NULL,
  severity VARCHAR(16)   NOT NULL,
  summary  VARCHAR(1000) NOT NULL,
  told_at  DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (channel, kind, subject)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Which node tells.
CREATE TABLE alert_teller (
  id          TINYINT     NOT NULL,
  owner       BIGINT      NOT NULL DEFAULT 0,
  lease_until DATETIME(3) NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO alert_teller (id) VALUES (1);
