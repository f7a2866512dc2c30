/**
 * Health compliance: who accepted the agreement, sessions and their locks, the signed chain of each session's audit, and
 * attestations. Events and attestations are never changed and never taken out. Applied once and never edited.
 */
export const health = `
CREATE TABLE health_agreements (
  project_id TEXT NOT NULL REFERENCES projects (id),
  user_id TEXT NOT NULL,
  signature_name TEXT NOT NULL,
  actor TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id)
) STRICT;

CREATE TABLE health_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  contract_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  lock_hash BLOB NOT NULL,
  holds_lock INTEGER NOT NULL CHECK (holds_lock IN (0, 1)),
  opened_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  released_at INTEGER,
  events INTEGER NOT NULL CHECK (events >= 0),
  head_hash TEXT,
  head_tx TEXT,
  CHECK (released_at IS NULL OR holds_lock = 0),
  CHECK ((events = 0) = (head_hash IS NULL))
) STRICT;
CREATE UNIQUE INDEX health_sessions_one_lock ON health_sessions (project_id, contract_id) WHERE holds_lock = 1;
CREATE INDEX health_sessions_by_project ON health_sessions (project_id, opened_at, id);
CREATE INDEX health_sessions_to_anchor ON health_sessions (expires_at) WHERE head_hash IS NOT NULL AND head_tx IS NULL;

CREATE TABLE health_events (
  session_id TEXT NOT NULL REFERENCES health_sessions (id),
  position INTEGER NOT NULL CHECK (position >= 1),
  project_id TEXT NOT NULL REFERENCES projects (id),
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (session_id, position)
) STRICT;
CREATE TRIGGER health_events_stay BEFORE UPDATE ON health_events
BEGIN SELECT RAISE(ABORT, 'health events are append-only'); END;
CREATE TRIGGER health_events_remain BEFORE DELETE ON health_events
BEGIN SELECT RAISE(ABORT, 'health events are append-only'); END;

CREATE TABLE health_attestations (
  session_id TEXT NOT NULL REFERENCES health_sessions (id),
  position INTEGER NOT NULL CHECK (position >= 1),
  project_id TEXT NOT NULL REFERENCES projects (id),
  body TEXT NOT NULL,
  commitment TEXT NOT NULL,
  chain TEXT NOT NULL,
  tx TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, position)
) STRICT;

CREATE TABLE health_restores (
  session_id TEXT NOT NULL PRIMARY KEY REFERENCES health_sessions (id),
  restored_at INTEGER NOT NULL
) STRICT;
`;
