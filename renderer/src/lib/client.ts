/** The one client of this window, and its session: a bearer token in sessionStorage, never a cookie (security, S2). */
import { api } from '@touchstone/core/api/api.ts';
import { createClient, type Fetch } from '@touchstone/core/api/client.ts';
import { actingFor } from './acting-for.ts';
import { bridge } from './live-bridge.ts';
import { fetchWithRenewal } from './session.ts';

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

/** Opens sessions, so it renews none. */
const signInClient = createClient(api, { baseUrl: '', fetch: pageFetch });

/** Longest wait in milliseconds for a start token of the shell, whose server may be starting. */
const START_TOKEN_WAIT_MS = 5_000;

/** Opens a session with a start token of the shell; null where the mode has none to give or the server refuses it. */
async function renewSession(): Promise<string | null> {
  if (!bridge.capabilities.signIn) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, START_TOKEN_WAIT_MS, null));
  const startToken = await Promise.race([bridge.startToken().catch(() => null), late]);
  const { kind } = await openSession(startToken);
  return kind === 'opened' ? sessionToken() : null;
}

/** The server's answers come from the page's own origin: it serves this page. */
export const client = createClient(api, {
  baseUrl: '',
  token: sessionToken,
  project: () => actingFor()?.projectId ?? null,
  fetch: fetchWithRenewal(pageFetch, { token: sessionToken, renew: renewSession }),
});

export type SessionStart =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** Exchanges a start token, which works once and for ten minutes, for a session that ends with this tab. */
export async function openSession(startToken: string | null): Promise<SessionStart> {
  if (startToken === null) return { kind: 'none' };
  try {
    const { session_token } = await signInClient.console.session.open({ body: { start_token: startToken } });
    sessionStorage.setItem(SESSION_KEY, session_token);
    return { kind: 'opened' };
  } catch (error) {
    return { kind: 'refused', error };
  }
}

/** The session of a window that opens: from its start token, else the one it has, else a new one where the shell helps. */
export async function startSession(startToken: string | null): Promise<SessionStart> {
  if (startToken !== null || sessionToken() !== null) return openSession(startToken);
  return { kind: (await renewSession()) === null ? 'none' : 'opened' };
}
