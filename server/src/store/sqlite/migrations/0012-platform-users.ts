/** Users of projects, their sessions, open challenges and device credentials. Applied once and never edited. */
export const platformUsers = `
CREATE TABLE platform_users (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  email TEXT NOT NULL,
  display_name TEXT NOT NULL,
  biometric TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX platform_users_by_email ON platform_users (project_id, lower(email));

CREATE TABLE platform_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES platform_users (id),
  token_hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX platform_sessions_by_end ON platform_sessions (expires_at);

CREATE TABLE platform_challenges (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  user_id TEXT REFERENCES platform_users (id),
  challenge BLOB NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX platform_challenges_by_end ON platform_challenges (expires_at);

CREATE TABLE device_credentials (
  project_id TEXT NOT NULL REFERENCES projects (id),
  id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES platform_users (id),
  type TEXT NOT NULL,
  form TEXT NOT NULL CHECK (form IN ('webauthn', 'raw')),
  public_key BLOB NOT NULL,
  sign_count INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  device_name TEXT NOT NULL,
  device_platform TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  PRIMARY KEY (project_id, id),
  UNIQUE (user_id, public_key)
) STRICT;
`;
