/** Entries of the audit of secrets that are covered by the signature of a later one. Applied once and never edited. */
export const secretAuditRuns = `
ALTER TABLE secret_audit ADD COLUMN signed_position INTEGER
  CHECK (signed_position IS NULL OR (signed_position > position AND signature = ''));
`;
