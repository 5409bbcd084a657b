-- What binds results in queues to what was handed out; made by the first node, read by all.
CREATE TABLE result_key (
  id      TINYINT       NOT NULL,
  secret  VARBINARY(64) NOT NULL,
  made_at DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Which versions of a route's handler stand still. Nodes with another version go on.
CREATE TABLE handler_pause (
  lane       SMALLINT      NOT NULL,
  version    VARCHAR(64)   NOT NULL,
  paused_at  DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  paused_by  VARCHAR(128)  NOT NULL,
  paused_why VARCHAR(1000) NOT NULL,
  PRIMARY KEY (lane, version)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
