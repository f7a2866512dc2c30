/** Requests under an `Idempotency-Key`, of whatever operation, with the id of what they made. Applied once and never edited. */
export const requests = `
CREATE TABLE requests (
  project_id TEXT NOT NULL REFERENCES projects (id),
  idempotency_key TEXT NOT NULL,
  request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, idempotency_key)
) STRICT;
INSERT INTO requests SELECT project_id, idempotency_key, request_hash, node_id, created_at FROM agent_requests;
DROP TABLE agent_requests;
CREATE INDEX requests_by_time ON requests (created_at);
`;
