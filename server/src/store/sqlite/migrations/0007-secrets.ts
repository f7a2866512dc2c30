/** Secrets, the challenges that prove knowledge of one, and the signed audit of each project. Applied once and never edited. */
export const secrets = `
CREATE TABLE secret_versions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  position INTEGER NOT NULL,
  family TEXT NOT NULL REFERENCES secret_versions (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  previous_id TEXT REFERENCES secret_versions (id),
  name TEXT NOT NULL,
  provider TEXT NOT NULL,
  environment TEXT NOT NULL,
  vault TEXT NOT NULL,
  tags TEXT NOT NULL,
  rotation_days INTEGER,
  rotation_due_at INTEGER,
  masked_display TEXT NOT NULL,
  key_prefix TEXT NOT NULL,
  envelope BLOB,
  kem_ciphertext BLOB,
  nonce BLOB,
  ciphertext BLOB,
  created_at INTEGER NOT NULL,
  superseded_at INTEGER,
  deleted_at INTEGER,
  deleted_with TEXT REFERENCES secret_versions (id),
  destroyed_at INTEGER,
  UNIQUE (project_id, position),
  UNIQUE (family, version),
  CHECK ((version = 1) = (previous_id IS NULL)),
  CHECK ((deleted_at IS NULL) = (deleted_with IS NULL)),
  CHECK ((destroyed_at IS NULL) = (envelope IS NOT NULL)),
  CHECK ((envelope IS NULL) = (kem_ciphertext IS NULL)),
  CHECK ((envelope IS NULL) = (nonce IS NULL)),
  CHECK ((envelope IS NULL) = (ciphertext IS NULL))
) STRICT;
CREATE UNIQUE INDEX secret_versions_newest ON secret_versions (family) WHERE superseded_at IS NULL;
CREATE INDEX secret_versions_active ON secret_versions (project_id, position)
  WHERE superseded_at IS NULL AND deleted_at IS NULL AND destroyed_at IS NULL;
CREATE INDEX secret_versions_due ON secret_versions (deleted_at) WHERE deleted_at IS NOT NULL AND destroyed_at IS NULL;

CREATE TABLE secret_challenges (
  challenge BLOB NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  secret_id TEXT NOT NULL REFERENCES secret_versions (id),
  salt BLOB NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX secret_challenges_by_end ON secret_challenges (expires_at);
CREATE INDEX secret_challenges_by_secret ON secret_challenges (secret_id);

CREATE TABLE secret_audit (
  project_id TEXT NOT NULL REFERENCES projects (id),
  position INTEGER NOT NULL,
  action TEXT NOT NULL,
  secret_id TEXT NOT NULL,
  action_position INTEGER NOT NULL,
  secret_position INTEGER NOT NULL,
  secret_action_position INTEGER NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (project_id, position)
) STRICT;
CREATE UNIQUE INDEX secret_audit_by_action ON secret_audit (project_id, action, action_position);
CREATE UNIQUE INDEX secret_audit_by_secret ON secret_audit (project_id, secret_id, secret_position);
CREATE UNIQUE INDEX secret_audit_by_both ON secret_audit (project_id, secret_id, action, secret_action_position);

CREATE TABLE secret_audit_notices (
  project_id TEXT NOT NULL PRIMARY KEY REFERENCES projects (id),
  restored_at INTEGER NOT NULL
) STRICT;
`;
