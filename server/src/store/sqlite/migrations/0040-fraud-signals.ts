/** Fraud signals. `envelope` is sealed everywhere. Applied once and never edited. */
export const fraudSignals = `
CREATE TABLE fraud_keys (
  id TEXT NOT NULL PRIMARY KEY CHECK (id = 'consortium'),
  public_key BLOB NOT NULL,
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE fraud_participants (
  project_id TEXT NOT NULL PRIMARY KEY REFERENCES projects (id),
  joined_at INTEGER NOT NULL,
  contributed INTEGER NOT NULL CHECK (contributed > 0)
) STRICT;

CREATE TABLE fraud_signals (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES fraud_participants (project_id),
  signal_type TEXT NOT NULL,
  entity_tag BLOB NOT NULL CHECK (length(entity_tag) = 32),
  box_hash BLOB NOT NULL CHECK (length(box_hash) = 32),
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  UNIQUE (project_id, box_hash)
) STRICT;
CREATE INDEX fraud_signals_by_project ON fraud_signals (project_id, created_at, id);
CREATE INDEX fraud_signals_by_entity ON fraud_signals (entity_tag, created_at);
CREATE INDEX fraud_signals_by_end ON fraud_signals (expires_at);

CREATE TABLE fraud_aggregates (
  entity_tag BLOB NOT NULL PRIMARY KEY CHECK (length(entity_tag) = 32),
  envelope BLOB NOT NULL,
  computed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX fraud_aggregates_by_time ON fraud_aggregates (computed_at);
`;
