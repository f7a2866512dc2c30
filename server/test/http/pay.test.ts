/** 12.26: the page on which an invoice is paid stands by the names of the API, under a policy of its own. */
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleHost } from '../../src/frame/own-address.ts';
import { openTestServer, type TestServer } from '../harness.ts';

const STYLE = 'body { color: red }';
const SCRIPT = 'document.title = "$&";\n';
const PAGE = `<!doctype html><style>${STYLE}</style><main></main><script type="module">${SCRIPT}</script>`;
const PATH = `/pay/${'ab'.repeat(32)}`;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-pay-'));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'dist', 'pay.html'), PAGE);
  server = await openTestServer({ origin: 'own', dataDir: join(folder, 'data'), consoleDir: join(folder, 'dist') });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

test('its one script and its one style sheet are named by their hashes, and nothing becomes markup', async () => {
  for (const host of ['localhost:7433', '127.0.0.1:7433', '[::1]:7433']) {
    const answer = await server.call('GET', PATH, { headers: { host } });
    expect([answer.status, answer.text]).toEqual([200, PAGE]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${sha256(STYLE)}`,
      `script-src ${sha256(SCRIPT)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
});

test('a link of another site may lead there, and nothing else of another site reaches it', async () => {
  const from = (mode: string, dest: string) => ({
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });
  expect((await server.call('GET', PATH, { headers: from('navigate', 'document') })).status).toBe(200);
  for (const headers of [from('navigate', 'iframe'), from('no-cors', 'script'), { origin: 'http://evil.example' }]) {
    expect((await server.call('GET', PATH, { headers })).code).toBe('FORBIDDEN_ORIGIN');
  }
  expect((await server.call('POST', PATH, { json: {} })).code).toBe('METHOD_NOT_ALLOWED');
});

test('it never shares an origin with the console', async () => {
  const host = consoleHost(server.deps.consoleName, server.deps.allowedHosts());
  expect((await server.call('GET', PATH, { headers: { host } })).code).toBe('MISDIRECTED_REQUEST');
});

test('where no console was built there is no page', async () => {
  rmSync(join(folder, 'dist', 'pay.html'));
  expect((await server.call('GET', PATH)).code).toBe('NOT_FOUND');
});
