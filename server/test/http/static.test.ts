import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
/** By the console's name; the others are in `host-guard.test.ts`. */
const get = (method: string, path: string) => server.call(method, path, { headers: { host: 'localhost:7433' } });
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-console-'));
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'outside.html'), 'outside');
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html>console');
  writeFileSync(join(folder, 'dist', '.env.json'), '{}');
  writeFileSync(join(folder, 'dist', 'page.bin'), 'x');
  writeFileSync(join(folder, 'dist', 'assets', 'page-AbCd1234.js'), 'export {}');
  symlinkSync(join(folder, 'dist', 'assets'), join(folder, 'dist', 'folder.html'));
  server = await openTestServer({ consoleDir: join(folder, 'dist') });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('serves the page under a strict policy and never from a cache', async () => {
  for (const path of ['/', '/index.html']) {
    const answer = await get('GET', path);
    expect([answer.status, answer.text]).toEqual([200, '<!doctype html>console']);
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
    );
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
  }
});

test('hashed assets are cached for good', async () => {
  const answer = await get('GET', '/assets/page-AbCd1234.js');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await get('HEAD', '/assets/page-AbCd1234.js')).text).toBe('');
});

test('nothing outside the folder, hidden, of unknown type or absent', async () => {
  const paths = [
    '/../outside.html',
    '/..%2foutside.html',
    '/%2e%2e/outside.html',
    '/assets/..%2f..%2foutside.html',
    '/.env.json',
    '/page.bin',
    '/folder.html',
    '/missing.js',
    '/index.html%00.js',
    '/assets',
  ];
  for (const path of paths) expect([path, (await get('GET', path)).code]).toEqual([path, 'NOT_FOUND']);
  expect((await server.call('POST', '/index.html', { json: {} })).code).toBe('NOT_FOUND');
  expect((await get('GET', '/v1/nope')).code).toBe('NOT_FOUND');
});
