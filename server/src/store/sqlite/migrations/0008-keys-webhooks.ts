/**
 * Managed keys, the signed chains of what happened to them and to wrapped keys, and webhooks. `encrypted` is the blob as
 * it was answered, `envelope` the sealed key of its HMAC. Applied once and never edited.
 */
export const keysAndWebhooks = `
CREATE TABLE managed_keys (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  tier TEXT NOT NULL CHECK (tier IN ('key-1', 'key-2')),
  label TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'rotated', 'revoked')),
  encrypted BLOB NOT NULL,
  kem_ciphertext BLOB NOT NULL,
  hmac_digest BLOB NOT NULL,
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  total_operations INTEGER NOT NULL CHECK (total_operations >= 0),
  rotated_from TEXT REFERENCES managed_keys (id),
  rotated_to TEXT REFERENCES managed_keys (id),
  grace_ends_at INTEGER,
  revoked_at INTEGER,
  revoke_reason TEXT,
  CHECK ((status = 'revoked') = (revoked_at IS NOT NULL)),
  CHECK ((rotated_to IS NULL) = (grace_ends_at IS NULL)),
  CHECK (status <> 'rotated' OR rotated_to IS NOT NULL)
) STRICT;
CREATE INDEX managed_keys_by_project ON managed_keys (project_id, created_at, id);

ALTER TABLE wrapped_keys ADD COLUMN managed_key_id TEXT REFERENCES managed_keys (id);
CREATE INDEX wrapped_keys_by_time ON wrapped_keys (project_id, created_at, id);

CREATE TABLE key_events (
  key_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  project_id TEXT NOT NULL REFERENCES projects (id),
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  keyset_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, position)
) STRICT;

CREATE TABLE key_chain_restores (
  key_id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  restored_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhooks (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT REFERENCES projects (id),
  url TEXT NOT NULL,
  allow_private INTEGER NOT NULL CHECK (allow_private IN (0, 1)),
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX webhooks_one_each ON webhooks (coalesce(project_id, ''));

CREATE TABLE webhook_deliveries (
  position INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  webhook_id TEXT REFERENCES webhooks (id) ON DELETE SET NULL,
  project_id TEXT NOT NULL REFERENCES projects (id),
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'delivered', 'dead')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_attempt_at INTEGER NOT NULL,
  last_status INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((state = 'queued') = (finished_at IS NULL))
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE state = 'queued';
`;
