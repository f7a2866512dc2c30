/**
 * The embedded ledger: blocks of ten chains, and anchors, which wait with `block` null until one takes them in. Documents:
 * what was checked and attested; the documents themselves are never stored. Applied once and never edited.
 */
export const ledgerAndDocuments = `
CREATE TABLE ledger_blocks (
  chain TEXT NOT NULL,
  height INTEGER NOT NULL CHECK (height >= 1),
  hash TEXT NOT NULL,
  header TEXT NOT NULL,
  signature TEXT NOT NULL,
  ledger_id TEXT NOT NULL,
  anchors INTEGER NOT NULL CHECK (anchors >= 0),
  depth INTEGER NOT NULL CHECK (depth >= 1),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (chain, height)
) STRICT;

CREATE TABLE ledger_anchors (
  chain TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  tx TEXT NOT NULL,
  ledger_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  commitment TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  block INTEGER,
  PRIMARY KEY (chain, position),
  FOREIGN KEY (chain, block) REFERENCES ledger_blocks (chain, height)
) STRICT;
CREATE UNIQUE INDEX ledger_anchors_by_tx ON ledger_anchors (chain, tx);
CREATE INDEX ledger_anchors_by_commitment ON ledger_anchors (chain, kind, commitment);
CREATE INDEX ledger_anchors_by_block ON ledger_anchors (chain, block, position);

CREATE TABLE document_checks (
  project_id TEXT NOT NULL REFERENCES projects (id),
  position INTEGER NOT NULL,
  document_hash TEXT NOT NULL,
  document_schema TEXT NOT NULL,
  is_valid INTEGER NOT NULL CHECK (is_valid IN (0, 1)),
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, position)
) STRICT;
CREATE INDEX document_checks_by_hash ON document_checks (project_id, document_hash, created_at);

CREATE TABLE document_attestations (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  document_hash TEXT NOT NULL,
  chain TEXT NOT NULL,
  tx TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX document_attestations_by_hash ON document_attestations (project_id, document_hash, created_at);
`;
