/**
 * The client of an API tree: `createClient(api, …).signing.svcKey.sign3key({ body })`. Typed by the contracts, used by
 * the console and the tests. Only reading operations (GET) are repeated, at most twice and never against Retry-After.
 */
import { type ByteReader, type EventSource, followEvents } from './client-stream.ts';
import type { Api, Endpoint, InputOf, OutputOf } from './endpoint.ts';
import { pathOf } from './endpoint.ts';
import { ERROR_FIELD_HEADER, type ErrorCode, errorFieldOf, isErrorCode } from './errors.ts';

/** What the client uses of `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
/** The platform's own `AbortSignal` where its types are known (Node, DOM), so that its `fetch` fits `Fetch`. */
export type PlatformSignal = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : Signal;

declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** What the client uses of `fetch`; the shell's adapter over its MessagePort has this shape too. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal: PlatformSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** What arrives, for operations that stream. */
  readonly body?: { getReader(): ByteReader } | null;
  text(): Promise<string>;
}>;

export interface ClientOptions {
  /** Origin without a trailing slash, for example `http://127.0.0.1:7433`; empty for the page's own. */
  readonly baseUrl: string;
  /** API key, console session or admin token. A function is asked before every request. */
  readonly token?: string | (() => string | null);
  /**
   * The project for which console and administrator act where an API key could call; null or absent: the local one. Keys
   * have their own, and administration is nobody else's.
   */
  readonly project?: () => string | null;
  readonly fetch: Fetch;
  /** For each attempt; 30,000 unless stated (document 3, "Limits"). */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  readonly signal?: Signal;
  readonly timeoutMs?: number;
}

/** The server refused. `code` is `UNKNOWN` where the answer was no error body of ours. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ErrorCode | 'UNKNOWN';
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, where the server said so. */
  readonly retryAfterSeconds: number | null;
  /** The member that is wrong, as a path such as `subject.name`; empty where the server named none. */
  readonly field: string;
  constructor(
    code: ErrorCode | 'UNKNOWN',
    message: string,
    status: number,
    requestId: string | null,
    retryAfterSeconds: number | null,
    field = '',
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.field = field;
  }
}

/** The server could not be reached, did not answer in time, or the caller gave up. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly kind: 'unreachable' | 'timeout' | 'aborted';
  constructor(kind: 'unreachable' | 'timeout' | 'aborted', message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * What a call answers. Events are followed until the server ends them: the client comes again by itself where a connection
 * breaks, after the last `id`. Leaving the loop, or the signal, gives them up.
 */
export type AnswerOf<E extends Endpoint> = E extends { readonly stream: 'sse' }
  ? AsyncIterable<OutputOf<E>>
  : Promise<OutputOf<E>>;

/** An operation without input is called without arguments; its call options then come as second argument. */
export type Call<E extends Endpoint> =
  unknown extends InputOf<E>
    ? (input?: Record<string, never>, options?: CallOptions) => AnswerOf<E>
    : (input: InputOf<E>, options?: CallOptions) => AnswerOf<E>;

export type Client<A extends Api> = {
  readonly [S in keyof A]: {
    readonly [G in keyof A[S]]: { readonly [O in keyof A[S][G]]: Call<A[S][G][O]> };
  };
};

const MOST_ATTEMPTS = 3;
/** A longer Retry-After is handed to the caller instead of waited for. */
const LONGEST_WAIT_SECONDS = 10;
const DEFAULT_TIMEOUT_MS = 30_000;

/** The client of a tree of contracts. */
export function createClient<const A extends Api>(api: A, options: ClientOptions): Client<A> {
  const services = Object.entries(api).map(([service, segments]) => {
    const groups = Object.entries(segments).map(([segment, operations]) => {
      const calls = Object.entries(operations).map(([name, operation]) => [
        name,
        (input: Parts = {}, call: CallOptions = {}) =>
          operation.stream === 'sse' ? follow(operation, input, call, options) : send(operation, input, call, options),
      ]);
      return [segment, Object.fromEntries(calls)];
    });
    return [service, Object.fromEntries(groups)];
  });
  return Object.fromEntries(services) as Client<A>;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The absolute path with its parameters filled in. Throws TypeError for a missing parameter. */
export function pathFor(operation: Endpoint, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const path = pathOf(operation).replaceAll(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${operation.id}: parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

async function send(operation: Endpoint, input: Parts, call: CallOptions, options: ClientOptions): Promise<unknown> {
  const mayRepeat = operation.method === 'GET';
  for (let attempt = 1; ; attempt++) {
    const last = !mayRepeat || attempt === MOST_ATTEMPTS;
    try {
      return await sendOnce(operation, input, call, options);
    } catch (error) {
      const wait = last ? null : waitSeconds(error, attempt);
      if (wait === null) throw error;
      await pause(wait * 1000, call.signal);
    }
  }
}

/** Seconds until the next attempt; null where another attempt would not help. */
function waitSeconds(error: unknown, attempt: number): number | null {
  if (error instanceof ConnectionFailure) return error.kind === 'aborted' ? null : 0.2 * attempt;
  if (!(error instanceof ApiFailure)) return null;
  if (error.status !== 429 && error.status !== 503) return null;
  const wait = error.retryAfterSeconds ?? attempt;
  return wait <= LONGEST_WAIT_SECONDS ? wait : null;
}

async function sendOnce(
  operation: Endpoint,
  input: Parts,
  call: CallOptions,
  options: ClientOptions,
): Promise<unknown> {
  const limit = deadline(call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS, call.signal);
  try {
    const answer = await request(operation, input, 'application/json', limit.signal, options);
    const text = await answer.text();
    if (answer.status >= 200 && answer.status < 300) return answered(text, answer.status);
    throw failureOf(answer.status, text, answer.headers);
  } catch (error) {
    throw limit.meaningOf(error);
  } finally {
    limit.release();
  }
}

/** Throws ApiFailure for what is no JSON: the server was reached, and no second attempt helps. */
function answered(text: string, status: number): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFailure('UNKNOWN', 'The server answered something that is no JSON.', status, null, null);
  }
}

function request(
  operation: Endpoint,
  input: Parts,
  accept: string,
  signal: PlatformSignal,
  options: ClientOptions,
): ReturnType<Fetch> {
  const token = typeof options.token === 'function' ? options.token() : (options.token ?? null);
  const headers: Record<string, string> = { accept, ...input.headers };
  if (token !== null && (operation.auth !== 'none' || operation.readsSender === true))
    headers.authorization = `Bearer ${token}`;
  const project = options.project?.() ?? null;
  const isOfProject = operation.auth === 'bearer' || operation.isOfProject === true;
  if (project !== null && token !== null && isOfProject) headers['x-svc-project'] = project;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  return options.fetch(options.baseUrl + pathFor(operation, input.params, input.query), {
    method: operation.method,
    headers,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    signal,
  });
}

/** The server sends something every 15 seconds; a connection that is silent for longer is dead. */
const LONGEST_SILENCE_MS = 45_000;

function follow(operation: Endpoint, input: Parts, call: CallOptions, options: ClientOptions): AsyncIterable<unknown> {
  const source: EventSource = {
    async open(lastId) {
      const headers = { ...input.headers, ...(lastId === null ? {} : { 'last-event-id': lastId }) };
      const limit = deadline(call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS, call.signal);
      try {
        const answer = await request(operation, { ...input, headers }, 'text/event-stream', limit.signal, options);
        if (answer.status !== 200) {
          throw failureOf(answer.status, await answer.text(), answer.headers);
        }
        const reader = answer.body?.getReader();
        if (reader === undefined) throw new TypeError('this fetch cannot stream');
        return {
          async read() {
            limit.restart(LONGEST_SILENCE_MS);
            return reader.read().catch((error: unknown) => {
              throw limit.meaningOf(error);
            });
          },
          async close() {
            limit.release();
            await reader.cancel().catch(() => undefined);
          },
        };
      } catch (error) {
        limit.release();
        throw limit.meaningOf(error);
      }
    },
    waitSeconds: (error, attempt) => (error === null ? 0.2 * attempt : waitSeconds(error, attempt)),
    pause: (milliseconds) => pause(milliseconds, call.signal),
  };
  return followEvents(source);
}

function failureOf(status: number, text: string, headers: { get(name: string): string | null }): ApiFailure {
  const retryAfter = headers.get('retry-after');
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  const body = parsed(text);
  const error = member(body, 'error');
  const code = member(error, 'code');
  const message = member(error, 'message');
  const requestId = member(error, 'request_id') ?? member(body, 'requestId');
  return new ApiFailure(
    typeof code === 'string' && isErrorCode(code) ? code : 'UNKNOWN',
    typeof message === 'string' ? message : `The server answered with status ${status}.`,
    status,
    typeof requestId === 'string' ? requestId : null,
    seconds,
    errorFieldOf(headers.get(ERROR_FIELD_HEADER)),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A signal that fires when the caller gives up or the time is over. */
function deadline(milliseconds: number, outer: Signal | undefined) {
  const controller = new AbortController();
  let timedOut = false;
  const giveUp = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) giveUp();
  outer?.addEventListener('abort', giveUp);
  const expire = () => {
    timedOut = true;
    controller.abort();
  };
  let timer = setTimeout(expire, milliseconds);
  return {
    signal: controller.signal,
    restart(next: number) {
      clearTimeout(timer);
      timer = setTimeout(expire, next);
    },
    /** What went wrong, for the caller. */
    meaningOf(error: unknown): unknown {
      if (error instanceof ApiFailure) return error;
      if (timedOut) return new ConnectionFailure('timeout', 'The server did not answer in time.', error);
      if (controller.signal.aborted) return new ConnectionFailure('aborted', 'The request was given up.', error);
      return new ConnectionFailure('unreachable', 'The server could not be reached.', error);
    },
    release() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    },
  };
}

function pause(milliseconds: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(new ConnectionFailure('aborted', 'The request was given up.', signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener('abort', giveUp);
  });
}
