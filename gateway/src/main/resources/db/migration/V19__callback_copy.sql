-- Deliveries of events that were stored already, counted for each task; written some seconds after their acknowledgement.
CREATE TABLE callback_copy (
  task_id      BIGINT        NOT NULL,
  copies       BIGINT        NOT NULL COMMENT 'deliveries after the one that was stored',
  first_seen   DATETIME(3)   NOT NULL,
  last_seen    DATETIME(3)   NOT NULL,
  last_address VARBINARY(64) NULL COMMENT 'where the last one came from',
  PRIMARY KEY (task_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
