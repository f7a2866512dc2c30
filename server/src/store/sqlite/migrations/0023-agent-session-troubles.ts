/**
 * What a list of sessions says of each without reading its nodes: how much failed, was refused or ran although forbidden, and
 * what the last check of the whole session found. Applied once and never edited.
 */
export const agentSessionTroubles = `
ALTER TABLE agent_sessions ADD COLUMN failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0);
ALTER TABLE agent_sessions ADD COLUMN denials INTEGER NOT NULL DEFAULT 0 CHECK (denials >= 0);
ALTER TABLE agent_sessions ADD COLUMN violations INTEGER NOT NULL DEFAULT 0 CHECK (violations >= 0);
ALTER TABLE agent_sessions ADD COLUMN checked_at INTEGER;
ALTER TABLE agent_sessions ADD COLUMN checked_nodes INTEGER;
ALTER TABLE agent_sessions ADD COLUMN checked_intact INTEGER CHECK (checked_intact IN (0, 1));
ALTER TABLE agent_sessions ADD COLUMN broken_sequence INTEGER;
UPDATE agent_sessions SET
  failures = (SELECT count(*) FROM agent_nodes WHERE session_id = agent_sessions.id AND kind = 'tool'
    AND json_extract(body, '$.details.violation') IS NULL
    AND json_extract(body, '$.details.status') IN ('failure', 'timeout')),
  denials = (SELECT count(*) FROM agent_nodes WHERE session_id = agent_sessions.id AND (
    (kind = 'policy' AND json_extract(body, '$.details.allowed') = 0)
    OR (kind = 'exposure' AND json_extract(body, '$.details.status') <> 'clean')
    OR (kind NOT IN ('policy', 'exposure') AND json_extract(body, '$.details.status') = 'denied'))),
  violations = (SELECT count(*) FROM agent_nodes WHERE session_id = agent_sessions.id AND kind IN ('tool', 'action')
    AND json_extract(body, '$.details.violation.rule') IS NOT NULL);
`;
