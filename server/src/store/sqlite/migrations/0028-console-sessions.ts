/** Consoles that are signed in, as hashes of their tokens (S2). Applied once and never edited. */
export const consoleSessions = `
CREATE TABLE console_sessions (
  token_hash BLOB NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
  expires_at INTEGER NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
`;
