/** ML-DSA and hybrid keys that the server holds for projects, one row for each layer. Applied once and never edited. */
export const signingKeys = `
CREATE TABLE signing_keys (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  key_use TEXT NOT NULL CHECK (key_use IN ('ml-dsa', 'hybrid')),
  scheme TEXT NOT NULL,
  is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX signing_keys_one_current ON signing_keys (project_id, key_use, scheme) WHERE is_current = 1;

CREATE TABLE signing_key_layers (
  key_id TEXT NOT NULL REFERENCES signing_keys (id),
  layer TEXT NOT NULL,
  public_key BLOB NOT NULL,
  envelope BLOB NOT NULL,
  PRIMARY KEY (key_id, layer)
) STRICT;
`;
