/** What the sessions of one agent share: the client, the outbox with its courier, and where problems are told. */
import { ApiFailure, ConnectionFailure } from '../../api/client.ts';
import { toHex } from '../../bytes.ts';
import { type Courier, createCourier } from './courier.ts';
import { MissingReceipt } from './failures.ts';
import { createMemoryOutbox } from './memory-outbox.ts';
import { type AgentClient, createAgentClient, UnusableAnswer } from './operations.ts';
import { type Platform, pause } from './platform.ts';
import type { AbortSignalLike, ConnectionOptions, WaitOptions } from './types/connection.ts';
import type { Outbox, Problem } from './types/outbox.ts';

export const DEFAULT_URL = 'http://127.0.0.1:7433';
export const DEFAULT_TIMEOUT_MS = 30_000;
const MOST_ATTEMPTS = 3;
/** A longer Retry-After is handed to the caller instead of waited for. */
const LONGEST_PAUSE_MS = 10_000;

export interface Connection {
  readonly client: AgentClient;
  readonly courier: Courier;
  readonly outbox: Outbox;
  readonly platform: Platform;
  readonly url: string;
  readonly report: (problem: Problem) => void;
  /** Milliseconds to wait for an answer unless the call states its own. */
  readonly timeoutMs: number;
}

/** Two connections over one outbox would send its entries twice at the same time. */
const IN_USE = new WeakMap<Outbox, ConnectionUse>();

interface ConnectionUse {
  readonly connection: Connection;
  readonly apiKey: string;
  /** How many calls of `connect` have answered it and were not taken back by `release`. */
  holders: number;
}

export function isInUse(outbox: Outbox): boolean {
  return IN_USE.has(outbox);
}

/**
 * Opens the connection and begins to deliver what waits in the outbox. An outbox that is in use already gives its
 * connection again. Throws TypeError where the address or the key is missing or unfit.
 */
export function connect(platform: Platform, options: ConnectionOptions): Connection {
  const url = addressOf(platform, options);
  const apiKey = options.apiKey ?? platform.environment('TOUCHSTONE_API_KEY') ?? '';
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError(
      'There is no API key: state apiKey or set TOUCHSTONE_API_KEY. Attestation can be switched off.',
    );
  }
  const { timeoutMs = DEFAULT_TIMEOUT_MS, outbox = createMemoryOutbox() } = options;
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a positive number of milliseconds');
  const used = IN_USE.get(outbox);
  if (used !== undefined) {
    if (used.connection.url !== url || used.apiKey !== apiKey) {
      throw new TypeError('The outbox is in use for another server or key. Close that connection first.');
    }
    used.holders++;
    return used.connection;
  }
  const report = reporter(platform, options);
  const client = createAgentClient({ baseUrl: url, token: apiKey, fetch: platform.fetch, timeoutMs });
  const courier = createCourier(client, outbox, platform, report);
  const connection = { client, courier, outbox, platform, url, report, timeoutMs };
  IN_USE.set(outbox, { connection, apiKey, holders: 1 });
  return connection;
}

/** Stops sending; the outbox may be used by another connection then. */
export async function disconnect(connection: Connection): Promise<void> {
  const { courier, outbox } = connection;
  await courier.close();
  // Closed a second time, it must not give away an outbox that the next connection uses.
  if (IN_USE.get(outbox)?.connection === connection) IN_USE.delete(outbox);
}

/** Takes a `connect` back that led to nothing: disconnects unless others hold the connection too. */
export async function release(connection: Connection): Promise<void> {
  const use = IN_USE.get(connection.outbox);
  if (use?.connection !== connection) return;
  use.holders--;
  if (use.holders === 0) await disconnect(connection);
}

/** For public reads: it has no key to send. Throws TypeError where the address is unfit. */
export function publicConnection(platform: Platform, options: Pick<ConnectionOptions, 'url' | 'timeoutMs'>) {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const url = addressOf(platform, { ...options, allowPlainHttp: true });
  return { client: createAgentClient({ baseUrl: url, fetch: platform.fetch, timeoutMs }), platform, url, timeoutMs };
}

/** A fresh idempotency key: 128 random bits. */
export function newKey({ random }: Platform): string {
  return `sdk-${toHex(random(16))}`;
}

/**
 * An answer that is needed now: asked for at most three times, under one idempotency key where it records something.
 * Rejects with MissingReceipt.
 */
export async function ask<T>(
  { platform, url, timeoutMs }: Pick<Connection, 'platform' | 'url' | 'timeoutMs'>,
  options: WaitOptions,
  request: (call: { readonly timeoutMs: number; readonly signal?: AbortSignalLike }) => Promise<T>,
): Promise<T> {
  const call = {
    timeoutMs: Math.min(options.waitMs ?? timeoutMs, timeoutMs),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(call);
    } catch (error) {
      const waitMs = pauseBeforeRepeat(error, attempt);
      if (attempt === MOST_ATTEMPTS || waitMs === null) throw failureOf(error, url);
      await pause(platform, waitMs, [options.signal]);
    }
  }
}

/** Milliseconds until it may help to ask again; null where it would not. */
function pauseBeforeRepeat(error: unknown, attempt: number): number | null {
  if (error instanceof ConnectionFailure) return error.kind === 'unreachable' ? 200 * attempt : null;
  if (!(error instanceof ApiFailure) || error.code === 'NOT_IMPLEMENTED') return null;
  if (error.status !== 429 && error.status < 500) return null;
  const statedMs = (error.retryAfterSeconds ?? 0) * 1000;
  return statedMs > LONGEST_PAUSE_MS ? null : Math.max(statedMs, 200 * attempt);
}

/** What is told to the caller instead of the client's errors. Others, our own misuse among them, stay as they are. */
export function failureOf(error: unknown, url: string): unknown {
  if (error instanceof ConnectionFailure && error.kind === 'aborted') {
    return new MissingReceipt('aborted', 'The caller gave up.', { cause: error });
  }
  if (error instanceof ConnectionFailure) {
    const message = `${error.message} Is Touchstone running at ${url}? \`npx touchstone serve\` starts it; another address is stated by url or TOUCHSTONE_URL.`;
    return new MissingReceipt('unreachable', message, { cause: error });
  }
  if (error instanceof ApiFailure) {
    const isAway = error.status >= 500 || error.status === 429 || error.code === 'UNKNOWN';
    const reason = isAway ? 'unreachable' : 'refused';
    return new MissingReceipt(reason, `The server answered ${error.status} (${error.code}): ${error.message}`, {
      code: error.code,
      cause: error,
    });
  }
  if (error instanceof UnusableAnswer) return new MissingReceipt('unreachable', error.message, { cause: error });
  return error;
}

function reporter(platform: Platform, { onProblem = platform.warn }: ConnectionOptions): (problem: Problem) => void {
  const tell = async (problem: Problem) => onProblem(problem);
  return (problem) => {
    // What listens for problems must not become one for the agent, whether it throws or rejects.
    tell(problem).catch(() => undefined);
  };
}

declare class URL {
  constructor(text: string);
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The origin of the server. Throws TypeError for anything else than an origin, and for plain http to another machine. */
function addressOf(
  platform: Pick<Platform, 'environment'>,
  { url, allowPlainHttp = false }: Pick<ConnectionOptions, 'url' | 'allowPlainHttp'>,
): string {
  const text = url ?? platform.environment('TOUCHSTONE_URL') ?? DEFAULT_URL;
  let address: URL;
  try {
    address = new URL(text);
  } catch {
    throw new TypeError(`The server's address is no URL. It looks like ${DEFAULT_URL}.`);
  }
  const { protocol, pathname, search, hash, username, password } = address;
  const isOrigin = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  if (!isOrigin || (protocol !== 'http:' && protocol !== 'https:')) {
    throw new TypeError(`The server's address is an origin and nothing more, such as ${DEFAULT_URL}.`);
  }
  if (protocol === 'http:' && !LOOPBACK.test(address.hostname) && !allowPlainHttp) {
    throw new TypeError('The key would travel in clear to another machine. Use https, or state allowPlainHttp.');
  }
  return address.origin;
}
