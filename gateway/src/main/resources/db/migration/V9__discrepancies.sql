-- A discrepancy changes only against the version its reader saw.
ALTER TABLE discrepancy
  ADD COLUMN version     INT          NOT NULL DEFAULT 0 COMMENT 'grows with each change',
  ADD COLUMN resolved_by VARCHAR(128) NOT NULL DEFAULT '' COMMENT 'empty while open; reconcile: settled by later data',
  ADD COLUMN seen_at     DATETIME(3)  NOT NULL DEFAULT (UTC_TIMESTAMP(3)) COMMENT 'when it was last found',
  ADD KEY k_source (source, status, id);
