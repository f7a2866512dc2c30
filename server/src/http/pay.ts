/**
 * `GET /pay/:commitment`: the page on which an invoice is paid, by the names of the API alone. It holds no token and stores
 * nothing, and its address has the invoice in the fragment, which never comes here (decisions 12.26; security, S16).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../frame/errors.ts';
import { type KnownPaths, READ_ONLY } from './known-paths.ts';
import { PERMISSIONS_POLICY, scriptedPagePolicy } from './page-policy.ts';

const PATH = '/pay/:commitment';

/** Serves the page out of the folder of the built console, of which it is a part. Whether the invoice exists it asks itself. */
export function servePayPage(app: FastifyInstance, folder: string, paths: KnownPaths): void {
  paths.add(PATH, READ_ONLY);
  app.get(PATH, { config: { isOpenToLinks: true } }, async (request, reply) => {
    // Nothing of a stranger's shares an origin with the console, whose token a script could read.
    if (request.door === 'console') throw new ApiError('MISDIRECTED_REQUEST');
    const page = await readFile(join(folder, 'pay.html'), 'utf8').catch(notBuilt);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', scriptedPagePolicy(contentOf(page, 'style'), contentOf(page, 'script')))
      .header('permissions-policy', PERMISSIONS_POLICY)
      .header('cross-origin-opener-policy', 'same-origin')
      .send(page);
  });
}

/** What stands in the one element of a name. */
function contentOf(page: string, name: 'style' | 'script'): string {
  const [, content = ''] = new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 's').exec(page) ?? [];
  return content;
}

function notBuilt(): never {
  throw new ApiError('NOT_FOUND', 'The console of this server was not built, and this page is a part of it.');
}
