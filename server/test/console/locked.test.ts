/** A server on a folder whose master key is under a passphrase (decisions 12.29): real processes, real Argon2id. */
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf, pathsOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES } from '@touchstone/core/api/services.ts';
import pino from 'pino';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loopbackHosts } from '../../src/frame/own-address.ts';
import { openService } from '../../src/service.ts';
import { type ServerProcess, startProcess } from '../process.ts';
import { copyDataFolder } from '../started-folder.ts';

const PASSPHRASE = 'the one passphrase';

/** A folder under the passphrase whose key sets are made: each test has a copy. */
let made: string;
let root: string;
let dataDir: string;
let server: ServerProcess | null = null;

async function makeUnder(folder: string, options: { readonly withKeySets: boolean }): Promise<void> {
  const service = await openService({
    dataDir: folder,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'passphrase', passphrase: PASSPHRASE },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => loopbackHosts(null),
    onStartTokenSpent: () => undefined,
    sweeps: [],
  });
  if (options.withKeySets) await service.deps.keySets.prepare();
  await service.close();
}

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'touchstone-locked-'));
  await makeUnder(made, { withKeySets: true });
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-locked-'));
  dataDir = join(root, 'data');
  mkdirSync(join(root, 'console'));
  writeFileSync(join(root, 'console', 'index.html'), '<!doctype html><title>console</title>');
  copyDataFolder(made, dataDir);
});
afterEach(async () => {
  if (server?.child.exitCode === null) await server.end('SIGKILL');
  server = null;
  rmSync(root, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startProcess>[0]> = {}): Promise<ServerProcess> {
  server = await startProcess({ dataDir, consoleDir: join(root, 'console'), ...options });
  return server;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly code: string | null;
}

/** Asks as a browser does that has resolved the host itself; the API's address unless `headers` name another. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const { port } = new URL(String(server?.url));
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request({ host: '127.0.0.1', port, method, path, headers: { host: `127.0.0.1:${port}`, ...headers } });
  asked.on('error', reject);
  asked.on('response', async (answer) => {
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const code = isJson ? (JSON.parse(text || '{}').error?.code ?? null) : null;
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code });
  });
  asked.end(body);
  return promise;
}

/** A path with its parameters filled in. */
const asked = (template: string) => template.replaceAll(/:[A-Za-z_]+/g, 'x');

const own = () => String(server?.line.console_url);
/** As the console's own page asks. */
const asConsole = () => ({ host: new URL(own()).host, origin: own(), 'content-type': 'application/json' });
const unlock = (passphrase: unknown, headers: Record<string, string> = asConsole()) =>
  ask('POST', '/api/v1/console/unlock', headers, JSON.stringify({ passphrase }));

test('12.29: a locked server answers LOCKED, and before 401, to all but health, files of the console and the unlocking', async () => {
  await start();
  const isServed = (id: string) => id === 'system.health.read' || id === 'console.unlock.open';
  // Where operations share a path, the first one's envelope is spoken until the body is read.
  const envelopes = new Map<string, string>();
  for (const operation of endpointsOf(api).toReversed()) {
    for (const path of pathsOf(operation)) envelopes.set(asked(path), SERVICES[operation.service].envelope);
  }
  for (const operation of endpointsOf(api).filter(({ id }) => !isServed(id))) {
    const path = asked(pathsOf(operation).at(-1) ?? '');
    for (const headers of [{}, { host: asConsole().host }]) {
      const answer = await ask(operation.method, path, headers);
      expect([operation.id, answer.status, answer.code]).toEqual([operation.id, 503, 'LOCKED']);
      expect([path, answer.text.includes('requestId')]).toEqual([path, envelopes.get(path) === 'platform']);
    }
  }
  const token = { authorization: `Bearer ${server?.line.admin_token}` };
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/docs'],
    ['GET', '/index.html'],
    ['GET', '/nowhere'],
    ['POST', '/health'],
    ['GET', '/api/v1/console/unlock'],
    ['OPTIONS', '/api/v1/admin/accounts'],
    ['GET', '/api/v1/admin/accounts'],
  ] as const) {
    expect((await ask(method, path, token)).code, `${method} ${path}`).toBe('LOCKED');
  }
  for (const path of ['/docs', '/nowhere', '/..%2fmaster-key.json', '/v1/artifacts']) {
    expect((await ask('GET', path, { host: asConsole().host })).code, path).toBe('LOCKED');
  }
  for (const path of ['/', '/index.html']) {
    expect((await ask('GET', path, { host: asConsole().host })).text).toContain('<title>console</title>');
  }
  for (const path of pathsOf(api.system.health.read)) {
    const health = await ask('GET', path);
    expect(health.status).toBe(200);
    expect(Check(api.system.health.read.response, JSON.parse(health.text))).toBe(true);
    expect(JSON.parse(health.text)).toMatchObject({ status: 'degraded', details: { lock: 'locked' } });
  }
});

test('12.29, S36: a database whose mark is gone is not unlocked, and is where the mark is back', async () => {
  const mark = join(dataDir, 'rollback-mark.json');
  const kept = readFileSync(mark);
  rmSync(mark);
  await start();
  for (let tries = 0; tries < 2; tries++) {
    const refused = await unlock(PASSPHRASE);
    expect([refused.status, refused.code]).toEqual([503, 'ROLLED_BACK']);
  }
  expect((await ask('GET', '/api/v1/admin/accounts')).code).toBe('LOCKED');
  writeFileSync(mark, kept, { mode: 0o600 });
  expect((await unlock(PASSPHRASE)).status).toBe(200);
});

test('12.29: the passphrase unlocks and opens a session; unlocked, it opens another', async () => {
  rmSync(dataDir, { recursive: true });
  await makeUnder(dataDir, { withKeySets: false });
  await start();
  rmSync(join(dataDir, 'own-service.json'), { force: true });
  const page = readFileSync(join(dataDir, 'open-console.html'), 'utf8');
  expect(page).toContain(`url=${own()}/"`);
  expect(page).not.toContain('/start/');
  for (const body of ['', '{}', '{"passphrase":1}', '{"passphrase":""}', '{"passphrase":"x","a":1}', '{"pass', '[]']) {
    expect((await ask('POST', '/api/v1/console/unlock', asConsole(), body)).code, body).toBe('INVALID_REQUEST');
  }
  const wrong = await unlock('another passphrase');
  expect([wrong.status, wrong.code, wrong.headers['x-error-field']]).toEqual([401, 'INVALID_KEY', 'passphrase']);
  // Nothing has begun: neither key sets nor what is written about them.
  expect(existsSync(join(dataDir, 'own-service.json'))).toBe(false);
  expect((await ask('GET', '/api/v1/admin/accounts')).code).toBe('LOCKED');

  const right = await unlock(PASSPHRASE);
  expect(right.status).toBe(200);
  const { session_token: first, expires_at } = JSON.parse(right.text);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
  const accounts = (token: string) => ask('GET', '/api/v1/admin/accounts', { authorization: `Bearer ${token}` });
  expect((await accounts(first)).status).toBe(200);
  expect((await accounts(String(server?.line.admin_token))).status).toBe(200);
  expect((await ask('GET', '/api/v1/admin/accounts')).code).toBe('UNAUTHORIZED');
  expect(JSON.parse((await ask('GET', '/health')).text).details.lock).toBe('unlocked');

  expect((await unlock('another passphrase')).code).toBe('INVALID_KEY');
  const ended = await ask('DELETE', '/api/v1/console/session', { authorization: `Bearer ${first}` });
  expect(ended.status).toBe(200);
  expect((await accounts(first)).code).toBe('INVALID_KEY');
  const second = JSON.parse((await unlock(PASSPHRASE)).text).session_token;
  expect(second).not.toBe(first);
  expect((await accounts(second)).status).toBe(200);
  expect(readFileSync(join(dataDir, 'open-console.html'), 'utf8')).not.toContain('/start/');
  expect(server?.output()).not.toContain(PASSPHRASE);
  expect((await server?.end('SIGTERM'))?.[0]).toBe(0);
});

test('12.29: what comes after the unlocking on a connection from before it is answered by the unlocked server', async () => {
  await start();
  const { port } = new URL(String(server?.url));
  // Opened in advance, as browsers do. What has been answered before is closed after some idle seconds, so it is no good here.
  const socket = connect(Number(port), '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(socket, 'connect');
  expect((await unlock(PASSPHRASE)).status).toBe(200);
  socket.write(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await expect.poll(() => said).toContain('"lock":"unlocked"');
  // Its client keeps it, and it holds up no stop.
  expect((await server?.end('SIGTERM'))?.[0]).toBe(0);
});

test('12.29: nobody unlocks but a page of the console', async () => {
  await start();
  const { host, origin, ...type } = asConsole();
  const api = String(server?.url).slice('http://'.length);
  for (const [headers, code] of [
    [{ ...type, host: api }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host: api, origin }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host, origin: 'http://evil.example' }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host, origin: 'null' }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host, origin: `http://localhost:${api.split(':')[1]}` }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host, origin, 'sec-fetch-site': 'same-site' }, 'FORBIDDEN_ORIGIN'],
    [{ ...type, host: `evil.example:${api.split(':')[1]}`, origin }, 'MISDIRECTED_REQUEST'],
    [{ host, origin, 'content-type': 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ ...type, host, origin, 'content-encoding': 'gzip' }, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const) {
    expect((await unlock(PASSPHRASE, headers)).code, JSON.stringify(headers)).toBe(code);
  }
  // None of these was a try, and none has unlocked.
  expect(JSON.parse((await ask('GET', '/health')).text).details.lock).toBe('locked');
  expect((await unlock(PASSPHRASE)).status).toBe(200);
  const late = await unlock(PASSPHRASE, { ...type, host });
  expect(late.code).toBe('FORBIDDEN_ORIGIN');
});

test('12.29: five tries a minute in all, also when they come at once, locked and unlocked', async () => {
  await start();
  const tries = [PASSPHRASE, 'wrong passphrase', PASSPHRASE, 'wrong passphrase', 'wrong passphrase', PASSPHRASE];
  const answers = await Promise.all([...tries, ...tries].map((passphrase) => unlock(passphrase)));
  const told = answers.map(({ status }) => status);
  expect(told.filter((status) => status !== 429).length).toBe(5);
  expect(told.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
  for (const { status, headers, code } of answers.filter((answer) => answer.status === 429)) {
    expect([status, code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(30);
  }
  const sessions = answers.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text).session_token);
  expect(new Set(sessions).size).toBe(sessions.length);
  for (const token of sessions) {
    expect((await ask('GET', '/api/v1/admin/accounts', { authorization: `Bearer ${token}` })).status).toBe(200);
  }
  expect((await unlock(PASSPHRASE)).code).toBe('RATE_LIMITED');
});

test('12.29: a locked server holds its folder, answers while a passphrase is tried, and stops in the middle of a try', async () => {
  await start();
  await expect(startProcess({ dataDir })).rejects.toThrow('exit code 4');
  const trying = unlock(PASSPHRASE).catch(() => null);
  expect((await ask('GET', '/health')).status).toBe(200);
  expect((await server?.end('SIGTERM'))?.[0]).toBe(0);
  await trying;
  expect(existsSync(join(dataDir, 'open-console.html'))).toBe(false);
  await start({ masterKey: { kind: 'passphrase', passphrase: PASSPHRASE } });
  expect(JSON.parse((await ask('GET', '/health')).text).details.lock).toBe('unlocked');
  expect((await unlock(PASSPHRASE)).status).toBe(200);
});

test('12.29: without a passphrase nothing is locked, and there is nothing to unlock', async () => {
  dataDir = join(root, 'other');
  await start();
  expect(readFileSync(join(dataDir, 'open-console.html'), 'utf8')).toContain('/start/');
  expect(JSON.parse((await ask('GET', '/health')).text).details).not.toHaveProperty('lock');
  expect((await unlock(PASSPHRASE)).code).toBe('CONFLICT');
});
