/** The one client of this window, and its session: a bearer token in sessionStorage, never a cookie (security, S2). */
import { api } from '@touchstone/core/api/api.ts';
import { createClient, type Fetch } from '@touchstone/core/api/client.ts';

const SESSION_KEY = 'touchstone.session';

/** The page's own fetch, in the shape that the client asks for. */
const pageFetch: Fetch = (url, { method, headers, body, signal }) =>
  fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal instanceof AbortSignal ? { signal } : {}),
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
  });

export function sessionToken(): string | null {
  return sessionStorage.getItem(SESSION_KEY);
}

/** Forgets a session that the server does not know any more. */
export function endSession(): void {
  sessionStorage.removeItem(SESSION_KEY);
}

/** The server's answers come from the page's own origin: it serves this page. */
export const client = createClient(api, { baseUrl: '', token: sessionToken, fetch: pageFetch });

export type SessionStart =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** Exchanges a start token, which works once and for ten minutes, for a session that ends with this tab. */
export async function openSession(startToken: string | null): Promise<SessionStart> {
  if (startToken === null) return { kind: 'none' };
  try {
    const { session_token } = await client.console.session.open({ body: { start_token: startToken } });
    sessionStorage.setItem(SESSION_KEY, session_token);
    return { kind: 'opened' };
  } catch (error) {
    return { kind: 'refused', error };
  }
}
