/** Large artifacts stand in files; `document` is then empty. `size` counts the bytes of either. */
export const documentFiles = `
ALTER TABLE artifacts ADD COLUMN file TEXT;
ALTER TABLE artifacts ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE artifacts SET size = length(CAST(document AS BLOB));
`;
