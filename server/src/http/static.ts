/** The built console at `/` of its own name: plain files, a strict content security policy, hashed assets cached for good. */
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../frame/errors.ts';
import { type KnownPaths, READ_ONLY } from './known-paths.ts';
import { OPEN_HERE, OPEN_HERE_STYLE } from './open-here.ts';
import { CONSOLE_CSP, CONSOLE_PERMISSIONS_POLICY, PERMISSIONS_POLICY, plainPagePolicy } from './page-policy.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pqv': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Vite puts the content's hash into these names: `assets/page-B1x9_Qz0.js`. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

/**
 * Serves the folder under `/`. Every other path stays with the operations. By the names of the API there is a page without
 * scripts in its place: what once held one of those names may have left a service worker there (decisions 12.26).
 */
export function serveConsole(app: FastifyInstance, folder: string, paths: KnownPaths): void {
  paths.add('/', READ_ONLY);
  const policy = plainPagePolicy(OPEN_HERE_STYLE);
  app.get('/', { config: { isOpenToLinks: true } }, async (request, reply) => {
    if (request.door === 'console') return sendFile(request, reply, folder, 'index.html');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('permissions-policy', PERMISSIONS_POLICY)
      .send(OPEN_HERE);
  });
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) =>
    sendFile(request, reply, folder, request.params['*']),
  );
}

async function sendFile(
  { door }: Pick<FastifyRequest, 'door'>,
  reply: FastifyReply,
  folder: string,
  name: string,
): Promise<FastifyReply> {
  const path = normalize(join(folder, name));
  const type = TYPES[extname(path)];
  const hidden = name.split('/').some((part) => part.startsWith('.'));
  if (!path.startsWith(folder + sep) || name.includes('\0') || hidden || type === undefined) {
    throw new ApiError('NOT_FOUND');
  }
  const file = await statFile(path);
  if (file === null) throw new ApiError('NOT_FOUND');
  if (door !== 'console') throw new ApiError('MISDIRECTED_REQUEST');
  reply.header('permissions-policy', CONSOLE_PERMISSIONS_POLICY);
  reply.header('origin-agent-cluster', '?1');
  reply.header('content-security-policy', CONSOLE_CSP);
  reply.header('cross-origin-opener-policy', 'same-origin');
  reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-store');
  reply.header('content-length', file.size);
  return reply.type(type).send(createReadStream(path));
}

async function statFile(path: string): Promise<Stats | null> {
  try {
    const file = await stat(path);
    return file.isFile() ? file : null;
  } catch {
    return null;
  }
}
