/** The Fastify app of a set of dependencies. No globals: the process, the desktop shell and the tests make their own. */
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { implementations } from './handlers.ts';
import { bindAll } from './http/bind.ts';
import { serveDocs } from './http/docs.ts';
import { createEventStreams } from './http/event-stream.ts';
import { createFrame } from './http/frame.ts';
import { createKnownPaths, unroutable } from './http/known-paths.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { serveConsole } from './http/static.ts';

export function createApp(deps: Deps): FastifyInstance {
  const paths = createKnownPaths();
  const app = createFrame(deps, { unroutable: (request, reply) => unroutable(request, reply, paths) });
  const streams = createEventStreams();
  deps.identity.onForget(streams.lookAgain);
  app.addHook('preClose', async () => streams.close());
  bindAll(app, deps, createRateLimiter(deps.clock, deps.dayCalls), streams, paths, implementations);
  serveDocs(app, deps, paths);
  if (deps.consoleDir !== null) serveConsole(app, resolve(deps.consoleDir), paths);
  return app;
}
