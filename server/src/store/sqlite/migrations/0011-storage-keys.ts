/** Keys of storage encryption. `envelope` is the sealed ML-KEM-1024 seed. Applied once and never edited. */
export const storageKeys = `
CREATE TABLE storage_keys (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  public_key BLOB NOT NULL,
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoke_reason TEXT,
  CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
) STRICT;
CREATE INDEX storage_keys_by_project ON storage_keys (project_id, created_at, id);
`;
