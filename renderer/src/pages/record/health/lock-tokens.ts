/**
 * Lock tokens of sessions that this window opened: the server shows each once, and without it a session can only run out.
 * They live in this window's memory alone.
 */
const tokens = new Map<string, string>();

export function keepLockToken(sessionId: string, token: string): void {
  tokens.set(sessionId, token);
}

export function lockTokenOf(sessionId: string): string | null {
  return tokens.get(sessionId) ?? null;
}

export function forgetLockToken(sessionId: string): void {
  tokens.delete(sessionId);
}
