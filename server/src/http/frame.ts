/** What stands around every request, locked or not: limits, guards, headers, error bodies, how a stop ends. */

import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT } from '@touchstone/core/api/endpoint.ts';
import type { EnvelopeKind } from '@touchstone/core/api/services.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { BodyLimits, Pace } from '../frame/body.ts';
import { ApiError } from '../frame/errors.ts';
import type { ConsoleName } from '../frame/own-address.ts';
import { RequestBody, receiveBody } from './body.ts';
import { createBodyBudget } from './body-budget.ts';
import { watchConnections } from './connections.ts';
import { type ErrorNeeds, malformedRequest, sendError } from './errors.ts';
import { type Door, guardFetchSite, guardHost, refuseDoubled } from './host-guard.ts';

/** Milliseconds that a client has for its headers, for a whole request, and between two requests. */
const HEADERS_TIMEOUT = 15_000;
const REQUEST_TIMEOUT = 120_000;
const KEEP_ALIVE_TIMEOUT = 5_000;

/** On every answer; the console's files replace the last two. */
const FIXED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** By which of the server's names the request came. */
    door: Door;
  }
  interface FastifyContextConfig {
    /** In which errors of the route are told. */
    readonly envelope?: EnvelopeKind;
    /** A page, or an operation that anybody may read: links of other sites may lead there. */
    readonly isOpenToLinks?: boolean;
    /** Takes the requests of pages by the names of the API, which hold no token. */
    readonly isForOwnPages?: boolean;
  }
}

export interface FrameNeeds extends ErrorNeeds {
  readonly log: Logger;
  readonly random: Random;
  /** The `Host` values of the API, read at every request because the port is known late. */
  readonly allowedHosts: () => ReadonlySet<string>;
  readonly consoleName: ConsoleName;
  /** How much of request bodies is held, and how fast they have to come (S37); the rule's figures where absent. */
  readonly bodyLimits?: BodyLimits | undefined;
  readonly bodyPace?: Pace | undefined;
}

export interface FrameRefusals {
  /** What a request without a route is told. */
  readonly unroutable: (request: FastifyRequest, reply: FastifyReply) => ApiError;
  /** What a refusal of a route is told as; as it is unless stated. */
  readonly told?: (error: unknown, request: FastifyRequest) => unknown;
  /** Answers in place of this app as soon as there is one, on connections that came before it too. */
  readonly successor?: () => FastifyInstance | null;
}

/** An app without routes. */
export function createFrame(
  deps: FrameNeeds,
  { unroutable, told = (error) => error, successor = () => null }: FrameRefusals,
): FastifyInstance {
  const { log } = deps;
  // Unique, and no secret: a random beginning for each process, then a count.
  const requestIdPrefix = `req_${toHex(deps.random(4))}`;
  let requests = 0;
  const newRequestId = () => requestIdPrefix + (++requests % 2 ** 32).toString(16).padStart(8, '0');
  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    forceCloseConnections: 'idle',
    // A request without Host is refused by the host guard, in the envelope.
    http: { headersTimeout: HEADERS_TIMEOUT, maxHeaderSize: 16_384, requireHostHeader: false },
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, deps),
    clientErrorHandler: ({ code }, socket) => {
      // Browsers open connections before they need them, and would take an answer to silence for that to their next request.
      if (socket.bytesRead === 0) socket.destroy();
      else if (socket.writable) socket.end(malformedRequest(newRequestId(), code));
    },
  });

  // Bodies stay bytes until the contract is known: they are parsed strictly, and only for those who may send them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i,
    async (request: FastifyRequest, payload: IncomingMessage) => bodyOf(request, payload),
  );
  const budget = createBodyBudget(deps.bodyLimits);
  function bodyOf(request: FastifyRequest, payload: IncomingMessage): Promise<RequestBody> {
    const stated = Number(request.headers['content-length'] ?? Number.NaN);
    const limit = request.routeOptions.bodyLimit;
    if (stated > limit) throw new ApiError('PAYLOAD_TOO_LARGE');
    return receiveBody(payload, stated, limit, budget.admit(request.sender, stated), deps.bodyPace);
  }

  app.decorateRequest('door', 'api');
  app.decorateRequest('caller', null);
  app.decorateRequest('sender', null);
  // The hooks run at every request, so they do without promises where they can.
  app.addHook('onRequest', (request, reply, done) => {
    const answering = successor();
    if (answering !== null) {
      reply.hijack();
      answering.routing(request.raw, reply.raw);
      return;
    }
    reply.header('x-request-id', request.id).headers(FIXED_HEADERS);
    try {
      refuseDoubled(request.raw);
      const { isOpenToLinks = false, isForOwnPages = false } = request.routeOptions.config ?? {};
      const names = { apiHosts: deps.allowedHosts(), console: deps.consoleName };
      request.door = guardHost(request.raw, names, isForOwnPages);
      guardFetchSite(request.raw, isOpenToLinks);
      if (request.is404) throw unroutable(request, reply);
    } catch (error) {
      done(error as ApiError);
      return;
    }
    done();
  });
  // An answer that leaves while the server stops also ends its connection, or the stop would wait for it to be idle.
  let stopping = false;
  const connections = watchConnections(app.server);
  app.addHook('preClose', async () => {
    stopping = true;
    connections.stop();
  });
  // What is answered in one turn of the event loop leaves at its end, all together. If each answer left at once, the client
  // would be woken for it, find no other, and sleep again: under load that takes longer than making a small answer.
  app.addHook('onSend', (_request, reply, payload, done) => {
    setImmediate(() => {
      if (stopping) reply.header('connection', 'close');
      done(null, payload);
    });
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    // One that went away before its handler began.
    if (request.body instanceof RequestBody && !request.body.isTaken) request.body.release();
    if (!log.isLevelEnabled('info')) return;
    // The route, not the address: a query or a path parameter may hold what nobody wants in a log (S25).
    const path = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ requestId: request.id, method: request.method, path, status: reply.statusCode, ms }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendError(told(error, request), request, reply, deps));
  app.setNotFoundHandler((request, reply) => sendError(unroutable(request, reply), request, reply, deps));
  return app;
}
