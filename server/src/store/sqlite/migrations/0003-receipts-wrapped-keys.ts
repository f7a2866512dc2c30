/**
 * Receipts: `document` holds all members but `signatures` and the address, which is formed at answer time; the payload is
 * never stored. Wrapped keys: `wrapping_keys` are the project's own KEM keys, their seeds sealed by the vault.
 */
export const receiptsAndWrappedKeys = `
CREATE TABLE receipts (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  position INTEGER NOT NULL,
  keyset_use TEXT NOT NULL CHECK (keyset_use IN ('receipt', 'service')),
  on_chain_hash TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  signatures TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX receipts_by_position ON receipts (project_id, position);

CREATE TABLE wrapping_keys (
  project_id TEXT NOT NULL REFERENCES projects (id),
  algorithm TEXT NOT NULL,
  public_key BLOB NOT NULL,
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, algorithm)
) STRICT;

CREATE TABLE wrapped_keys (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  tier TEXT NOT NULL CHECK (tier IN ('key-1', 'key-2')),
  holder TEXT NOT NULL CHECK (holder IN ('service', 'recipient')),
  envelope_version INTEGER NOT NULL CHECK (envelope_version >= 1),
  kem_ciphertext BLOB NOT NULL,
  nonce BLOB NOT NULL,
  wrapped_key BLOB NOT NULL,
  material BLOB,
  created_at INTEGER NOT NULL,
  rotated_at INTEGER,
  CHECK ((holder = 'service') = (material IS NOT NULL))
) STRICT;
CREATE INDEX wrapped_keys_by_project ON wrapped_keys (project_id);
`;
