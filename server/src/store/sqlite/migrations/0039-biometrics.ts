/** Templates of people, sealed; failed verifications; thresholds. Applied once and never edited. */
export const biometrics = `
CREATE TABLE biometric_templates (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  user_id TEXT NOT NULL,
  modality TEXT NOT NULL CHECK (modality IN ('face', 'voice', 'fingerprint')),
  dimensions INTEGER NOT NULL CHECK (dimensions BETWEEN 64 AND 1024),
  envelope BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, user_id, modality)
) STRICT;

CREATE TABLE biometric_failures (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  user_id TEXT NOT NULL,
  failed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX biometric_failures_by_user ON biometric_failures (project_id, user_id, failed_at);
CREATE INDEX biometric_failures_by_time ON biometric_failures (failed_at);

CREATE TABLE biometric_thresholds (
  project_id TEXT NOT NULL REFERENCES projects (id),
  modality TEXT NOT NULL CHECK (modality IN ('face', 'voice', 'fingerprint')),
  threshold REAL NOT NULL CHECK (threshold > 0),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, modality)
) STRICT;
`;
