/** Secrets that exist in a running server are looked for in every byte that it leaves behind. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64, toBase64Url, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from './harness.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The spellings in which a secret could lie about; 24 bytes of it are enough to be one. */
function spellings(secret: Uint8Array): Buffer[] {
  const part = secret.slice(0, 24);
  return [Buffer.from(part), ...[toHex(part), toBase64(part), toBase64Url(part)].map((text) => Buffer.from(text))];
}

function foldersBytes(): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

test('secret keys, API keys, tokens and passphrases are nowhere in the data folder or the log', async () => {
  const passphrase = 'canary passphrase 7b1d';
  const masterKey = { kind: 'passphrase', passphrase } as const;
  const server = await openTestServer({ dataDir: folder, masterKey });
  const canaries = new Map<string, Uint8Array>([['passphrase', utf8(passphrase)]]);
  await server.deps.keySets.prepare();
  for (const use of ['3key', 'artifact', 'enc'] as const) {
    await server.deps.keySets.withSecrets(use, async (_keySet, secrets) => {
      for (const [algorithm, secret] of secrets) canaries.set(`${use} ${algorithm}`, secret.slice());
    });
  }
  const { key } = await server.newKey();
  canaries.set('API key', utf8(key.slice(-64)));
  canaries.set('API key bytes', new Uint8Array(Buffer.from(key.slice(-64), 'hex')));
  canaries.set('admin token', utf8(server.admin));
  const start = server.deps.sessions.newStartToken();
  const session = await server.call('POST', '/api/v1/console/session', { json: { start_token: start } });
  canaries.set('start token', utf8(start));
  canaries.set('session token', utf8(String(session.at('session_token'))));
  const secretData = 'canary data 41c8 that is signed';
  canaries.set('signed data', utf8(secretData));
  await server.call('POST', '/api/svc-key/sign/3key', { token: key, json: { data: secretData } });
  await server.call('POST', '/api/svc-key/sign/3key', { token: key, json: { data: secretData, nonsense: 1 } });
  await server.call('GET', `/v1/artifacts?cursor=${key}`, { token: key });
  const running = foldersBytes();
  await server.close();
  const files = new Map([
    ...running,
    ...[...foldersBytes()].map(([name, bytes]) => [`${name}, closed`, bytes] as const),
  ]);
  expect(files.size).toBeGreaterThan(3);
  expect(canaries.size).toBeGreaterThanOrEqual(14);
  files.set('the log', Buffer.from(server.logged.join('\n')));
  for (const [what, secret] of canaries) {
    for (const [name, bytes] of files) {
      const found = spellings(secret).some((spelling) => bytes.includes(spelling));
      expect(found, `${what} in ${name}`).toBe(false);
    }
  }
  // The search itself finds what is there.
  const key_id = Buffer.from(server.deps.product.name);
  expect(files.get('the log')?.includes(Buffer.from('/api/svc-key/sign/3key'))).toBe(true);
  expect([...running.values()].some((bytes) => bytes.includes(key_id))).toBe(true);
});
