/** Keys of encrypted computation. `envelope` is the sealed secret key. Applied once and never edited. */
export const fheKeys = `
CREATE TABLE bfv_keys (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  custody TEXT NOT NULL CHECK (custody IN ('server', 'client')),
  profile TEXT NOT NULL CHECK (profile IN ('standard', 'wide')),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
  envelope BLOB,
  created_at INTEGER NOT NULL,
  CHECK ((envelope IS NULL) = (custody = 'client'))
) STRICT;
CREATE INDEX bfv_keys_by_project ON bfv_keys (project_id, created_at, id);

CREATE TABLE ckks_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
  envelope BLOB,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  decrypts INTEGER NOT NULL CHECK (decrypts >= 0)
) STRICT;
CREATE INDEX ckks_sessions_by_project ON ckks_sessions (project_id, created_at, id);
CREATE INDEX ckks_sessions_by_end ON ckks_sessions (expires_at) WHERE envelope IS NOT NULL;
`;
