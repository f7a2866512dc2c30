/** What the service states of units, a chain for each account (S35). Applied once and never edited. */
export const usageStatements = `
CREATE TABLE usage_statements (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  position INTEGER NOT NULL CHECK (position >= 1),
  -- What tells whether there is anything to state.
  grants INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  stated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, position)
) STRICT;

CREATE TRIGGER usage_statements_stay BEFORE UPDATE ON usage_statements
BEGIN SELECT RAISE(ABORT, 'a usage statement never changes'); END;

CREATE TABLE usage_statement_notices (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  restored_at INTEGER NOT NULL
) STRICT;
`;
