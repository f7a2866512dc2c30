import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { needsSession } from '../../lib/errors.ts';
import { bridge } from '../../lib/shell/live-bridge.ts';
import { words } from '../../words/parts/errors.ts';

/** How a window without a session gets one. */
export const SIGN_IN_HINT = bridge.capabilities.signIn ? words.signIn.desktop : words.signIn.browser;

/** Codes of which the server's own words say more than the code does. */
const EXPLAINED: ReadonlySet<string> = new Set<ApiFailure['code']>([
  'INVALID_REQUEST',
  'CONFLICT',
  'UPSTREAM_FAILED',
  'UNKNOWN',
]);

/** One or two sentences for a failed request. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ConnectionFailure) return words.connection[error.kind];
  if (!(error instanceof ApiFailure)) return words.page;
  const sentence = words.codes[error.code];
  if (needsSession(error)) return `${sentence} ${SIGN_IN_HINT}`;
  return EXPLAINED.has(error.code) ? `${sentence} ${error.message}` : sentence;
}
