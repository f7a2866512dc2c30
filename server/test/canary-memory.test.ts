/**
 * Secrets are sent through every operation that takes one, to a server process that logs all it can. Then the data folder,
 * the log and the heap are searched for them: while the server runs, and after it was locked.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64, toBase64Url, toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { sealingKey, sealValue } from '@touchstone/core/secrets/sealed-value.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDevice } from '../../core/test/webauthn/device.ts';
import { kem } from '../src/crypto/kem.ts';
import { type Called, startWatched, type WatchedServer } from './canary/process.ts';
import { openUpstream } from './outbound/upstream.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** 24 characters are enough to be the secret; base64 of text that begins elsewhere than at a third byte is another text. */
const PART = 24;

function spellings(secret: string): readonly Buffer[] {
  const part = utf8(secret.slice(0, PART));
  const coded = [0, 1, 2].flatMap((skipped) => {
    const whole = part.slice(skipped);
    const groups = whole.slice(0, whole.length - (whole.length % 3));
    return [toBase64(groups), toBase64Url(groups)];
  });
  return [secret.slice(0, PART), toHex(part), ...coded].map((text) => Buffer.from(text));
}

const ADMIN = 'administrator token';

class Canaries {
  readonly #all = new Map<string, string>();

  /** A fresh secret, which nothing else resembles. */
  plant(name: string): string {
    return this.keep(name, `canary-${toHex(systemRandom(20))}`);
  }

  keep(name: string, secret: string): string {
    if (secret.length < PART) throw new RangeError(`${name} is too short to be looked for`);
    this.#all.set(name, secret);
    return secret;
  }

  get names(): readonly string[] {
    return [...this.#all.keys()];
  }

  foundIn(bytes: Buffer): readonly string[] {
    return [...this.#all]
      .filter(([, secret]) => spellings(secret).some((text) => bytes.includes(text)))
      .map(([name]) => name);
  }
}

function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

type Send = (method: string, path: string, json?: unknown, status?: number) => Promise<Called>;

function sender(server: WatchedServer, token: string | null): Send {
  return async (method, path, json, status = 200) => {
    const answer = await server.call(method, path, token, json);
    expect([answer.status, path, answer.status < 300 ? '' : answer.text]).toEqual([
      status,
      path,
      status < 300 ? '' : answer.text,
    ]);
    return answer;
  };
}

async function useShield(send: Send, canaries: Canaries, server: WatchedServer, projectId: string): Promise<void> {
  const facts = { name: 'Canary', provider: 'stripe', environment: 'production', vault: 'payments' };
  const sets = (await sender(server, null)('GET', '/api/svc-key/keys/public')).body.keysets as KeySet[];
  const publicKey = sealingKey(sets);
  if (publicKey === null) throw new Error('there is no key to seal to');
  const seal = (target: Parameters<typeof sealValue>[4], value: string) =>
    sealValue(kem, systemRandom, publicKey, projectId, target, value);
  const sealed = canaries.plant('sealed secret');
  const plain = canaries.plant('plain secret');
  for (const value of [await seal({ request: 'store', name: facts.name }, sealed), plain]) {
    const id = String((await send('POST', '/v1/shield/store', { ...facts, value })).body.id);
    expect((await send('GET', `/v1/shield/secrets/${id}`)).body.value).toBe(value === plain ? plain : sealed);
    const next = value === plain ? canaries.plant('rotated plain secret') : canaries.plant('rotated sealed secret');
    const new_value = value === plain ? next : await seal({ request: 'rotate', secretId: id }, next);
    await send('POST', '/v1/shield/rotate', { secret_id: id, new_value });
    await send('GET', `/v1/shield/challenge?secret_id=${id}`);
    await send('POST', '/v1/shield/verify', { secret_id: id, challenge: 'AA==', hmac_proof: 'AA==' });
    await send('POST', '/v1/shield/store', { ...facts, value: [canaries.plant(`refused beside ${id}`)] }, 400);
  }
}

async function useKeys(send: Send, canaries: Canaries): Promise<string> {
  const managed = await send('POST', '/v1/key/encrypt', {
    key_material: canaries.plant('managed key'),
    label: 'l',
    tier: 'key-2',
  });
  const id = String(managed.body.id);
  await send('POST', '/v1/key/decrypt', { id });
  await send('POST', '/v1/key/wrap', {
    key_material: canaries.plant('wrapped key'),
    wrapping_tier: 'key-1',
    key_id: id,
  });
  await send('POST', '/v1/key/rotate', { key_id: id, new_key_material: canaries.plant('rotated key'), tier: 'key-1' });
  await send(
    'POST',
    '/v1/key/encrypt',
    { key_material: canaries.plant('refused key'), label: 'l', tier: 'key-9' },
    400,
  );
  const wrapped = await send('POST', '/api/svc-key/wrap', {
    key_material: canaries.plant('material of svc-key'),
    tier: 'key-2',
  });
  await send('POST', '/api/svc-key/unwrap', { wrapped_key_id: wrapped.body.wrapped_key_id });
  return id;
}

async function useStorage(send: Send, canaries: Canaries): Promise<void> {
  const value = canaries.plant('stored field');
  await send('POST', '/v1/storage/encrypt-fields', { fields: [{ name: 'email', value }] });
  const plaintext_b64 = toBase64(utf8(canaries.plant('stored value')));
  const { ciphertext_b64, key_id } = (await send('POST', '/v1/storage/encrypt', { plaintext_b64 })).body;
  expect((await send('POST', '/v1/storage/decrypt', { ciphertext_b64, key_id })).body.plaintext_b64).toBe(
    plaintext_b64,
  );
}

async function useGateway(send: Send, admin: Send, canaries: Canaries): Promise<void> {
  const upstream = await openUpstream();
  const key_material = canaries.plant('gateway key');
  upstream.answer = ({ headers }, response) => void response.writeHead(200).end(`you sent ${headers.authorization}`);
  try {
    const key_id = (await send('POST', '/v1/key/encrypt', { key_material, label: 'g', tier: 'key-2' })).body.id;
    await send('POST', '/v1/key/gateway/configure', {
      target_id: 'canary',
      base_url: `http://127.0.0.1:${upstream.port}`,
      auth_header: 'Authorization',
      auth_template: 'Bearer {{key}}',
      allowed_paths: ['/v1/charges'],
      rate_limit: 100,
    });
    await admin('PATCH', '/api/v1/admin/gateway-targets/canary', { allow_private: true });
    const call = { key_id, target_id: 'canary', method: 'GET', path: '/v1/charges' };
    const answer = await send('POST', '/v1/key/gateway/proxy', call);
    expect(upstream.seen[0]?.headers.authorization).toBe(`Bearer ${key_material}`);
    expect(answer.text).not.toContain(key_material);
  } finally {
    await upstream.close();
  }
}

async function usePlatform(send: Send, canaries: Canaries, origin: string): Promise<void> {
  const device = newDevice('Ed25519');
  const registered = await send('POST', '/v1/auth/register', { email: 'canary@example.com', displayName: 'Ada' });
  const userId = (registered.body.user as { readonly id: string }).id;
  const credential = { publicKey: device.publicKey, attestation: 'cmF3LWtleQ==' };
  const place = { id: 'd1', name: 'Laptop', platform: 'linux' };
  const enrolled = await send('POST', '/v1/biometric/enroll', {
    userId,
    type: 'fingerprint',
    credential,
    device: place,
  });
  const open = (await send('GET', '/v1/auth/challenge')).body as {
    challenge: string;
    publicKey: { challenge: string };
  };
  const proof = { id: enrolled.body.credentialId, ...device.raw(open.publicKey.challenge, { origin }) };
  const biometricData = { type: 'fingerprint', credential: toBase64(utf8(JSON.stringify(proof))) };
  const login = await send('POST', '/v1/auth/login', { method: 'biometric', challenge: open.challenge, biometricData });
  const [, token = ''] = /"token":"tok_[0-9a-z]+\.([^"]+)"/.exec(login.text) ?? [];
  canaries.keep('session of a user', token);
}

test('no secret that was stored is in the data folder, the log at its most verbose, or the heap after lock', async () => {
  const canaries = new Canaries();
  const dataDir = join(root, 'data');
  const passphrase = canaries.plant('passphrase of the master key');
  const server = await startWatched({ dataDir, logLevel: 'trace', masterKey: { kind: 'passphrase', passphrase } });
  const heap = async (name: string) => {
    const file = join(root, `${name}.heapsnapshot`);
    await server.snapshot(file);
    return readFileSync(file);
  };
  canaries.keep(ADMIN, server.admin);
  const admin = sender(server, server.admin);
  const own = (await admin('POST', '/api/auth/request', { email: 'canary@example.com' })).body;
  canaries.keep('API key', String(own.api_key).slice(-64));
  const { accounts } = (await admin('GET', '/api/v1/admin/accounts?limit=200')).body as {
    accounts: { id: string; email: string }[];
  };
  const account = accounts.find(({ email }) => email === 'canary@example.com')?.id;
  await admin('PATCH', `/api/v1/admin/accounts/${account}`, { plan: 'business', credits: 1_000_000 });
  const send = sender(server, String(own.api_key));
  await useShield(send, canaries, server, String(own.project_id));
  await useKeys(send, canaries);
  await useStorage(send, canaries);
  await useGateway(send, admin, canaries);
  await usePlatform(send, canaries, server.origin);
  const ceremony = { ceremony_id: 'canary', participants: 3, threshold: 2, algorithm: 'dilithium' };
  const { participant_shares } = (await send('POST', '/v1/ceremony/init', ceremony)).body;
  for (const { participant, share } of participant_shares as { participant: number; share: string }[]) {
    canaries.keep(`share ${participant}`, share);
  }
  await admin('POST', '/api/v1/admin/storage/backups', { passphrase: canaries.plant('passphrase of the backup') });
  const running = filesIn(dataDir);
  const heapRunning = await heap('running');
  await server.lock();
  const heapLocked = await heap('locked');
  await server.end();
  const closed = filesIn(dataDir);
  expect(canaries.names.length).toBeGreaterThanOrEqual(22);
  const found = [...running, ...[...closed].map(([name, bytes]) => [`${name}, closed`, bytes] as const)].flatMap(
    ([name, bytes]) => canaries.foundIn(bytes).map((canary) => `${canary} in ${name}`),
  );
  expect(found).toEqual([]);
  expect(canaries.foundIn(Buffer.from(server.log()))).toEqual([]);
  // That of the process itself, which this test's process keeps: the search finds what is there.
  expect([canaries.foundIn(heapRunning), canaries.foundIn(heapLocked)]).toEqual([[ADMIN], [ADMIN]]);
  expect([...running.keys()].some((name) => name.endsWith('.pqbackup'))).toBe(true);
  expect(server.log()).toContain('/v1/key/gateway/proxy');
}, 300_000);
