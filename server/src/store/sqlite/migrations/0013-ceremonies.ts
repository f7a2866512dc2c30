/** The public part of key ceremonies. Applied once and never edited. */
export const ceremonies = `
CREATE TABLE ceremonies (
  project_id TEXT NOT NULL REFERENCES projects (id),
  id TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  participants INTEGER NOT NULL,
  threshold INTEGER NOT NULL CHECK (threshold BETWEEN 2 AND participants),
  public_key BLOB NOT NULL,
  commitments TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;
`;
