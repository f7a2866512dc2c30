/** Invoices. Applied once and never edited. */
export const invoices = `
CREATE TABLE invoices (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  position INTEGER NOT NULL CHECK (position > 0),
  commitment TEXT NOT NULL UNIQUE CHECK (length(commitment) = 64),
  chain TEXT NOT NULL,
  -- The transaction that anchors the commitment.
  tx TEXT NOT NULL,
  -- What the invoice says, its opening and who made it, sealed by the master key.
  envelope BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'settled', 'expired')),
  settlement_tx TEXT,
  settled_at INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Taken off the list.
  hidden_at INTEGER,
  UNIQUE (project_id, position),
  CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
  CHECK ((settlement_tx IS NULL) = (settled_at IS NULL))
) STRICT;
CREATE INDEX invoices_to_expire ON invoices (expires_at) WHERE state = 'pending';
`;
