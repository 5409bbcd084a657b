-- How far the clean-up has come, shared by all nodes: whoever takes the row makes the next step.
CREATE TABLE retention_mark (
  name           VARCHAR(32)  NOT NULL,
  last_id        BIGINT       NOT NULL DEFAULT 0,
  next_step_time DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO retention_mark (name) VALUES ('payloads'), ('rows');

-- Nothing was ever written to it: state queries wait as tasks.
DROP TABLE outcome_query;
ALTER TABLE event_gap_mark DROP COLUMN server;
