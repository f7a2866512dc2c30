/**
 * Agents, their sessions and the chains of nodes, which are never changed and never taken out; seals, approvals, policies,
 * and the requests that may be repeated. Applied once and never edited.
 */
export const agents = `
CREATE TABLE agents (
  position INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL,
  canonical_name TEXT NOT NULL,
  tenant TEXT NOT NULL,
  agent_type TEXT NOT NULL,
  capabilities TEXT NOT NULL,
  redaction_level TEXT NOT NULL,
  public_key BLOB NOT NULL CHECK (length(public_key) = 1952),
  envelope BLOB NOT NULL,
  node_id TEXT NOT NULL UNIQUE REFERENCES agent_nodes (id) DEFERRABLE INITIALLY DEFERRED,
  node_hash BLOB NOT NULL CHECK (length(node_hash) = 32),
  registered_at INTEGER NOT NULL,
  sealed_at INTEGER
) STRICT;
CREATE INDEX agents_by_project ON agents (project_id, position);
CREATE INDEX agents_to_seal ON agents (position) WHERE sealed_at IS NULL;

CREATE TABLE agent_sessions (
  position INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id),
  agent_id TEXT NOT NULL REFERENCES agents (id),
  parent_session_id TEXT REFERENCES agent_sessions (id),
  parent_node_id TEXT REFERENCES agent_nodes (id) DEFERRABLE INITIALLY DEFERRED,
  scope TEXT NOT NULL,
  duration_secs INTEGER NOT NULL CHECK (duration_secs >= 1),
  started_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at >= started_at),
  ended_at INTEGER CHECK (ended_at <= expires_at),
  restored_at INTEGER,
  is_imported INTEGER NOT NULL CHECK (is_imported IN (0, 1)),
  nodes INTEGER NOT NULL CHECK (nodes >= 1),
  head_hash BLOB NOT NULL CHECK (length(head_hash) = 32),
  last_time INTEGER NOT NULL CHECK (last_time >= started_at),
  tree BLOB NOT NULL CHECK (length(tree) > 0 AND length(tree) % 32 = 0),
  sealed_at INTEGER,
  CHECK ((parent_session_id IS NULL) = (parent_node_id IS NULL))
) STRICT;
CREATE INDEX agent_sessions_by_project ON agent_sessions (project_id, position);
CREATE INDEX agent_sessions_by_agent ON agent_sessions (agent_id, position);
CREATE INDEX agent_sessions_by_parent ON agent_sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;
CREATE UNIQUE INDEX agent_sessions_by_parent_node ON agent_sessions (parent_node_id) WHERE parent_node_id IS NOT NULL;
CREATE INDEX agent_sessions_ended_to_seal ON agent_sessions (ended_at) WHERE sealed_at IS NULL AND ended_at IS NOT NULL;
CREATE INDEX agent_sessions_expired_to_seal ON agent_sessions (expires_at) WHERE sealed_at IS NULL AND ended_at IS NULL;
CREATE INDEX agent_sessions_to_tell ON agent_sessions (restored_at) WHERE restored_at IS NOT NULL AND ended_at IS NULL;

CREATE TABLE agent_nodes (
  position INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id),
  agent_id TEXT NOT NULL REFERENCES agents (id),
  session_id TEXT REFERENCES agent_sessions (id),
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  kind TEXT NOT NULL,
  time_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  opening TEXT,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  parent_hash BLOB CHECK (length(parent_hash) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 3309),
  log_index INTEGER NOT NULL CHECK (log_index >= 0),
  UNIQUE (session_id, sequence),
  CHECK ((session_id IS NULL) = (parent_hash IS NULL))
) STRICT;
CREATE INDEX agent_nodes_by_agent ON agent_nodes (agent_id, position);
CREATE TRIGGER agent_nodes_stay BEFORE UPDATE ON agent_nodes
BEGIN SELECT RAISE(ABORT, 'nodes of agents are append-only'); END;
CREATE TRIGGER agent_nodes_remain BEFORE DELETE ON agent_nodes
BEGIN SELECT RAISE(ABORT, 'nodes of agents are append-only'); END;

CREATE TABLE agent_seals (
  position INTEGER NOT NULL PRIMARY KEY,
  agent_id TEXT NOT NULL REFERENCES agents (id),
  session_id TEXT UNIQUE REFERENCES agent_sessions (id),
  statement TEXT NOT NULL,
  receipt_id TEXT NOT NULL UNIQUE REFERENCES receipts (id),
  handle TEXT NOT NULL,
  root BLOB NOT NULL CHECK (length(root) = 32),
  chain TEXT NOT NULL,
  tx TEXT NOT NULL,
  sealed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX agent_seals_of_registrations ON agent_seals (agent_id) WHERE session_id IS NULL;

CREATE TABLE agent_approvals (
  position INTEGER NOT NULL PRIMARY KEY,
  node_id TEXT NOT NULL UNIQUE REFERENCES agent_nodes (id) DEFERRABLE INITIALLY DEFERRED,
  project_id TEXT NOT NULL REFERENCES projects (id),
  session_id TEXT NOT NULL REFERENCES agent_sessions (id),
  approvers TEXT NOT NULL,
  approver_count INTEGER NOT NULL CHECK (approver_count >= 1),
  threshold INTEGER NOT NULL CHECK (threshold BETWEEN 1 AND approver_count),
  requested_by TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  approved INTEGER NOT NULL CHECK (approved >= 0),
  denied INTEGER NOT NULL CHECK (denied >= 0),
  CHECK (approved + denied <= approver_count)
) STRICT;
CREATE INDEX agent_approvals_by_project ON agent_approvals (project_id, position);
CREATE INDEX agent_approvals_by_session ON agent_approvals (session_id);

CREATE TABLE agent_decisions (
  node_id TEXT NOT NULL PRIMARY KEY REFERENCES agent_nodes (id) DEFERRABLE INITIALLY DEFERRED,
  approval_id TEXT NOT NULL REFERENCES agent_approvals (node_id),
  approver TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'deny')),
  decided_by TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  UNIQUE (approval_id, approver)
) STRICT;

CREATE TABLE agent_policies (
  scope TEXT NOT NULL CHECK (scope IN ('organisation', 'team', 'project')),
  target TEXT NOT NULL,
  policy TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (scope, target)
) STRICT;

CREATE TABLE agent_requests (
  project_id TEXT NOT NULL REFERENCES projects (id),
  idempotency_key TEXT NOT NULL,
  request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
  node_id TEXT NOT NULL REFERENCES agent_nodes (id) DEFERRABLE INITIALLY DEFERRED,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, idempotency_key)
) STRICT;
CREATE INDEX agent_requests_by_time ON agent_requests (created_at);
`;
