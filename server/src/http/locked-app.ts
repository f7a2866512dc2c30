/**
 * The app of a server whose data folder waits for its passphrase (decisions 12.29): health, the files of the console, and
 * the unlocking. Everything else is LOCKED, before it is asked who calls.
 */
import { resolve } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf, type OutputOf, pathsOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES } from '@touchstone/core/api/services.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { joined } from '../frame/body.ts';
import { PQ_FAMILIES, type Product, SIMULATED } from '../frame/build-facts.ts';
import { readBody, readInput } from '../frame/contract.ts';
import { ApiError } from '../frame/errors.ts';
import { requirePlainBody } from './bind.ts';
import { RequestBody } from './body.ts';
import { speakEnvelope } from './errors.ts';
import { createFrame, type FrameNeeds } from './frame.ts';
import { requireConsolePage } from './host-guard.ts';
import { createKnownPaths } from './known-paths.ts';
import { serveConsole } from './static.ts';

interface LockedNeeds extends FrameNeeds {
  readonly clock: Clock;
  readonly product: Product;
  readonly startedAt: number;
  /** The built console; null where there is none. */
  readonly consoleDir: string | null;
  /** Opens the folder and a console session. Rejects with INVALID_KEY or RATE_LIMITED. */
  readonly unlock: (passphrase: string) => Promise<{ readonly sessionToken: string; readonly expiresAt: number }>;
  /** The app of the unlocked server; null before. */
  readonly successor: () => FastifyInstance | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function createLockedApp(deps: LockedNeeds): FastifyInstance {
  const health = api.system.health.read;
  const unlock = api.console.unlock.open;
  const served = new Set([...pathsOf(health), ...pathsOf(unlock)]);
  const operations = createKnownPaths();
  for (const operation of endpointsOf(api)) {
    const { envelope } = SERVICES[operation.service];
    for (const path of pathsOf(operation)) operations.add(path, { methods: [], envelope });
  }

  function locked(request: FastifyRequest): ApiError {
    const path = operations.find(request.raw.url ?? '');
    if (path !== null) speakEnvelope(request, path.envelope);
    return new ApiError('LOCKED');
  }

  const app = createFrame(deps, {
    unroutable: locked,
    successor: deps.successor,
    // What is no file of the console may be something of the unlocked server.
    told: (error, request) =>
      error instanceof ApiError && error.code === 'NOT_FOUND' && isOfConsole(request) ? locked(request) : error,
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const isServed = served.has(request.routeOptions.url ?? '') || (isOfConsole(request) && request.door === 'console');
    done(isServed && !isHiddenBehind(request) ? undefined : locked(request));
  });

  /** A page or file that stands where an operation will stand. */
  function isHiddenBehind(request: FastifyRequest): boolean {
    return isOfConsole(request) && operations.find(request.raw.url ?? '') !== null;
  }

  for (const url of pathsOf(health)) {
    app.get(url, { config: { isOpenToLinks: true } }, async (request, reply) => {
      readInput(health, request);
      const uptime = Math.max(0, Math.floor((deps.clock() - deps.startedAt) / 1000));
      const answer: OutputOf<typeof health> = {
        status: 'degraded',
        version: deps.product.version,
        uptime_seconds: uptime,
        uptime_secs: uptime,
        pq_families: PQ_FAMILIES,
        chains_connected: 0,
        details: { signatures: {}, signing: {}, lock: 'locked', simulated: [...SIMULATED] },
      };
      return reply.type(JSON_TYPE).send(JSON.stringify(answer));
    });
  }

  for (const url of pathsOf(unlock)) {
    app.route({
      method: unlock.method,
      url,
      bodyLimit: unlock.bodyLimit,
      onRequest: async (request) => {
        requireConsolePage(request.door, request.headers);
        requirePlainBody(request);
      },
      handler: async (request, reply) => {
        const opened = await deps.unlock(passphraseIn(request));
        const answer: OutputOf<typeof unlock> = {
          session_token: opened.sessionToken,
          expires_at: formatIsoTime(opened.expiresAt),
        };
        return reply.type(JSON_TYPE).send(JSON.stringify(answer));
      },
    });
  }

  function passphraseIn(request: FastifyRequest): string {
    const { body } = request;
    try {
      readInput(unlock, request);
      const read = readBody(unlock, body instanceof RequestBody ? joined(body.pieces) : new Uint8Array());
      return (read as { readonly passphrase: string }).passphrase;
    } finally {
      if (body instanceof RequestBody) body.release();
    }
  }

  if (deps.consoleDir !== null) serveConsole(app, resolve(deps.consoleDir), createKnownPaths());
  return app;
}

/** Whether a request's route is that of the console's page and files. */
function isOfConsole({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === '/' || routeOptions.url === '/*';
}
