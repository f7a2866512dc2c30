/**
 * Contract → route. The life of a request (layout): authenticate → scope and tier → rate → parse and validate →
 * reserve units → handle → hold the answer against the contract → commit units. What stands before the body is
 * read runs in `onRequest`, so that nobody without a key makes the server read 64 MiB.
 */
import { BODY_LIMIT, type Endpoint, type Method, pathOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES } from '@touchstone/core/api/services.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { requireDecodable } from '../decodable.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { Context, Implementation } from '../implement.ts';
import { JsonText } from '../json-text.ts';
import { type Caller, requirePermission } from './auth.ts';
import { joined, LARGE_BODY_BYTES, RequestBody } from './body.ts';
import { type RateLimiter, type RateState, requireToken } from './rate-limit.ts';
import { readBody, readInput, requireAnswer } from './validate.ts';

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

/** Routes for all operations, and 405 with `Allow` for the methods that a path does not take. */
export function bindAll(
  app: FastifyInstance,
  deps: Deps,
  rates: RateLimiter,
  implementations: readonly Implementation[],
): void {
  const methods = new Map<string, Set<string>>();
  for (const implementation of implementations) {
    const { operation } = implementation;
    for (const path of [pathOf(operation), ...(operation.aliases ?? [])]) {
      bind(app, deps, rates, implementation, path);
      const taken = methods.get(path) ?? new Set();
      methods.set(path, taken.add(operation.method));
      if (operation.method === 'GET') taken.add('HEAD');
    }
  }
  for (const [path, taken] of methods) {
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url: path,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...taken].join(', '));
        throw new ApiError('METHOD_NOT_ALLOWED');
      },
      handler: async () => undefined,
    });
  }
}

function bind(
  app: FastifyInstance,
  deps: Deps,
  rates: RateLimiter,
  { operation, handle, handleLarge }: Implementation,
  path: string,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();

  app.route({
    method: operation.method,
    url: path,
    bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
    config: { envelope: SERVICES[operation.service].envelope },

    onRequest: async (request, reply) => {
      if (operation.auth === 'none') {
        requireToken(takeToken(rates, operation, await knownCaller(deps, request), request, reply));
      } else {
        const caller = await deps.identity.authenticate(request.headers);
        callers.set(request, caller);
        const rate = takeToken(rates, operation, caller, request, reply);
        requirePermission(operation, caller);
        requireToken(rate);
      }
      if (operation.method !== 'GET') requirePlainBody(request);
    },

    handler: async (request, reply) => {
      const caller = callers.get(request) ?? null;
      const { params, query, headers, body } = request;
      const input = readInput(operation, { params, query, headers });
      const { pieces, length } = body instanceof RequestBody ? body : NO_BODY;
      const isLarge = length > LARGE_BODY_BYTES;
      const read = isLarge ? null : readBody(operation, joined(pieces));
      const answer = await charged(
        deps,
        operation,
        caller,
        async (context) => {
          if (!isLarge) return handle(context, { ...input, body: read });
          if (handleLarge !== null) return handleLarge(context, input, pieces);
          return handle(context, { ...input, body: await deps.run('readBody', { operation: operation.id, pieces }) });
        },
        request.id,
        async () => {
          if (isLarge) await deps.run('checkBody', { operation: operation.id, pieces });
          else requireDecodable(operation, read);
        },
      );
      reply.type('application/json; charset=utf-8');
      return deps.checkAnswers ? checkedText(operation, answer) : sendable(answer, reply);
    },
  });
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

/** On public operations a key only decides whose bucket is used; a bad one counts as none. */
async function knownCaller(deps: Deps, { headers }: FastifyRequest): Promise<Caller | null> {
  if (headers.authorization === undefined && headers['x-api-key'] === undefined) return null;
  try {
    return await deps.identity.authenticate(headers);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Bodies come as they are: decompressing would read more than the limit. Throws UNSUPPORTED_MEDIA_TYPE. */
function requirePlainBody({ headers }: FastifyRequest): void {
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
  const state = rates.take(SERVICES[operation.service], caller, request.ip);
  reply.header('x-ratelimit-limit', state.limit);
  reply.header('x-ratelimit-remaining', state.remaining);
  reply.header('x-ratelimit-reset', state.resetAt);
  return state;
}

/**
 * Runs a handler between reserving and committing its units. What the handler writes through `context.write` is charged
 * in the same transaction; a handler that writes nothing is charged before its answer leaves. Where the units are short,
 * `checkBody` runs first: what is wrong with the body is said before what is wrong with the balance.
 */
async function charged(
  deps: Deps,
  operation: Endpoint,
  caller: Caller | null,
  handle: (context: Context) => Promise<unknown>,
  requestId: string,
  checkBody: () => Promise<void>,
): Promise<unknown> {
  const units = typeof operation.units === 'number' ? operation.units : operation.units.base;
  const charge = caller === null ? null : { accountId: caller.accountId, operation: operation.id, units };
  const costs = charge !== null && units > 0 ? charge : null;
  let settled = false;
  const context: Context = {
    deps,
    requestId,
    // The contract's `auth` decides which of the two it is; `implement` has typed the handler accordingly.
    caller: caller as Context['caller'],
    write: (action) =>
      deps.db.transaction().execute(async (transaction) => {
        const result = await action(transaction);
        if (costs !== null && !settled) await deps.credits.settle(transaction, costs);
        settled = true;
        return result;
      }),
  };
  if (costs !== null) {
    await deps.credits.reserve(costs).catch(async (error: unknown) => {
      if (error instanceof ApiError) await checkBody();
      throw error;
    });
  }
  try {
    const answer = await handle(context);
    if (costs !== null && !settled) await deps.credits.settleTogether(costs);
    else if (charge !== null && costs === null) deps.credits.count(charge.accountId, charge.operation);
    return answer;
  } finally {
    if (costs !== null) deps.credits.release(costs);
  }
}
