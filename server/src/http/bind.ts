/**
 * Contract → route. The life of a request (layout): authenticate → scope and tier → rate → parse and validate →
 * reserve units → handle → hold the answer against the contract → commit units. What stands before the body is
 * read runs in `onRequest`, so that nobody without a key makes the server read 64 MiB.
 */

import { BODY_LIMIT, type Endpoint, type Method, pathsOf } from '@touchstone/core/api/endpoint.ts';
import { EVENT_STREAM_TYPE } from '@touchstone/core/api/event-stream.ts';
import { type EnvelopeKind, SERVICES } from '@touchstone/core/api/services.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { joined, LARGE_BODY_BYTES, type Pieces } from '../frame/body.ts';
import { chooseOperationJob } from '../frame/body-jobs.ts';
import { type Caller, requirePermission } from '../frame/caller.ts';
import { chooseOperation, readBody, readInput, requireAnswer } from '../frame/contract.ts';
import { ApiError } from '../frame/errors.ts';
import { Events } from '../frame/events.ts';
import type { Implementation } from '../frame/implement.ts';
import type { RunJob } from '../frame/job.ts';
import { JsonText } from '../frame/json-text.ts';
import type { WorkQueue } from '../frame/queue.ts';
import type { ReceivedBody } from '../frame/work.ts';
import { RequestBody } from './body.ts';
import { type ChargeNeeds, charged } from './charge.ts';
import { speakEnvelope } from './errors.ts';
import type { EventStreams } from './event-stream.ts';
import { requireConsolePage } from './host-guard.ts';
import { type KnownPaths, methodRefused } from './known-paths.ts';
import { type Purpose, type RateLimiter, type RateState, requireToken } from './rate-limit.ts';
import { isRepeat, type RepeatNeeds } from './repeats.ts';

const METHODS: readonly (HTTPMethods & (Method | 'HEAD' | 'OPTIONS' | 'TRACE'))[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
];

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null before that is known, and on operations without authentication. */
    caller: Caller | null;
    /** The same, but known on operations without authentication too, where a good key was sent. */
    sender: Caller | null;
  }
}

export interface BindNeeds extends ChargeNeeds {
  readonly identity: {
    /** Throws UNAUTHORIZED, INVALID_KEY or INVALID_REQUEST. */
    authenticate(headers: Readonly<Record<string, unknown>>): Promise<Caller>;
  };
  readonly run: RunJob;
  readonly signer: SignatureProvider;
  readonly random: Random;
  readonly log: Pick<Logger, 'error'>;
  /** Whether answers are held against their contract: in tests and development. */
  readonly checkAnswers: boolean;
}

/** What the app has one of. */
export interface Parts extends RepeatNeeds {
  readonly rates: RateLimiter;
  readonly streams: EventStreams;
  /** Throws INVALID_REQUEST for a body that has passed its contract and that no state of the server would make valid. */
  readonly checkBody: (operation: Endpoint, body: ReceivedBody) => Promise<void>;
}

/**
 * Routes for all operations, and 405 with `Allow` for the methods that a path does not take, which `paths` then knows.
 * These have routes of their own, or `/sessions/start` would be read as the session of that id.
 */
export function bindAll<N extends BindNeeds>(
  app: FastifyInstance,
  deps: N,
  parts: Parts,
  paths: KnownPaths,
  implementations: readonly Implementation<N>[],
): void {
  const methods = new Map<string, Set<string>>();
  const envelopes = new Map<string, EnvelopeKind>();
  for (const [route, sharing] of routesOf(implementations)) {
    const { method, path } = route;
    bind(app, deps, parts, sharing, route);
    const taken = methods.get(path) ?? new Set();
    methods.set(path, taken.add(method));
    if (method === 'GET') taken.add('HEAD');
    const [first] = sharing;
    if (first !== undefined) envelopes.set(path, SERVICES[first.operation.service].envelope);
  }
  for (const [path, taken] of methods) {
    const known = { methods: [...taken], envelope: envelopes.get(path) ?? 'crypto' } as const;
    paths.add(path, known);
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url: path,
      config: { envelope: known.envelope },
      onRequest: async (request, reply) => {
        throw methodRefused(request, reply, known);
      },
      handler: async () => undefined,
    });
  }
}

interface Route {
  readonly method: Method;
  readonly path: string;
}

/** The operations of each route; more than one where the body decides which is meant. */
function routesOf<N>(implementations: readonly Implementation<N>[]): readonly [Route, readonly Implementation<N>[]][] {
  const routes = new Map<string, [Route, Implementation<N>[]]>();
  for (const implementation of implementations) {
    const { method } = implementation.operation;
    for (const path of pathsOf(implementation.operation)) {
      const [, sharing] = routes.get(`${method} ${path}`) ?? [];
      if (sharing === undefined) routes.set(`${method} ${path}`, [{ method, path }, [implementation]]);
      else sharing.push(implementation);
    }
  }
  return [...routes.values()];
}

function bind<N extends BindNeeds>(
  app: FastifyInstance,
  deps: N,
  { rates, streams, checkBody, wasMade }: Parts,
  sharing: readonly Implementation<N>[],
  { method, path }: Route,
): void {
  const operations = sharing.map(({ operation }) => operation);
  const [first] = operations;
  const queue = sharing[0]?.queue;
  if (first === undefined) throw new TypeError(`${method} ${path} has no operation`);
  if (sharing.some((other) => other.queue !== queue)) throw new TypeError(`${path}: operations of different queues`);
  if (operations.some(({ auth }) => auth !== first.auth)) throw new TypeError(`${path}: operations of different auth`);

  app.route({
    method,
    url: path,
    bodyLimit: Math.max(...operations.map(({ bodyLimit = BODY_LIMIT }) => bodyLimit)),
    config: {
      envelope: SERVICES[first.service].envelope,
      isOpenToLinks: method === 'GET' && first.auth === 'none',
      isForOwnPages: first.isForOwnPages === true,
    },

    onRequest: async (request, reply) => {
      if (first.isForConsole === true) requireConsolePage(request.door, request.headers);
      if (first.auth === 'none') {
        request.sender = await knownCaller(deps, request);
        requireToken(takeToken(rates, first, request.sender, request, reply));
      } else {
        const caller = await deps.identity.authenticate(request.headers);
        request.caller = caller;
        request.sender = caller;
        const rate = takeToken(rates, first, caller, request, reply);
        requireSomePermission(operations, caller);
        requireToken(rate);
      }
      if (method !== 'GET') requirePlainBody(request);
    },

    handler: holdingBody(
      holdingPlace(queue, deps, async (request, reply) => {
        const { caller, sender, params, query, headers, body } = request;
        const run = queue?.running(deps.db, sender?.projectId ?? request.ip, deps.run) ?? deps.run;
        const { pieces, length } = body instanceof RequestBody ? body : NO_BODY;
        const isLarge = length > LARGE_BODY_BYTES;
        const meant = sharing.length === 1 ? sharing[0] : await meantOf(deps, sharing, pieces, isLarge);
        const { operation, start } = meant ?? neverMeant();
        if (operation !== first) {
          speakEnvelope(request, SERVICES[operation.service].envelope);
          if (caller !== null) requirePermission(operation, caller);
        }
        const input = readInput(operation, { params, query, headers });
        const received = { read: isLarge ? null : { body: readBody(operation, joined(pieces)) }, pieces };
        const answer = await charged(deps, {
          operation,
          caller,
          sender,
          requestId: request.id,
          peer: request.ip,
          checkBody: () => checkBody(operation, received),
          isRepeat: () => isRepeat({ wasMade }, caller, operation, headers),
          handle: (context) => start(context, { ...input }, received, { run, tools: deps }),
        });
        if (answer instanceof Events) {
          reply.type(EVENT_STREAM_TYPE);
          // Nothing is sent after a head, and a stream would hold its connection for good.
          if (request.method === 'HEAD') return '';
          // The connection is spent with it: no other request waits on it while the server stops.
          reply.header('connection', 'close').header('x-accel-buffering', 'no');
          return streams.open({
            operation,
            events: answer,
            owner: caller?.session?.name ?? caller?.accountId ?? `peer ${request.ip}`,
            async admit() {
              if (caller !== null) requirePermission(operation, await deps.identity.authenticate(headers));
            },
            check: (event) => deps.checkAnswers && requireAnswer(operation, event),
            onFailure(error) {
              const stack = error instanceof Error ? error.stack : 'not an Error';
              deps.log.error({ requestId: request.id, stack }, 'an event stream failed');
            },
          });
        }
        reply.type('application/json; charset=utf-8');
        return deps.checkAnswers ? checkedText(operation, answer) : sendable(answer, reply);
      }),
    ),
  });
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The body of a request is let go of when its handler is done, also where nobody waits for the answer any more. */
function holdingBody(handle: Handle): Handle {
  return async (request, reply) => {
    const { body } = request;
    if (!(body instanceof RequestBody)) return handle(request, reply);
    body.isTaken = true;
    try {
      return await handle(request, reply);
    } finally {
      body.release();
    }
  };
}

/** Where an operation has a queue, a request takes its place before its body is parsed and keeps it until it is answered. */
function holdingPlace(queue: WorkQueue | undefined, { db }: Pick<BindNeeds, 'db'>, handle: Handle): Handle {
  if (queue === undefined) return handle;
  return async (request, reply) => {
    const leave = queue.enter(db);
    try {
      return await handle(request, reply);
    } finally {
      leave();
    }
  };
}

/** Where operations share a route, the body decides; a large one is looked at in a worker. */
async function meantOf<N>(
  deps: Pick<BindNeeds, 'run'>,
  sharing: readonly Implementation<N>[],
  pieces: Pieces,
  isLarge: boolean,
): Promise<Implementation<N> | undefined> {
  const operations = sharing.map(({ operation }) => operation);
  const id = isLarge
    ? await deps.run(chooseOperationJob, { operations: operations.map((operation) => operation.id), pieces })
    : chooseOperation(operations, joined(pieces));
  return sharing.find(({ operation }) => operation.id === id);
}

function neverMeant(): never {
  throw new TypeError('internal: an operation was chosen that does not share this route');
}

/** Where operations share a route, any of them lets the caller in; the body then decides which it has to be. */
function requireSomePermission(operations: readonly Endpoint[], caller: Caller): void {
  const [first] = operations;
  if (operations.length === 1 && first !== undefined) {
    requirePermission(first, caller);
    return;
  }
  const refusals = operations.flatMap((operation) => {
    try {
      requirePermission(operation, caller);
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (refusals.length === operations.length) throw refusals[0];
}

const NO_BODY = new RequestBody([]);

function sendable(answer: unknown, reply: FastifyReply): unknown {
  if (!(answer instanceof JsonText)) return JSON.stringify(answer);
  if (answer.length !== null) reply.header('content-length', answer.length);
  return answer.content;
}

async function checkedText(operation: Endpoint, answer: unknown): Promise<string> {
  const text = answer instanceof JsonText ? await answer.read() : JSON.stringify(answer ?? null);
  // What counts is what is sent: JSON has no undefined members.
  requireAnswer(operation, JSON.parse(text));
  return text;
}

/** On public operations a key decides whose bucket is used, and is known to the handler; a bad one counts as none. */
async function knownCaller(deps: Pick<BindNeeds, 'identity'>, { headers }: FastifyRequest): Promise<Caller | null> {
  if (headers.authorization === undefined && headers['x-api-key'] === undefined) return null;
  try {
    return await deps.identity.authenticate(headers);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Bodies come as they are: decompressing would read more than the limit. Throws UNSUPPORTED_MEDIA_TYPE. */
export function requirePlainBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Bodies must be sent without a Content-Encoding.');
}

/** Takes a token and tells the client what is left, whatever the answer will be. */
function takeToken(
  rates: RateLimiter,
  operation: Endpoint,
  caller: Caller | null,
  request: FastifyRequest,
  reply: FastifyReply,
): RateState {
  const purpose = purposeOf(operation);
  const state =
    purpose === null
      ? rates.take(SERVICES[operation.service], caller, request.ip)
      : rates.takeApart(purpose, request.ip);
  reply.header('x-ratelimit-limit', state.limit);
  reply.header('x-ratelimit-remaining', state.remaining);
  reply.header('x-ratelimit-reset', state.resetAt);
  return state;
}

/** Of operations that have a bucket apart. */
function purposeOf({ id, service, auth }: Endpoint): Purpose | null {
  if (service === 'console' && auth === 'none') return 'sign-in';
  return id === 'system.health.read' ? 'health' : null;
}
