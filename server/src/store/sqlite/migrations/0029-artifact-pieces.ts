/**
 * Large documents of artifacts stand in pieces beside their rows; `document` is then empty. `file` names what an earlier version
 * kept as a file and the next start takes in. Applied once and never edited.
 */
export const artifactPieces = `
CREATE TABLE artifact_pieces (
  project_id TEXT NOT NULL,
  artifact_id TEXT NOT NULL,
  piece INTEGER NOT NULL CHECK (piece >= 0),
  bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (project_id, artifact_id, piece),
  FOREIGN KEY (project_id, artifact_id) REFERENCES artifacts (project_id, id) ON DELETE CASCADE
) STRICT;
`;
