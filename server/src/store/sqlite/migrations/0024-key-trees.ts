/**
 * Which key made which, and who is behind a vote. The keys that were there before have no maker; a key and those that replaced
 * it are one voter. Applied once and never edited.
 */
export const keyTrees = `
ALTER TABLE api_keys ADD COLUMN created_by TEXT REFERENCES api_keys (id);
ALTER TABLE api_keys ADD COLUMN voter TEXT NOT NULL DEFAULT '';
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE INDEX api_keys_by_successor ON api_keys (rotated_to);

WITH RECURSIVE line (id, voter) AS (
  SELECT id, id FROM api_keys
    WHERE id NOT IN (SELECT rotated_to FROM api_keys WHERE rotated_to IS NOT NULL)
  UNION
  SELECT api_keys.rotated_to, line.voter FROM line JOIN api_keys ON api_keys.id = line.id
    WHERE api_keys.rotated_to IS NOT NULL
)
UPDATE api_keys SET voter = coalesce((SELECT min(voter) FROM line WHERE line.id = api_keys.id), id);

ALTER TABLE agent_approvals ADD COLUMN voter TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_approvals ADD COLUMN allow_requester INTEGER NOT NULL DEFAULT 0 CHECK (allow_requester IN (0, 1));
ALTER TABLE agent_approvals ADD COLUMN barred INTEGER NOT NULL DEFAULT 0 CHECK (barred BETWEEN 0 AND approver_count);
UPDATE agent_approvals SET voter =
  coalesce((SELECT voter FROM api_keys WHERE api_keys.id = agent_approvals.requested_by), 'administration');

ALTER TABLE agent_decisions ADD COLUMN voter TEXT NOT NULL DEFAULT '';
UPDATE agent_decisions SET voter =
  coalesce((SELECT voter FROM api_keys WHERE api_keys.id = agent_decisions.decided_by), 'administration');
`;
