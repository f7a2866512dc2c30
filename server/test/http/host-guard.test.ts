import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDevice } from '../../../core/test/webauthn/device.ts';
import { consoleHost } from '../../src/frame/own-address.ts';
import { changeSealed } from '../../src/store/sealed-rows.ts';
import { platformOf } from '../handlers/platform/users.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let folder: string;
let own: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-names-'));
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><div id="root"></div>');
  writeFileSync(join(folder, 'dist', 'assets', 'page-AbCd1234.js'), 'export {}');
  server = await openTestServer({ origin: 'own', dataDir: join(folder, 'data'), consoleDir: join(folder, 'dist') });
  own = consoleHost(server.deps.consoleName, server.deps.allowedHosts());
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const API_HOSTS = ['localhost:7433', '127.0.0.1:7433', '[::1]:7433'];
const ask = (path: string, headers: Record<string, string>, method = 'GET') => server.call(method, path, { headers });

test('12.26: the console stands at a name of its own, whose first part is new at each start', async () => {
  expect(own).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16}\.localhost:7433$/);
  const { rpId, hostname } = server.deps.consoleName;
  expect(hostname.split('.').slice(1).join('.')).toBe(rpId);
  await server.close();
  server = await openTestServer({ origin: 'own', dataDir: join(folder, 'data'), consoleDir: join(folder, 'dist') });
  expect(server.deps.consoleName.rpId).toBe(rpId);
  expect(server.deps.consoleName.hostname).not.toBe(hostname);
  expect((await ask('/', { host: own })).code).toBe('MISDIRECTED_REQUEST');
  own = consoleHost(server.deps.consoleName, server.deps.allowedHosts());
  expect((await ask('/', { host: own })).text).toContain('id="root"');
});

test('12.26: the names of the API serve no script, and a page without one, whose policy allows none', async () => {
  for (const host of API_HOSTS) {
    const page = await ask('/', { host });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('open-console.html')]);
    expect(page.text).not.toMatch(/<script|<img|<link|<form| on\w+=|src=|[0-9a-f]{16}/i);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri/);
    for (const path of ['/assets/page-AbCd1234.js', '/index.html']) {
      expect((await ask(path, { host })).code).toBe('MISDIRECTED_REQUEST');
    }
    expect((await ask('/nowhere', { host })).code).toBe('NOT_FOUND');
    expect((await ask('/health', { host })).status).toBe(200);
    expect((await ask('/docs', { host })).status).toBe(200);
  }
});

test('12.26: the console has its files and the API, and not the pages for everybody', async () => {
  for (const path of ['/', '/index.html', '/assets/page-AbCd1234.js', '/health', '/openapi.json']) {
    expect((await ask(path, { host: own.toUpperCase() })).status).toBe(200);
  }
  expect((await ask('/docs', { host: own })).code).toBe('MISDIRECTED_REQUEST');
});

test('12.26: any other name is 421: of another start, of the folder alone, below or beside', async () => {
  const [start = '', folderPart = ''] = own.split('.');
  const others = [
    own.replace(':7433', ''),
    own.replace(':7433', ':7434'),
    own.replace('localhost', 'localhost.'),
    `${folderPart}.localhost:7433`,
    `${start}.localhost:7433`,
    `${'0'.repeat(16)}.${folderPart}.localhost:7433`,
    `${start}.${'0'.repeat(16)}.localhost:7433`,
    `a.${own}`,
    `${folderPart}.${start}.localhost:7433`,
    'a.localhost:7433',
  ];
  for (const host of others) {
    for (const path of ['/', '/health', '/docs', '/v1/receipts']) {
      expect((await ask(path, { host })).code, host).toBe('MISDIRECTED_REQUEST');
    }
  }
});

test('12.28: a session opens and ends by every name of the API, for no Origin or for the console alone', async () => {
  for (const host of [...API_HOSTS, own]) {
    for (const origin of [undefined, `http://${own}`]) {
      const headers = { host, ...(origin === undefined ? {} : { origin }) };
      const json = { start_token: server.deps.sessions.newStartToken() };
      const opened = await server.call('POST', '/api/v1/console/session', { headers, json });
      const token = String(opened.at('session_token'));
      expect((await server.call('DELETE', '/api/v1/console/session', { headers, token })).body).toEqual({
        ended: true,
      });
      expect((await server.call('GET', '/api/v1/admin/accounts', { headers, token })).code).toBe('INVALID_KEY');
    }
  }
  const json = { start_token: server.deps.sessions.newStartToken() };
  for (const origin of ['http://localhost:7433', 'http://127.0.0.1:7433', 'null', `https://${own}`, `http://${own}/`]) {
    const foreign = await server.call('POST', '/api/v1/console/session', { headers: { host: own, origin }, json });
    expect(foreign.code, origin).toBe('FORBIDDEN_ORIGIN');
  }
  expect((await server.call('POST', '/api/v1/console/session', { json })).status).toBe(200);
});

test('12.27: what a page of another site makes a browser send is refused, but for links to pages and to public reading', async () => {
  const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  for (const site of ['cross-site', 'same-site', 'CROSS-SITE', 'same-origin, cross-site', '']) {
    const from = { host: 'localhost:7433', 'sec-fetch-site': site };
    for (const path of ['/', '/docs', '/health', '/openapi.json']) {
      expect((await ask(path, { ...from, ...link })).status, path).toBe(200);
      for (const other of [
        {},
        { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        { ...link, 'sec-fetch-dest': 'iframe' },
        { ...link, 'sec-fetch-dest': 'object' },
        { ...link, 'sec-fetch-mode': 'cors' },
      ]) {
        expect((await ask(path, { ...from, ...other })).code, path).toBe('FORBIDDEN_ORIGIN');
      }
      expect((await ask(path, { ...from, ...link }, 'HEAD')).status, path).toBe(403);
    }
    for (const path of ['/v1/receipts', '/api/v1/admin/accounts', '/nowhere']) {
      expect((await ask(path, { ...from, ...link })).code, path).toBe('FORBIDDEN_ORIGIN');
    }
    const body = { headers: { ...from, ...link }, json: {} };
    expect((await server.call('POST', '/api/v1/console/session', body)).code).toBe('FORBIDDEN_ORIGIN');
    expect((await ask('/', { ...from, ...link, host: own })).status).toBe(200);
    expect((await ask('/assets/page-AbCd1234.js', { ...from, ...link, host: own })).code).toBe('FORBIDDEN_ORIGIN');
  }
  for (const site of ['same-origin', 'none']) {
    expect((await ask('/assets/page-AbCd1234.js', { host: own, 'sec-fetch-site': site })).status).toBe(200);
  }
});

test('security LOW-1: neither foreign pages nor a flood of other calls keep the owner from signing in', async () => {
  server.tick = 0;
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  for (let i = 0; i < 150; i++) await ask('/health', image);
  expect((await ask('/health', {})).headers['x-ratelimit-remaining']).toBe('99');
  for (let i = 0; i < 150; i++) await ask('/health', {});
  expect((await ask('/health', {})).code).toBe('RATE_LIMITED');
  const json = { start_token: server.deps.sessions.newStartToken() };
  expect((await server.call('POST', '/api/v1/console/session', { json })).status).toBe(200);
  let answer = await server.call('POST', '/api/v1/console/session', { json });
  for (let i = 0; i < 150 && answer.status !== 429; i++) {
    answer = await server.call('POST', '/api/v1/console/session', { json });
  }
  expect(answer.code).toBe('RATE_LIMITED');
  server.tick = 1_000;
  server.advance(60_000);
});

test('12.26: passkeys belong to the folder, answers to this start; those of before are to be enrolled again', async () => {
  const { key } = await server.newKey({ plan: 'scale' });
  const platform = platformOf(server, key);
  const device = newDevice('ES256');
  const userId = await platform.newUser();
  const { rpId } = server.deps.consoleName;
  const origin = `http://${own}`;
  expect((await platform.enroll(userId, device.publicKey, device.attestation({ rpId: 'localhost' }))).status).toBe(400);
  const enrolled = await platform.enroll(userId, device.publicKey, device.attestation({ rpId }));
  expect(enrolled.status, enrolled.text).toBe(200);
  const credentialId = String(enrolled.at('credentialId'));
  const challenge = async () => {
    const asked = await platform.send('GET', `/auth/challenge?userId=${userId}`);
    expect([asked.at('publicKey.rp.id'), asked.at('origin')]).toEqual([rpId, origin]);
    return asked;
  };
  const tried = async (change: { origin?: string; rpId?: string }) => {
    const asked = await challenge();
    const answer = device.webauthn(String(asked.at('publicKey.challenge')), change);
    return (await platform.verify(String(asked.at('challenge')), credentialId, answer)).at('verified');
  };
  expect(await tried({ origin, rpId })).toBe(true);
  expect(await tried({ origin: origin.replace(/[0-9a-f]{16}/, '0'.repeat(16)), rpId })).toBe(false);
  expect(await tried({ origin: 'http://localhost:7433', rpId })).toBe(false);
  expect(await tried({ origin, rpId: 'localhost' })).toBe(false);
  const { db } = server.deps;
  const row = await db.selectFrom('device_credentials').selectAll().executeTakeFirstOrThrow();
  const offered = async () => {
    const asked = await challenge();
    return [asked.at('enrolAgain'), asked.at('publicKey.allowCredentials')];
  };
  await changeSealed(db, 'device_credentials', row, { rp_id: 'localhost' });
  expect(await offered()).toEqual([[credentialId], []]);
  // S35: what somebody else wrote there brings no passkey back.
  await db.updateTable('device_credentials').set({ rp_id: rpId }).execute();
  expect(await offered()).toEqual([[], []]);
});
