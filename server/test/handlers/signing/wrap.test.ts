import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { kemLengths } from '@touchstone/core/kem/backend.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { open } from '@touchstone/core/kem/seal.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import type { Answer, TestServer } from '../../harness.ts';
import { HOST, openTestServer } from '../../harness.ts';

let server: TestServer;
let key: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, projectId } = await server.newKey());
});
afterAll(() => server.close());

/** noble alone: another implementation than the server's. */
const kem = createKem([], systemRandom);
const SECRET = 'correct horse battery stäple';
const wrap = (json: object = { key_material: SECRET }, token = key) =>
  server.call('POST', '/api/svc-key/wrap', { token, json });
const unwrap = (id: unknown, token = key) =>
  server.call('POST', '/api/svc-key/unwrap', { token, json: { wrapped_key_id: id } });
const bytes = (answer: Answer, name: string) => new Uint8Array(Buffer.from(String(answer.at(name)), 'base64'));
const rows = () => server.deps.db.selectFrom('wrapped_keys').selectAll().execute();
async function balance(): Promise<number> {
  const { credits } = await server.deps.db
    .selectFrom('accounts')
    .innerJoin('projects', 'projects.account_id', 'accounts.id')
    .select('credits')
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow();
  return credits;
}

test('wraps by tier, and unwrap gives the secret back', async () => {
  for (const [tier, algorithm] of [
    ['key-1', 'ML-KEM-768'],
    ['key-2', 'ML-KEM-1024'],
  ] as const) {
    const wrapped = await wrap({ key_material: SECRET, tier });
    expect(wrapped.status, wrapped.text).toBe(200);
    expect(wrapped.at('algorithm')).toBe(`${algorithm}+AES-256-GCM`);
    expect([wrapped.at('tier'), wrapped.at('envelope_version')]).toEqual([tier, 1]);
    expect(wrapped.at('wrapped_key_id')).toMatch(/^wk_[0-9a-f]{16}$/);
    expect(bytes(wrapped, 'kem_ciphertext').length).toBe(kemLengths(algorithm).ciphertext);
    expect(bytes(wrapped, 'nonce').length).toBe(12);
    // A data key of 32 bytes and the tag.
    expect(bytes(wrapped, 'wrapped_key').length).toBe(48);
    expect((await unwrap(wrapped.at('wrapped_key_id'))).body).toEqual({ key_material: SECRET });
  }
  expect((await wrap()).at('tier')).toBe('key-2');
  for (const tier of ['key-0', 'key-3', 'KEY-2', 'K-2', '', 2]) {
    expect((await wrap({ key_material: SECRET, tier })).code).toBe('INVALID_REQUEST');
  }
});

test('the same secret twice has nothing in common', async () => {
  const [a, b] = [await wrap(), await wrap()];
  for (const name of ['wrapped_key_id', 'kem_ciphertext', 'wrapped_key', 'nonce']) {
    expect(a.at(name)).not.toBe(b.at(name));
  }
});

test('takes key material of 1 to 65,536 bytes of UTF-8', async () => {
  for (const key_material of ['x', 'é'.repeat(32_768), 'x'.repeat(65_536), '\u0001\n"\\']) {
    const wrapped = await wrap({ key_material });
    expect((await unwrap(wrapped.at('wrapped_key_id'))).at('key_material')).toBe(key_material);
  }
  for (const key_material of ['', 'x'.repeat(65_537), 'é'.repeat(32_769), 1, null]) {
    const answer = await wrap({ key_material });
    expect(answer.code).toBe('INVALID_REQUEST');
    expect(answer.message).toContain('key_material');
  }
});

test('S1: a wrapped key is not found from another project', async () => {
  const id = (await wrap()).at('wrapped_key_id');
  const { key: stranger } = await server.newKey();
  expect((await unwrap(id, stranger)).code).toBe('NOT_FOUND');
  expect((await unwrap(id, server.admin)).code).toBe('NOT_FOUND');
  expect((await unwrap(id)).at('key_material')).toBe(SECRET);
  for (const unknown of ['wk_0000000000000000', 'wk_nothing']) expect((await unwrap(unknown)).code).toBe('NOT_FOUND');
  for (const malformed of ['', 'wk_', '0000000000000000', 'rcp_0000000000000000', 'wk_../x']) {
    expect((await unwrap(malformed)).code).toBe('INVALID_REQUEST');
  }
});

test('S3: needs the scope `keys`', async () => {
  const [signing, keys] = [await server.scopedKey(['sign']), await server.scopedKey(['keys'])];
  expect((await wrap({ key_material: SECRET }, signing)).code).toBe('INVALID_SCOPE');
  expect((await unwrap('wk_0', signing)).code).toBe('INVALID_SCOPE');
  expect((await wrap({ key_material: SECRET }, keys)).status).toBe(200);
});

test('S22: the recipient alone opens the box, and only as what it was sealed', async () => {
  for (const [tier, algorithm] of [
    ['key-1', 'ML-KEM-768'],
    ['key-2', 'ML-KEM-1024'],
  ] as const) {
    const { publicKey, secretKey } = await kem.generateKeyPair(algorithm);
    const wrapped = await wrap({ key_material: SECRET, tier, recipient_public_key: toBase64(publicKey) });
    expect(wrapped.status, wrapped.text).toBe(200);
    const box = {
      kemCiphertext: bytes(wrapped, 'kem_ciphertext'),
      nonce: bytes(wrapped, 'nonce'),
      ciphertext: bytes(wrapped, 'wrapped_key'),
    };
    const object = String(wrapped.at('wrapped_key_id'));
    const context = { kind: 'wrap', project: projectId, object, column: 'wrapped_key', version: 1 };
    expect(await open(kem, algorithm, secretKey, box, context)).toEqual(utf8(SECRET));
    const wrong = [
      { ...context, kind: 'share' },
      { ...context, project: 'prj_local' },
      { ...context, object: 'wk_0000000000000000' },
      { ...context, column: 'material' },
      { ...context, version: 2 },
    ];
    for (const other of wrong) expect(await open(kem, algorithm, secretKey, box, other)).toBeNull();
    const stranger = await kem.generateKeyPair(algorithm);
    expect(await open(kem, algorithm, stranger.secretKey, box, context)).toBeNull();
    const refused = await unwrap(object);
    expect([refused.status, refused.code]).toEqual([409, 'CONFLICT']);
    expect(refused.message).toContain('recipient');
  }
});

test('refuses a recipient key that is none of the tier', async () => {
  const { publicKey } = await kem.generateKeyPair('ML-KEM-768');
  const unreduced = publicKey.slice();
  unreduced.fill(0xff, 0, 3);
  const before = (await rows()).length;
  const bad: [string, string][] = [
    ['key-2', toBase64(publicKey)],
    ['key-1', toBase64(publicKey.slice(1))],
    ['key-1', toBase64(unreduced)],
    ['key-1', toBase64(publicKey).slice(0, -1)],
    ['key-1', toHex(publicKey)],
    ['key-1', ''],
  ];
  for (const [tier, recipient_public_key] of bad) {
    const answer = await wrap({ key_material: SECRET, tier, recipient_public_key });
    expect(answer.code).toBe('INVALID_REQUEST');
    expect(answer.message).toContain('recipient_public_key');
  }
  expect((await rows()).length).toBe(before);
  expect((await wrap({ key_material: SECRET, tier: 'key-1', recipient_public_key: toBase64(publicKey) })).status).toBe(
    200,
  );
});

test('S22: rows that are changed or moved do not open', async () => {
  const wrapped = await wrap();
  const id = String(wrapped.at('wrapped_key_id'));
  const other = String((await wrap({ key_material: 'another' })).at('wrapped_key_id'));
  const { db } = server.deps;
  const row = (await rows()).find((found) => found.id === id);
  const moved = (await rows()).find((found) => found.id === other);
  if (row?.material == null || moved?.material == null) throw new TypeError('rows are there');
  const flipped = (box: Uint8Array) => box.map((byte, at) => (at === box.length - 1 ? byte ^ 1 : byte));
  const changes = [
    { material: moved.material },
    { material: flipped(row.material) },
    { wrapped_key: flipped(row.wrapped_key) },
    { kem_ciphertext: flipped(row.kem_ciphertext) },
    { kem_ciphertext: moved.kem_ciphertext, nonce: moved.nonce, wrapped_key: moved.wrapped_key },
    { envelope_version: 2 },
    { tier: 'key-1' as const },
  ];
  for (const change of changes) {
    await db.updateTable('wrapped_keys').set(change).where('id', '=', id).execute();
    const answer = await unwrap(id);
    expect([answer.status, answer.code], JSON.stringify(Object.keys(change))).toEqual([500, 'INTERNAL']);
    expect(answer.text).not.toContain(SECRET);
    await db.updateTable('wrapped_keys').set(row).where('id', '=', id).execute();
  }
  expect((await unwrap(id)).at('key_material')).toBe(SECRET);
});

test('S22: each project wraps under keys of its own, sealed by the vault', async () => {
  const { key: otherKey, projectId: otherProject } = await server.newKey();
  await wrap({ key_material: SECRET, tier: 'key-1' });
  await wrap({ key_material: SECRET, tier: 'key-1' }, otherKey);
  const keys = await server.deps.db
    .selectFrom('wrapping_keys')
    .selectAll()
    .where('algorithm', '=', 'ML-KEM-768')
    .execute();
  const of = (project: string) => keys.find((found) => found.project_id === project);
  const [mine, theirs] = [of(projectId), of(otherProject)];
  if (mine === undefined || theirs === undefined) throw new TypeError('each project has a key');
  expect(mine.public_key).not.toEqual(theirs.public_key);
  const place = (project: string) =>
    ({ kind: 'wrapping-key', project, object: 'ML-KEM-768', column: 'envelope', version: 1 }) as const;
  expect(server.deps.vault.open(place(projectId), mine.envelope)?.length).toBe(64);
  expect(server.deps.vault.open(place(otherProject), mine.envelope)).toBeNull();
});

test('the secret is in no column and in no line of the log', async () => {
  const canary = 'canary 9c31 that is wrapped away';
  const wrapped = await wrap({ key_material: canary });
  expect((await unwrap(wrapped.at('wrapped_key_id'))).at('key_material')).toBe(canary);
  for (const row of await rows()) {
    for (const value of Object.values(row)) {
      if (value instanceof Uint8Array) expect(Buffer.from(value).includes(canary)).toBe(false);
    }
  }
  expect(server.logged.join()).not.toContain('canary');
});

test('wrap and unwrap cost one unit each; what is refused or fails costs nothing and stores nothing', async () => {
  const before = await balance();
  const id = (await wrap()).at('wrapped_key_id');
  expect(await balance()).toBe(before - 1);
  await unwrap(id);
  expect(await balance()).toBe(before - 2);
  const count = (await rows()).length;
  await wrap({ key_material: '' });
  await unwrap('wk_0000000000000000');
  // The same random bytes twice: the second id exists already, and the transaction fails.
  const app = createApp({ ...server.deps, random: (length) => new Uint8Array(length).fill(9) });
  const post = () =>
    app.inject({
      method: 'POST',
      url: '/api/svc-key/wrap',
      headers: { host: HOST, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ key_material: SECRET }),
    });
  expect([(await post()).statusCode, (await post()).statusCode]).toEqual([200, 500]);
  await app.close();
  expect([await balance(), (await rows()).length]).toEqual([before - 3, count + 1]);
});

test('two first wraps at once share the key that one of them made', async () => {
  const { key: fresh } = await server.newKey({ plan: 'business' });
  const made = await Promise.all(Array.from({ length: 6 }, () => wrap({ key_material: SECRET }, fresh)));
  for (const wrapped of made) {
    expect((await unwrap(wrapped.at('wrapped_key_id'), fresh)).at('key_material')).toBe(SECRET);
  }
});
