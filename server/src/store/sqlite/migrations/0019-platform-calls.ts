/** Calls of the platform API by account and day, which document 3's daily quota counts. Applied once and never edited. */
export const platformCalls = `
CREATE TABLE platform_calls (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  day TEXT NOT NULL,
  calls INTEGER NOT NULL CHECK (calls >= 1),
  PRIMARY KEY (account_id, day)
) STRICT;
`;
