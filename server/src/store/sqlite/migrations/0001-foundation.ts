/** Accounts, projects, API keys, usage, key sets, artifacts, settings. Applied once and never edited. */
export const foundation = `
CREATE TABLE settings (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE accounts (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits >= 0),
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE projects (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX projects_by_account ON projects (account_id);

CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  salt BLOB NOT NULL,
  secret_hash BLOB NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_by_project ON api_keys (project_id);

CREATE TABLE usage (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  calls INTEGER NOT NULL,
  units INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, operation)
) STRICT;

CREATE TABLE key_sets (
  fingerprint TEXT NOT NULL PRIMARY KEY,
  keyset_use TEXT NOT NULL,
  serial INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('current', 'retired', 'revoked')),
  document TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  retired_at INTEGER
) STRICT;
CREATE UNIQUE INDEX key_sets_one_current ON key_sets (keyset_use) WHERE state = 'current';

CREATE TABLE key_set_secrets (
  fingerprint TEXT NOT NULL REFERENCES key_sets (fingerprint),
  kid TEXT NOT NULL,
  envelope BLOB NOT NULL,
  PRIMARY KEY (fingerprint, kid)
) STRICT;

CREATE TABLE cycles (
  project_id TEXT NOT NULL REFERENCES projects (id),
  quarter TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  PRIMARY KEY (project_id, quarter)
) STRICT;

CREATE TABLE artifacts (
  project_id TEXT NOT NULL REFERENCES projects (id),
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  document TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;
CREATE UNIQUE INDEX artifacts_by_position ON artifacts (project_id, position);
`;
