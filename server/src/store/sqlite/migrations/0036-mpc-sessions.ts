/** Joint computations: sessions and the sealed inputs that came in. Applied once and never edited. */
export const mpcSessions = `
CREATE TABLE mpc_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  computation TEXT NOT NULL,
  participants INTEGER NOT NULL CHECK (participants BETWEEN 2 AND 256),
  threshold INTEGER NOT NULL CHECK (threshold BETWEEN 2 AND participants),
  description TEXT NOT NULL,
  token_hashes TEXT,
  envelope BLOB,
  contributions INTEGER NOT NULL CHECK (contributions BETWEEN 0 AND participants),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  closed_at INTEGER,
  ended_at INTEGER,
  transcript TEXT,
  signature TEXT,
  CHECK ((transcript IS NULL) = (signature IS NULL)),
  CHECK ((envelope IS NULL) = (ended_at IS NOT NULL)),
  CHECK (transcript IS NULL OR (closed_at IS NOT NULL AND ended_at IS NOT NULL))
) STRICT;
CREATE INDEX mpc_sessions_by_project ON mpc_sessions (project_id, created_at, id);
CREATE INDEX mpc_sessions_by_end ON mpc_sessions (expires_at);

CREATE TABLE mpc_contributions (
  session_id TEXT NOT NULL REFERENCES mpc_sessions (id),
  participant INTEGER NOT NULL CHECK (participant >= 0),
  sealed_shares BLOB,
  sha3_256 BLOB NOT NULL CHECK (length(sha3_256) = 32),
  received_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, participant)
) STRICT;
`;
