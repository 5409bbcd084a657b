-- What the shop has told of its orders: reconciliation holds payments against it.
CREATE TABLE told_order (
  order_no     VARBINARY(255) NOT NULL,
  status       TINYINT        NOT NULL COMMENT '0 open, 1 paid, 2 closed, 3 failed',
  closed_at    DATETIME(3)    NULL COMMENT 'by the shop''s clock',
  told_at      DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (order_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
