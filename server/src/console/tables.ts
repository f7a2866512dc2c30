/** Consoles that are signed in. */
export interface ConsoleTables {
  console_sessions: {
    /** SHA-256 of the token. */
    token_hash: Uint8Array;
    expires_at: number;
    /** Under the master key, over the other columns and the start of the server (`sessions.ts`), 32 bytes. */
    mac: Uint8Array;
  };
}
