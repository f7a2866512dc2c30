/**
 * The platform's cache: values, what is remembered of how keys are used, and how much each project holds; and its audit
 * log, whose entries are never changed and never taken out. Applied once and never edited.
 */
export const platformCache = `
CREATE TABLE cache_entries (
  id INTEGER NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  key TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  envelope BLOB NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 1),
  ttl_seconds INTEGER NOT NULL CHECK (ttl_seconds >= 1),
  is_adaptive INTEGER NOT NULL CHECK (is_adaptive IN (0, 1)),
  lifetime_rule TEXT NOT NULL,
  lifetime_basis INTEGER,
  lifetime_limit TEXT,
  written_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (project_id, key)
) STRICT;
CREATE INDEX cache_entries_by_project ON cache_entries (project_id, id);
CREATE INDEX cache_entries_by_end ON cache_entries (expires_at);
CREATE INDEX cache_entries_by_project_end ON cache_entries (project_id, expires_at);

CREATE TABLE cache_usage (
  project_id TEXT NOT NULL PRIMARY KEY REFERENCES projects (id),
  entries INTEGER NOT NULL CHECK (entries >= 0),
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TABLE cache_patterns (
  project_id TEXT NOT NULL REFERENCES projects (id),
  key TEXT NOT NULL,
  hits INTEGER NOT NULL,
  misses INTEGER NOT NULL,
  writes INTEGER NOT NULL,
  unread_writes INTEGER NOT NULL,
  last_read_at INTEGER,
  last_write_at INTEGER,
  ttl_seconds INTEGER,
  read_gaps TEXT NOT NULL,
  rewrite_gaps TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT;
CREATE INDEX cache_patterns_by_use ON cache_patterns (used_at);

CREATE TABLE platform_audit (
  project_id TEXT NOT NULL REFERENCES projects (id),
  position INTEGER NOT NULL CHECK (position >= 1),
  id TEXT NOT NULL UNIQUE,
  action TEXT NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  chain TEXT NOT NULL,
  tx TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, position)
) STRICT;
CREATE TRIGGER platform_audit_stays BEFORE UPDATE ON platform_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER platform_audit_remains BEFORE DELETE ON platform_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TABLE platform_audit_notices (
  project_id TEXT NOT NULL PRIMARY KEY REFERENCES projects (id),
  restored_at INTEGER NOT NULL
) STRICT;
`;
