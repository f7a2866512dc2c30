/** Forks that were made of agents' sessions: simulations, beside the chains and never in them. Applied once and never edited. */
export const agentForks = `
CREATE TABLE agent_forks (
  position INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id),
  session_id TEXT NOT NULL REFERENCES agent_sessions (id),
  forked_from TEXT NOT NULL REFERENCES agent_nodes (id),
  policy TEXT,
  nodes INTEGER NOT NULL CHECK (nodes >= 1),
  simulated INTEGER NOT NULL CHECK (simulated BETWEEN 1 AND nodes),
  divergences INTEGER NOT NULL CHECK (divergences BETWEEN 0 AND simulated),
  divergence TEXT NOT NULL,
  is_intact INTEGER NOT NULL CHECK (is_intact IN (0, 1)),
  head_hash BLOB NOT NULL CHECK (length(head_hash) = 32),
  size INTEGER NOT NULL CHECK (size >= 0),
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX agent_forks_by_session ON agent_forks (session_id, position);
CREATE INDEX agent_forks_by_node ON agent_forks (forked_from, position);
`;
