import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { signThreeKey } from '@touchstone/core/composite/sign-three-key.ts';
import { algorithmOf, keyThumbprint, type PublicJwk, readKeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertKeySet, listKeySets } from '../../../src/key-sets/store.ts';
import { generateKeySetJob } from '../../../src/key-sets/work.ts';
import { write } from '../../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  key = (await server.newKey()).key;
});
afterAll(() => server.close());

const sign = (json: unknown) => server.call('POST', '/api/svc-key/sign/3key', { token: key, json });
const verify = (json: unknown) => server.call('POST', '/api/svc-key/verify/3key', { json });

test('signs and verifies in every encoding', async () => {
  const spellings = [
    { data: 'héllo', encoding: 'utf8' },
    { data: toBase64(utf8('héllo')), encoding: 'base64' },
    { data: '68c3a96c6c6f', encoding: 'hex' },
  ];
  for (const spelling of spellings) {
    const signed = await sign(spelling);
    expect(signed.at('families')).toEqual(['Ed25519', 'ML-DSA-65', 'FALCON-512']);
    for (const other of spellings) {
      expect((await verify({ ...other, signature: signed.at('signature') })).at('valid')).toBe(true);
    }
    expect((await verify({ data: 'hello', signature: signed.at('signature') })).at('valid')).toBe(false);
  }
});

test('refuses data that its encoding does not allow', async () => {
  for (const bad of [
    { data: '6', encoding: 'hex' },
    { data: 'AB', encoding: 'hex' },
    { data: 'YQ', encoding: 'base64' },
    { data: 'YR==', encoding: 'base64' },
    { data: 'x', encoding: 'latin1' },
  ]) {
    expect((await sign(bad)).code).toBe('INVALID_REQUEST');
  }
});

test('S7: valid needs all three layers, and each layer is judged alone', async () => {
  const signature = String((await sign({ data: 'x' })).at('signature'));
  const parts = signature.split(':');
  for (const [index, layer] of [
    [1, 'ed25519'],
    [2, 'dilithium'],
    [3, 'falcon'],
  ] as const) {
    const broken = parts.map((part, at) =>
      at === index ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
    );
    const answer = await verify({ data: 'x', signature: broken.join(':') });
    expect(answer.at('valid')).toBe(false);
    for (const name of ['ed25519', 'dilithium', 'falcon'])
      expect(answer.at(`layers.${name}.valid`)).toBe(name !== layer);
  }
});

test('an undecodable signature is 400, a well-formed wrong one is not valid', async () => {
  for (const signature of [
    '',
    '3key:',
    '3key:a:b:c',
    '3key:AA==:AA==',
    '2key:AA==:AA==:AA==',
    '3key:AA==:AA==:AA==:AA==',
  ]) {
    expect((await verify({ data: 'x', signature })).code).toBe('INVALID_REQUEST');
  }
  const answer = await verify({ data: 'x', signature: '3key:AA==:AA==:AA==' });
  expect([answer.status, answer.at('valid')]).toEqual([200, false]);
});

test('S4: public keys come by use, each use with its own keys, and nothing secret is in them', async () => {
  const answer = await server.call('GET', '/api/svc-key/keys/public');
  const sets = answer.at('keysets') as { use: string; keys: PublicJwk[] }[];
  const receiptFamilies = ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'];
  expect(Object.fromEntries(sets.map(({ use, keys }) => [use, keys.map(algorithmOf)]))).toEqual({
    '3key': ['Ed25519', 'ML-DSA-65', 'FALCON-512'],
    artifact: ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'],
    enc: ['ML-KEM-1024'],
    receipt: receiptFamilies,
    service: receiptFamilies,
  });
  const thumbprints = sets.flatMap(({ keys }) => keys.map(keyThumbprint));
  expect(new Set(thumbprints).size).toBe(thumbprints.length);
  for (const set of answer.at('keysets') as JsonValue[]) expect(readKeySet(set)).toMatchObject({ ok: true });
  expect(answer.text).not.toMatch(/"(?:d|priv|seed|secret)"/);
});

test('verification tries retired sets and says which; a revoked key ends it', async () => {
  const { deps } = server;
  // Sets that are still being made would have the server read the new row of this test, which has no secrets.
  await deps.keySets.prepare();
  const signature = String((await sign({ data: 'kept' })).at('signature'));
  const before = await verify({ data: 'kept', signature });
  const [old] = await deps.keySets.verifying('3key');
  if (old === undefined) throw new TypeError('there is a set');
  const { keySet } = await deps.run(generateKeySetJob, {
    keyset_id: 'ks_next',
    issuer: old.issuer,
    principal: old.principal,
    use: '3key',
    serial: 2,
    notBefore: deps.clock(),
    notAfter: deps.clock() + 1_000_000,
    algorithms: ['Ed25519', 'ML-DSA-65', 'FALCON-512'],
  });
  const next = readKeySet(keySet as JsonValue);
  if (!next.ok) throw new TypeError(next.message);
  await write(deps.db, (transaction) => insertKeySet(transaction, next.keySet, [], deps.clock()));
  const rows = await deps.db
    .selectFrom('key_sets')
    .select(['keyset_use', 'state'])
    .where('keyset_use', '=', '3key')
    .execute();
  expect(rows.map(({ state }) => state).sort()).toEqual(['current', 'retired']);
  const after = await verify({ data: 'kept', signature });
  expect([after.at('valid'), after.at('keyset_id')]).toEqual([true, before.at('keyset_id')]);

  const first = old.keys[0];
  if (first === undefined) throw new TypeError('a set has keys');
  const revocation = { thumbprint: keyThumbprint(first), reason: 'test' };
  const credits = () => deps.db.selectFrom('accounts').select('credits').where('plan', '=', 'free').execute();
  const [, unpaid] = [await sign({ data: 'paid' }), await credits()];
  await server.call('POST', '/api/v1/admin/trust/revocations', { token: server.admin, json: revocation });
  expect((await verify({ data: 'kept', signature })).at('valid')).toBe(false);
  // This server's set in memory is the one whose key is revoked now: it signs no more, and nothing is charged.
  for (const data of ['small', 'large'.repeat(10_000)]) {
    const refused = await sign({ data });
    expect([refused.status, refused.code]).toEqual([403, 'KEY_REVOKED']);
  }
  expect(await credits()).toEqual(unpaid);
  const listed = (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as { fingerprint: string }[];
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.map(({ fingerprint }) => fingerprint)).not.toContain(old.fingerprint);
});

test('S4: the keys sign nothing but the tagged message', async () => {
  const [set] = await server.deps.keySets.verifying('3key');
  expect(set?.use).toBe('3key');
  const foreign = await server.deps.keySets.withSecrets('3key', async (_keySet, secrets) => {
    const [a, b, c] = ['Ed25519', 'ML-DSA-65', 'FALCON-512'].map((name) => secrets.get(name));
    if (!a || !b || !c) throw new TypeError('a family is missing');
    // Untagged: the data itself.
    const raw = await Promise.all([
      server.deps.signer.sign('Ed25519', a, utf8('x')),
      server.deps.signer.sign('ML-DSA-65', b, utf8('x')),
      server.deps.signer.sign('FALCON-512', c, utf8('x')),
    ]);
    const tagged = await signThreeKey(
      utf8('x'),
      { Ed25519: a, 'ML-DSA-65': b, 'FALCON-512': c },
      server.deps.signer,
      0,
    );
    return { untagged: `3key:${raw.map(toBase64).join(':')}`, tagged: tagged.signature };
  });
  expect((await verify({ data: 'x', signature: foreign.untagged })).at('valid')).toBe(false);
});

test('the current set of a use stands before retired ones, whatever their serials', async () => {
  const { deps } = server;
  const [any] = await deps.keySets.verifying('3key');
  if (any === undefined) throw new TypeError('there is a set');
  const next = sealKeySet({ ...any, keyset_id: 'ks_lower', serial: 1, not_before: '2026-01-01T00:00:00.000Z' });
  await write(deps.db, (transaction) => insertKeySet(transaction, next, [], deps.clock()));
  const listed = (await listKeySets(deps.db)).filter(({ keySet }) => keySet.use === '3key');
  expect(listed.map(({ state }) => state)).toEqual(['current', 'retired', 'retired']);
  expect(listed.map(({ keySet }) => keySet.serial)).toEqual([1, 2, 1]);
});
