/**
 * What the search of the console reads: the subject of an artifact beside its document, and names by how they begin, in small
 * letters. Applied once and never edited.
 */
export const foundNames = `
ALTER TABLE artifacts ADD COLUMN subject TEXT NOT NULL DEFAULT '';
UPDATE artifacts SET subject = coalesce(json_extract(document, '$.subject.name'), '')
  WHERE document <> '' AND json_valid(document);
UPDATE artifacts SET subject = coalesce((
  SELECT json_extract(whole, '$.subject.name') FROM (
    SELECT group_concat(CAST(bytes AS TEXT), '' ORDER BY piece) AS whole FROM artifact_pieces
      WHERE artifact_pieces.project_id = artifacts.project_id AND artifact_id = artifacts.id
  ) WHERE json_valid(whole)
), '') WHERE document = '' AND file IS NULL;

CREATE INDEX artifacts_by_subject ON artifacts (project_id, lower(subject));
CREATE INDEX agents_by_name ON agents (project_id, lower(name));
CREATE INDEX secret_versions_by_name ON secret_versions (project_id, lower(name))
  WHERE superseded_at IS NULL AND deleted_at IS NULL AND destroyed_at IS NULL;
CREATE INDEX managed_keys_by_label ON managed_keys (project_id, lower(label));
CREATE INDEX gateway_targets_by_lower_name ON gateway_targets (project_id, lower(name));
CREATE INDEX api_keys_by_label ON api_keys (lower(label)) WHERE revoked_at IS NULL;
CREATE INDEX device_credentials_by_name ON device_credentials (project_id, lower(device_name));
CREATE INDEX health_sessions_by_contract ON health_sessions (project_id, lower(contract_id));
CREATE INDEX ledger_blocks_by_hash ON ledger_blocks (hash);
`;
