/** For which host name a passkey was made; until now there was one. Applied once and never edited. */
export const passkeyRelyingParty = `
ALTER TABLE device_credentials ADD COLUMN rp_id TEXT NOT NULL DEFAULT 'localhost';
`;
