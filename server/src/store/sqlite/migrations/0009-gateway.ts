/**
 * Gateway targets, and which keys are bound to which. A target that counts as a new one is a new row, so that its bindings,
 * its count and the administrator's permission end with the old one. Applied once and never edited.
 */
export const gateway = `
CREATE TABLE gateway_targets (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  auth_header TEXT NOT NULL,
  auth_template TEXT NOT NULL,
  allowed_paths TEXT NOT NULL,
  allowed_methods TEXT NOT NULL,
  allowed_headers TEXT NOT NULL,
  rate_limit INTEGER NOT NULL CHECK (rate_limit >= 1),
  allow_private INTEGER NOT NULL CHECK (allow_private IN (0, 1)),
  total_proxied INTEGER NOT NULL CHECK (total_proxied >= 0),
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, name)
) STRICT;
CREATE INDEX gateway_targets_by_name ON gateway_targets (name);

CREATE TABLE gateway_bindings (
  gateway_target_id TEXT NOT NULL REFERENCES gateway_targets (id) ON DELETE CASCADE,
  key_id TEXT NOT NULL REFERENCES managed_keys (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (gateway_target_id, key_id)
) STRICT;
CREATE INDEX gateway_bindings_by_key ON gateway_bindings (key_id);
`;
