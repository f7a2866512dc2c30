/**
 * `app://console`: the one origin of the window. A path is either a file of the built console, looked up in a list that
 * was made at the start (so no path can leave the folder), or a request to the embedded server. Nothing else exists.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONSOLE_CSP } from '@touchstone/server/http/page-policy.ts';

export const SCHEME = 'app';
export const ORIGIN = 'app://console';

/** Electron's security checklist, items 7 and 18: a standard, secure scheme that does not bypass the policy. */
export const SCHEME_PRIVILEGES = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  stream: true,
  codeCache: true,
} as const;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.pqv': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** URL path (with its leading slash) to absolute file. */
export type Assets = ReadonlyMap<string, string>;

/** Lists the built console. Type declarations that the compiler leaves in `types/` are not part of it. */
export function listAssets(folder: string): Assets {
  const assets = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, file).split(path.sep).join('/');
    if (!relative.startsWith('types/')) assets.set(`/${relative}`, file);
  }
  return assets;
}

export type Resolution =
  | { readonly kind: 'asset'; readonly file: string; readonly contentType: string }
  | { readonly kind: 'server'; readonly path: string }
  | { readonly kind: 'refused'; readonly status: 400 | 404 };

/** Decides what a URL of the window means. Total: any text is answered. */
export function resolveAsset(assets: Assets, method: string, url: string): Resolution {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || parsed.protocol !== `${SCHEME}:` || parsed.host !== 'console')
    return { kind: 'refused', status: 404 };
  if (parsed.username !== '' || parsed.password !== '') return { kind: 'refused', status: 400 };
  // The parser has resolved dot segments, also encoded ones; what could still hide a separator is refused.
  if (/%(2f|5c|00)|\\/i.test(parsed.pathname)) return { kind: 'refused', status: 400 };
  const isRead = method === 'GET' || method === 'HEAD';
  const file = isRead ? assets.get(parsed.pathname === '/' ? '/index.html' : parsed.pathname) : undefined;
  if (file === undefined) return { kind: 'server', path: parsed.pathname + parsed.search };
  const contentType = CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream';
  return { kind: 'asset', file, contentType };
}

/** Headers that every answer of the origin carries, from a file or from the server. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', CONSOLE_CSP],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

/** Sends a request to the embedded server. */
export type Forward = (
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[],
  body: Uint8Array | null,
) => Promise<Response>;

/** The handler for Electron's `protocol.handle`. */
export function createProtocolHandler(assets: Assets, forward: Forward): (request: Request) => Promise<Response> {
  return async (request) => {
    const target = resolveAsset(assets, request.method, request.url);
    if (target.kind === 'refused') return secured(new Response(null, { status: target.status }));
    if (target.kind === 'asset') {
      const bytes = request.method === 'HEAD' ? null : await readFile(target.file);
      return secured(new Response(bytes, { headers: { 'content-type': target.contentType } }));
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const body = hasBody ? new Uint8Array(await request.arrayBuffer()) : null;
    try {
      return secured(await forward(request.method, target.path, [...request.headers], body));
    } catch {
      // The page treats 503 as "the server does not run" and goes on verifying without it.
      return secured(new Response(null, { status: 503 }));
    }
  };
}

function secured(response: Response): Response {
  for (const [name, value] of SECURITY_HEADERS) response.headers.set(name, value);
  return response;
}
