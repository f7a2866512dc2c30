/** `GET /docs`: the operations as one page to read, without scripts. */
import { hash } from 'node:crypto';
import { api } from '@touchstone/core/api/api.ts';
import { DOCS_STYLE, docsHtml } from '@touchstone/core/docs/docs-html.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { type KnownPaths, READ_ONLY } from './known-paths.ts';

/** Serves the page; it is put together at the first request. */
export function serveDocs(app: FastifyInstance, { product }: Pick<Deps, 'product'>, paths: KnownPaths): void {
  paths.add('/docs', READ_ONLY);
  const style = `'sha256-${hash('sha256', DOCS_STYLE, 'base64')}'`;
  const policy = `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  let page: string | null = null;
  app.get('/docs', async (_request, reply) => {
    page ??= docsHtml(api, product, 'http://127.0.0.1:7433');
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
  });
}
