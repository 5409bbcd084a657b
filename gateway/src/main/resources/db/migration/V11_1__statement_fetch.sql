-- Statements that are downloaded from providers: one row for each bill day, or each report that the provider has named.
CREATE TABLE statement_fetch (
  source        VARBINARY(255) NOT NULL COMMENT 'provider account',
  bill_day      DATE           NOT NULL COMMENT 'in the zone of the provider',
  report        VARBINARY(255) NOT NULL DEFAULT '' COMMENT 'the provider''s name of it, where statements are not by the day',
  status        TINYINT        NOT NULL DEFAULT 0 COMMENT '0 wanted, 1 taken, 2 the provider says there is none, 3 given up',
  tries         INT            NOT NULL DEFAULT 0 COMMENT 'grows with each taking: fences whoever took it before',
  next_try_time DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)) COMMENT 'due; while it is fetched: end of the lease',
  going         VARCHAR(512)   NOT NULL DEFAULT '' COMMENT 'what the next try goes on with',
  detail        VARCHAR(512)   NOT NULL DEFAULT '' COMMENT 'what the last try came to',
  created_at    DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  updated_at    DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (source, bill_day, report),
  KEY k_due (status, next_try_time)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
