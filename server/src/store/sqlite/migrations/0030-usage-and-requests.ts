/**
 * Usage is never below 0, and what is remembered of a request carries a seal (S35). Applied once and never edited. Usage that was
 * below 0 becomes 0: the account then does not add up, which `touchstone doctor` tells. Requests of before are forgotten, since
 * nothing says of them that they are genuine.
 */
export const usageAndRequests = `
CREATE TABLE usage_kept (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  calls INTEGER NOT NULL CHECK (calls >= 0),
  units INTEGER NOT NULL CHECK (units >= 0),
  PRIMARY KEY (account_id, day, operation)
) STRICT;
INSERT INTO usage_kept SELECT account_id, day, operation, max(calls, 0), max(units, 0) FROM usage;
DROP TABLE usage;
ALTER TABLE usage_kept RENAME TO usage;

DROP TABLE requests;
CREATE TABLE requests (
  project_id TEXT NOT NULL REFERENCES projects (id),
  idempotency_key TEXT NOT NULL,
  request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Empty until the transaction has made what the subject names.
  seal BLOB NOT NULL,
  PRIMARY KEY (project_id, idempotency_key)
) STRICT;
CREATE INDEX requests_by_time ON requests (created_at);
`;
