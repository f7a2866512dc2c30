/** How often what is remembered under a topic was changed. Applied once and never edited. */
export const versions = `
CREATE TABLE versions (
  topic TEXT NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL CHECK (version >= 1)
) STRICT;
`;
