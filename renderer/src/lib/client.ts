/** The one client of this window, and its session: a bearer token in sessionStorage, never a cookie (security, S2). */
import type { api } from '@touchstone/core/api/api.ts';
import {
  type Client,
  type ClientOptions,
  ConnectionFailure,
  createClient,
  type Fetch,
} from '@touchstone/core/api/client.ts';
import { lateClient } from './late-client.ts';
import { HEALTH_KEY, lookForServer, queryClient } from './query.ts';
import { actingFor } from './session/acting-for.ts';
import { readLock } from './session/server-details.ts';
import { fetchWithRenewal } from './session/session.ts';
import { bridge } from './shell/live-bridge.ts';
import { consoleState } from './state/live-state.ts';

let contracts: Promise<typeof api> | null = null;

/** Asked for as soon as this window has its scripts; again by the next call where they did not come. */
function loadContracts(): Promise<typeof api> {
  contracts ??= import('@touchstone/core/api/api.ts').then(
    (module) => module.api,
    (error: unknown) => {
      contracts = null;
      lookForServer();
      throw new ConnectionFailure('unreachable', 'the contracts could not be loaded', error);
    },
  );
  return contracts;
}
loadContracts().catch(() => undefined);

/** @param ready what is waited for before each call */
function clientWith(options: Omit<ClientOptions, 'baseUrl'>, ready: () => unknown = () => null): Client<typeof api> {
  let made: Client<typeof api> | null = null;
  return lateClient(async () => {
    await ready();
    made ??= createClient(await loadContracts(), { baseUrl: '', ...options });
    return made;
  });
}

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
  }).catch((error: unknown) => {
    if (!(signal instanceof AbortSignal && signal.aborted)) lookForServer();
    throw error;
  });

export function sessionToken(): string | null {
  return sessionStorage.getItem(SESSION_KEY);
}

const watchers = new Set<() => void>();

/** Calls `watch` when a session is opened or forgotten here. Returns the function that ends it. */
export function onSession(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function tellWatchers(): void {
  for (const watch of watchers) watch();
}

/** Forgets a session that the server does not know any more. */
export function endSession(): void {
  sessionStorage.removeItem(SESSION_KEY);
  consoleState.disconnect();
  tellWatchers();
}

/** Keeps a new session for this tab, and reads what the server keeps for the console. */
export async function takeSession(token: string): Promise<void> {
  sessionStorage.setItem(SESSION_KEY, token);
  tellWatchers();
  await connectState();
}

/** What this window keeps goes to the server, and comes from there. Without an answer it holds for the open windows only. */
async function connectState(): Promise<void> {
  const { read, update } = stateClient.console.state;
  try {
    await consoleState.connect({ read: () => read(), write: (changes) => update({ body: changes }) });
  } catch {
    // What asks the server next says so.
  }
}

/** Ends this window's session on the server too. Where that does not answer, the token goes from here all the same. */
export async function signOut(): Promise<void> {
  if (sessionToken() === null) return;
  try {
    await stateClient.console.session.end({}, { timeoutMs: 5_000 });
  } catch {
    // It ends with the server, or at its own end.
  }
  consoleState.forgetSession();
  endSession();
}

/** For what needs no session, as opening one: it waits for none and renews none. */
export const openClient = clientWith({ fetch: pageFetch });

/** For what belongs to the session that is there: a new one is never opened for it. */
const stateClient = clientWith({ token: sessionToken, fetch: pageFetch });

/** Longest wait in milliseconds for a start token of the shell, whose server may be starting. */
const START_TOKEN_WAIT_MS = 5_000;

/** Opens a session with a start token of the shell; null where the mode has none to give or the server refuses it. */
async function renewSession(): Promise<string | null> {
  if (!bridge.capabilities.signIn) {
    // Where the passphrase opens a session, the window asks for it.
    if (readLock(queryClient.getQueryData(HEALTH_KEY)) !== null) endSession();
    return null;
  }
  const late = new Promise<null>((resolve) => setTimeout(resolve, START_TOKEN_WAIT_MS, null));
  const startToken = await Promise.race([bridge.startToken().catch(() => null), late]);
  const { kind } = await openSession(startToken);
  return kind === 'opened' ? sessionToken() : null;
}

/** Settles when what the session keeps is here, or does not come. Until then nobody knows for whom this window acts. */
let sessionStart: Promise<unknown> | null = null;

/** The server's answers come from the page's own origin: it serves this page. */
export const client = clientWith(
  {
    token: sessionToken,
    project: () => actingFor()?.projectId ?? null,
    fetch: fetchWithRenewal(pageFetch, { token: sessionToken, renew: renewSession }),
  },
  () => sessionStart,
);

/** The server tries passphrases one after another, and starts its work with the first that is right. */
const UNLOCK_TIMEOUT_MS = 120_000;

/** Opens a session with the passphrase of the data folder. */
export async function unlockServer(passphrase: string): Promise<void> {
  const { session_token } = await openClient.console.unlock.open(
    { body: { passphrase } },
    { timeoutMs: UNLOCK_TIMEOUT_MS },
  );
  await takeSession(session_token);
}

export type SessionStart =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** Exchanges a start token, which works once and for ten minutes, for a session that ends with this tab. */
export async function openSession(startToken: string | null): Promise<SessionStart> {
  if (startToken === null) return { kind: 'none' };
  try {
    const { session_token } = await openClient.console.session.open({ body: { start_token: startToken } });
    await takeSession(session_token);
    return { kind: 'opened' };
  } catch (error) {
    return { kind: 'refused', error };
  }
}

/** Called once, before the first request, and never rejects; what the pages ask for waits for it. */
export function startSession(startToken: string | null): Promise<SessionStart> {
  const start = beginSession(startToken);
  sessionStart = start;
  return start;
}

/** The session of a window that opens: from its start token, else the one it has, else a new one where the shell helps. */
async function beginSession(startToken: string | null): Promise<SessionStart> {
  if (startToken === null && sessionToken() !== null) await connectState();
  if (startToken !== null || sessionToken() !== null) return openSession(startToken);
  return { kind: (await renewSession()) === null ? 'none' : 'opened' };
}
