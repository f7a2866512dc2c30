/** `GET /docs`: the operations as one page to read, without scripts. */

import { api } from '@touchstone/core/api/api.ts';
import { DOCS_STYLE, docsHtml } from '@touchstone/core/docs/docs-html.ts';
import type { FastifyInstance } from 'fastify';
import type { Product } from '../frame/build-facts.ts';
import { ApiError } from '../frame/errors.ts';
import type { ConsoleName } from '../frame/own-address.ts';
import { type KnownPaths, READ_ONLY } from './known-paths.ts';
import { PERMISSIONS_POLICY, plainPagePolicy } from './page-policy.ts';

/** Serves the page by the names of the API; it is put together at the first request. */
export function serveDocs(
  app: FastifyInstance,
  { product, consoleName }: { readonly product: Product; readonly consoleName: ConsoleName },
  paths: KnownPaths,
): void {
  paths.add('/docs', READ_ONLY);
  const policy = plainPagePolicy(DOCS_STYLE);
  let page: string | null = null;
  app.get('/docs', { config: { isOpenToLinks: true } }, async (request, reply) => {
    if (request.door === 'console' && consoleName.hostname !== 'localhost') throw new ApiError('MISDIRECTED_REQUEST');
    page ??= docsHtml(api, product, 'http://127.0.0.1:7433');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('permissions-policy', PERMISSIONS_POLICY)
      .send(page);
  });
}
