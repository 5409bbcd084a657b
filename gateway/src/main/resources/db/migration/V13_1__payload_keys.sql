-- Keys that payloads are sealed with, each wrapped by a key of the configuration (privacy.keys). Nothing here opens anything alone.
CREATE TABLE payload_key (
  id         INT           NOT NULL COMMENT 'what async_task.payload_key and its like name',
  wrapped_by VARCHAR(64)   NOT NULL COMMENT 'id of the configured key',
  wrapped    VARBINARY(64) NOT NULL COMMENT 'nonce, AES-256-GCM ciphertext and tag; bound to id and wrapped_by',
  created_at DATETIME(3)   NOT NULL DEFAULT (UTC_TIMESTAMP(3)),
  PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- 0: not sealed. Otherwise payload holds target, headers, body and content together, sealed, and their own columns are NULL.
ALTER TABLE async_task ADD COLUMN payload_key INT NOT NULL DEFAULT 0 COMMENT 'see table payload_key; 0: in clear';
ALTER TABLE rejected_callback ADD COLUMN payload_key INT NOT NULL DEFAULT 0 COMMENT 'what request is sealed with; 0: in clear';
ALTER TABLE callback_conflict ADD COLUMN payload_key INT NOT NULL DEFAULT 0 COMMENT 'what request is sealed with; 0: in clear';
