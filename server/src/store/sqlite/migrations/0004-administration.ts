/** What is granted to accounts, who changed what, and more about API keys. Applied once and never edited. */
export const administration = `
ALTER TABLE api_keys ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN rotated_to TEXT REFERENCES api_keys (id);

CREATE TABLE credit_grants (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  position INTEGER NOT NULL,
  units INTEGER NOT NULL,
  reason TEXT NOT NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, position)
) STRICT;
INSERT INTO credit_grants (account_id, position, units, reason, granted_at)
  SELECT id, 1, credits + coalesce((SELECT sum(units) FROM usage WHERE account_id = accounts.id), 0), 'opening', created_at
  FROM accounts;

CREATE TABLE audit_entries (
  position INTEGER NOT NULL PRIMARY KEY,
  action TEXT NOT NULL,
  account_id TEXT,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  keyset_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_entries_by_action ON audit_entries (action, position);
CREATE INDEX audit_entries_by_account ON audit_entries (account_id, position);
`;
