/** The Fastify app over the rooms. No globals: the process, the desktop shell and the tests make their own. */

import { resolve } from 'node:path';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { FastifyInstance } from 'fastify';
import type { Identity } from './accounts/identity.ts';
import type { Product } from './frame/build-facts.ts';
import type { ReceivedBody } from './frame/work.ts';
import { type HandlerNeeds, implementations } from './handlers.ts';
import { type BindNeeds, bindAll } from './http/bind.ts';
import { serveDocs } from './http/docs.ts';
import { createEventStreams } from './http/event-stream.ts';
import { createFrame, type FrameNeeds } from './http/frame.ts';
import { createKnownPaths, unroutable } from './http/known-paths.ts';
import { servePayPage } from './http/pay.ts';
import { createRateLimiter, type DayCalls } from './http/rate-limit.ts';
import { serveConsole } from './http/static.ts';
import { findRequest } from './store/requests.ts';
import { checkBody, checkBodyJob } from './workers/body-checks.ts';

// `http/` is known to this file alone: what a process needs of it, it has from here.
export { createDispatch, type Dispatch } from './http/dispatch.ts';
export { createLockedApp } from './http/locked-app.ts';
export { type Loopback, openLoopback } from './http/loopback.ts';

interface OwnNeeds {
  readonly identity: Identity;
  readonly dayCalls: DayCalls;
  readonly clock: Clock;
  readonly product: Product;
  /** The built console; null where there is none. */
  readonly consoleDir: string | null;
}

export function createApp(deps: HandlerNeeds & FrameNeeds & BindNeeds & OwnNeeds): FastifyInstance {
  const paths = createKnownPaths();
  const app = createFrame(deps, { unroutable: (request, reply) => unroutable(request, reply, paths) });
  const streams = createEventStreams();
  deps.identity.onForget(streams.lookAgain);
  app.addHook('preClose', async () => streams.close());
  const parts = {
    rates: createRateLimiter(deps.clock, deps.dayCalls),
    streams,
    checkBody: async (operation: Endpoint, { read, pieces }: ReceivedBody) => {
      if (read === null) await deps.run(checkBodyJob, { operation: operation.id, pieces });
      else checkBody(operation, read.body);
    },
    wasMade: async (projectId: string, key: string) => (await findRequest(deps.db, projectId, key)) !== null,
  };
  bindAll(app, deps, parts, paths, implementations);
  serveDocs(app, deps, paths);
  if (deps.consoleDir !== null) {
    servePayPage(app, resolve(deps.consoleDir), paths);
    serveConsole(app, resolve(deps.consoleDir), paths);
  }
  return app;
}
