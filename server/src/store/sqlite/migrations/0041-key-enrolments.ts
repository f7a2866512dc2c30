/** Keys enrolled for verification under encryption, and its challenges. Applied once and never edited. */
export const keyEnrolments = `
CREATE TABLE key_enrolments (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  key_id TEXT NOT NULL REFERENCES managed_keys (id),
  purpose TEXT NOT NULL,
  allowed_verifiers TEXT NOT NULL,
  envelope BLOB NOT NULL,
  non_matches INTEGER NOT NULL CHECK (non_matches >= 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX key_enrolments_by_project ON key_enrolments (project_id, created_at, id);

CREATE TABLE key_challenges (
  challenge BLOB NOT NULL PRIMARY KEY CHECK (length(challenge) = 32),
  project_id TEXT NOT NULL REFERENCES projects (id),
  actor TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX key_challenges_by_end ON key_challenges (expires_at);

CREATE TABLE key_challenge_uses (
  challenge BLOB NOT NULL,
  enrolment_id TEXT NOT NULL,
  PRIMARY KEY (challenge, enrolment_id)
) STRICT;
`;
