/** The Fastify app of a set of dependencies. No globals: the process, the desktop shell and the tests make their own. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { BODY_LIMIT } from '@touchstone/core/api/endpoint.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { ApiError } from './errors.ts';
import { implementations } from './handlers/handlers.ts';
import { bindAll } from './http/bind.ts';
import { receiveBody } from './http/body.ts';
import { serveDocs } from './http/docs.ts';
import { malformedRequest, sendError } from './http/errors.ts';
import { createEventStreams } from './http/event-stream.ts';
import { guardHost, refuseDoubled } from './http/host-guard.ts';
import { createKnownPaths, unroutable } from './http/known-paths.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { serveConsole } from './http/static.ts';

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

export function createApp(deps: Deps): FastifyInstance {
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
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, log),
    clientErrorHandler: ({ code }, socket) => {
      if (socket.writable) socket.end(malformedRequest(newRequestId(), code));
    },
  });

  // Bodies stay bytes until the contract is known: they are parsed strictly, and only for those who may send them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i,
    (request: FastifyRequest, payload: IncomingMessage) =>
      receiveBody(payload, Number(request.headers['content-length'] ?? Number.NaN), request.routeOptions.bodyLimit),
  );

  const paths = createKnownPaths();
  // The hooks run at every request, so they do without promises where they can.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(FIXED_HEADERS);
    try {
      refuseDoubled(request.raw);
      guardHost(request.raw, deps.allowedHosts());
      if (request.is404) throw unroutable(request, reply, paths);
    } catch (error) {
      done(error as ApiError);
      return;
    }
    done();
  });
  // An answer that leaves while the server stops also ends its connection, or the stop would wait for it to be idle.
  let stopping = false;
  const streams = createEventStreams();
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    stopping = true;
    streams.close();
    // Browsers open connections in advance. One that has said nothing counts as busy and would hold the stop.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
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
    if (!log.isLevelEnabled('info')) return;
    // The route, not the address: a query or a path parameter may hold what nobody wants in a log (S25).
    const path = request.routeOptions.url ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ requestId: request.id, method: request.method, path, status: reply.statusCode, ms }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
  app.setNotFoundHandler((request, reply) => sendError(new ApiError('NOT_FOUND'), request, reply, log));

  bindAll(app, deps, createRateLimiter(deps.clock, deps.dayCalls), streams, paths, implementations);
  serveDocs(app, deps, paths);
  if (deps.consoleDir !== null) serveConsole(app, resolve(deps.consoleDir), paths);
  return app;
}
