/** Privacy proofs, and what wallets of the embedded ledger paid each other. Applied once and never edited. */
export const privacyProofs = `
CREATE TABLE privacy_proofs (
  commitment TEXT NOT NULL PRIMARY KEY CHECK (length(commitment) = 64),
  -- Nobody's where it was made without a key.
  project_id TEXT REFERENCES projects (id),
  key_id TEXT,
  attestation_type TEXT NOT NULL,
  chain TEXT NOT NULL,
  is_satisfied INTEGER NOT NULL CHECK (is_satisfied IN (0, 1)),
  public_inputs TEXT NOT NULL,
  -- Gone once the proof has expired; a claim that did not hold never has one.
  proof BLOB,
  -- The transaction that anchors it; a claim that did not hold has none.
  tx TEXT,
  record TEXT NOT NULL,
  signature TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  hidden_at INTEGER,
  -- When its end was noticed: the notice is queued, the proof taken out.
  ended_at INTEGER,
  CHECK (is_satisfied = (tx IS NOT NULL)),
  CHECK (proof IS NULL OR (is_satisfied = 1 AND ended_at IS NULL))
) STRICT;
CREATE INDEX privacy_proofs_by_project ON privacy_proofs (project_id, issued_at, commitment) WHERE hidden_at IS NULL;
CREATE INDEX privacy_proofs_by_end ON privacy_proofs (expires_at) WHERE ended_at IS NULL;

CREATE TABLE wallet_movements (
  chain TEXT NOT NULL,
  mint TEXT NOT NULL,
  address TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  change_micros INTEGER NOT NULL CHECK (change_micros <> 0),
  balance_micros INTEGER NOT NULL CHECK (balance_micros >= 0),
  reference TEXT NOT NULL,
  moved_at INTEGER NOT NULL,
  PRIMARY KEY (chain, mint, address, position)
) STRICT;
CREATE INDEX wallet_movements_by_reference ON wallet_movements (reference);
CREATE TRIGGER wallet_movements_stay BEFORE UPDATE ON wallet_movements
BEGIN SELECT RAISE(ABORT, 'a movement never changes'); END;
`;
