-- What a row comes to for the merchant and which payout it went into; what an order is to come to; the movements of a balance.
ALTER TABLE statement_row
  ADD COLUMN net          DECIMAL(24, 10) NULL COMMENT 'major units, what the merchant is left with; negative: goes out',
  ADD COLUMN net_currency VARCHAR(16)     NOT NULL DEFAULT '',
  ADD COLUMN payout       VARBINARY(255)  NOT NULL DEFAULT '' COMMENT 'the provider''s name of the payout it is part of';

ALTER TABLE told_order
  ADD COLUMN amount_minor BIGINT      NULL COMMENT 'what all its payments come to',
  ADD COLUMN currency     VARCHAR(16) NOT NULL DEFAULT '',
  ADD COLUMN pay_until    DATETIME(3) NULL COMMENT 'by the shop''s clock: until then more payments may come';

-- Movements of a provider's balance, from its fund bill. Files of that kind stand in statement_file with a format that ends in -fund.
CREATE TABLE fund_row (
  file_id       BIGINT         NOT NULL,
  line          BIGINT         NOT NULL,
  source        VARBINARY(255) NOT NULL,
  bill_day      DATE           NOT NULL,
  flow          VARBINARY(255) NOT NULL COMMENT 'the provider''s id of the movement',
  business      VARBINARY(255) NOT NULL DEFAULT '' COMMENT 'the payment or refund it belongs to',
  order_no      VARBINARY(255) NOT NULL DEFAULT '',
  kind          TINYINT        NOT NULL COMMENT '0 pay, 1 refund, 5 fee, 6 payout, 7 other',
  amount_minor  BIGINT         NOT NULL COMMENT 'negative: out',
  balance_minor BIGINT         NOT NULL COMMENT 'behind the movement',
  currency      VARCHAR(16)    NOT NULL,
  occurred_at   DATETIME(3)    NOT NULL,
  PRIMARY KEY (file_id, line),
  UNIQUE KEY uk_flow (source, flow),
  KEY k_business (source, business, kind),
  KEY k_day (source, bill_day, file_id, line)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
