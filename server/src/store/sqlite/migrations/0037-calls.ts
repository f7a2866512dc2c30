/**
 * Calls, the messages that participants send each other by this server, and the newest transcript of each. `envelope` and `payload`
 * are sealed. Applied once and never edited.
 */
export const calls = `
CREATE TABLE calls (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  envelope BLOB NOT NULL,
  security_level TEXT NOT NULL CHECK (security_level IN ('L1', 'L3', 'L5')),
  is_recorded INTEGER NOT NULL CHECK (is_recorded IN (0, 1)),
  messages INTEGER NOT NULL CHECK (messages >= 0),
  minutes INTEGER NOT NULL CHECK (minutes >= 1),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  ended_at INTEGER CHECK (ended_at BETWEEN created_at AND expires_at),
  end_reason TEXT CHECK (end_reason IN ('ended', 'expired', 'credits', 'restored')),
  end_record TEXT,
  end_signature TEXT,
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK ((end_record IS NULL) = (end_signature IS NULL)),
  CHECK (end_record IS NULL OR ended_at IS NOT NULL)
) STRICT;
CREATE INDEX calls_by_project ON calls (project_id, created_at, id);
CREATE INDEX calls_to_settle ON calls (created_at) WHERE end_record IS NULL;

CREATE TABLE call_messages (
  call_id TEXT NOT NULL REFERENCES calls (id),
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('offer', 'answer', 'candidate', 'key_exchange', 'caption')),
  envelope BLOB NOT NULL,
  payload BLOB,
  PRIMARY KEY (call_id, sequence)
) STRICT;

CREATE TABLE call_transcripts (
  call_id TEXT NOT NULL PRIMARY KEY REFERENCES calls (id),
  id TEXT NOT NULL UNIQUE,
  envelope BLOB NOT NULL,
  signature TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;
