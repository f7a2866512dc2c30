/** Code grades that were submitted. Applied once and never edited. */
export const grades = `
CREATE TABLE grades (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- The key that submitted it; null for console and administrator.
  key_id TEXT,
  position INTEGER NOT NULL,
  record TEXT NOT NULL,
  signature TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  hidden_at INTEGER
) STRICT;
CREATE UNIQUE INDEX grades_by_position ON grades (project_id, position);
`;
