-- People of an identity provider: known by its issuer and its own id of them, never by their name.
ALTER TABLE user_account
  ADD COLUMN issuer  VARCHAR(255)   NULL COMMENT 'NULL: a local user',
  ADD COLUMN subject VARBINARY(255) NULL COMMENT 'the provider''s id of the person',
  ADD UNIQUE KEY uk_subject (issuer, subject);

-- Sign-ins that were sent to the provider and are not back yet. What proves the browser is in its cookie only.
CREATE TABLE sign_in_attempt (
  state_digest CHAR(64)      NOT NULL COMMENT 'hex SHA-256 of the state parameter; taken once',
  return_to    VARCHAR(2000) NOT NULL,
  session_key  CHAR(64)      NOT NULL DEFAULT '' COMMENT 'the session to be confirmed; empty: a new one',
  begun_at     DATETIME(3)   NOT NULL,
  ends_at      DATETIME(3)   NOT NULL,
  PRIMARY KEY (state_digest),
  KEY k_ends (ends_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
