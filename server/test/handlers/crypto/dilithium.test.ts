import * as nodeCrypto from 'node:crypto';
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccountByEmail } from '../../../src/accounts/store/accounts.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { bytes, flipped, nodePrivateKey, nodePublicKey, rawPublic } from './raw-keys.ts';
import { type AcvpGroup, acvpGroups, base64OfHex, describeVectors } from './vectors.ts';

const LEVELS = [
  ['ML-DSA-44', 1312, 2560, 2420],
  ['ML-DSA-65', 1952, 4032, 3309],
  ['ML-DSA-87', 2592, 4896, 4627],
] as const;
const TEXT = utf8('sign me');
const MESSAGE = toBase64(TEXT);

let server: TestServer;
let token: string;
const OWNER = 'dilithium@example.com';
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ email: OWNER, plan: 'business' })).key;
  // Nothing here is about the price except the test that counts it.
  await server.deps.db.updateTable('accounts').set({ credits: 100_000 }).where('email', '=', OWNER).execute();
});
afterAll(() => server.close());

const call = (name: string, json: unknown, key = token) =>
  server.call('POST', `/v1/crypto/dilithium/${name}`, { token: key, json });
const credits = async () => (await findAccountByEmail(server.deps.db, OWNER))?.credits ?? Number.NaN;

async function expectInvalid(answer: ReturnType<typeof call>, field: string): Promise<void> {
  const { status, code, message } = await answer;
  expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
  expect(message).toContain(`\`${field}\``);
}

describe.each(LEVELS)('%s', (level, publicLength, secretLength, signatureLength) => {
  test('Variant A: the server holds the key and names it', async () => {
    const made = await call('keygen', { security_level: level });
    expect(Object.keys(made.body as object).sort()).toEqual(['algorithm', 'key_id', 'public_key']);
    expect(made.at('algorithm')).toBe(level);
    expect(made.at('key_id')).toMatch(/^key_dil_[0-9a-f]{16}$/);
    expect(bytes(made.at('public_key')).length).toBe(publicLength);
    const signed = await call('sign', { message: MESSAGE, key_id: made.at('key_id') });
    expect(Object.keys(signed.body as object)).toEqual(['signature']);
    const signature = bytes(signed.at('signature'));
    expect(signature.length).toBe(signatureLength);
    const key = nodePublicKey(level, String(made.at('public_key')));
    expect(nodeCrypto.verify(null, TEXT, key, signature)).toBe(true);
    expect(nodeCrypto.verify(null, utf8('other'), key, signature)).toBe(false);
    const verify = { message: MESSAGE, signature: signed.at('signature'), public_key: made.at('public_key') };
    expect((await call('verify', verify)).body).toEqual({ valid: true });
    for (const wrong of [
      { ...verify, message: toBase64(utf8('other')) },
      { ...verify, signature: flipped(verify.signature, 40) },
      { ...verify, public_key: flipped(verify.public_key, 40) },
    ]) {
      expect((await call('verify', wrong)).body).toEqual({ valid: false });
    }
  });

  test('Variant B: the caller holds the key; nothing of it is stored', async () => {
    const before = await server.deps.db.selectFrom('signing_keys').select('id').execute();
    const made = await call('keygen', { security_level: level, custody: 'client' });
    expect(Object.keys(made.body as object).sort()).toEqual(['algorithm', 'public_key', 'secret_key']);
    expect(await server.deps.db.selectFrom('signing_keys').select('id').execute()).toEqual(before);
    expect(bytes(made.at('secret_key')).length).toBe(secretLength);
    const signed = await call('sign', { message: MESSAGE, secret_key: made.at('secret_key') });
    const key = nodePublicKey(level, String(made.at('public_key')));
    expect(nodeCrypto.verify(null, TEXT, key, bytes(signed.at('signature')))).toBe(true);
    const stated = { message: MESSAGE, secret_key: made.at('secret_key'), security_level: level };
    expect((await call('sign', stated)).status).toBe(200);
    const other = level === 'ML-DSA-44' ? 'ML-DSA-65' : 'ML-DSA-44';
    await expectInvalid(call('sign', { ...stated, security_level: other }), 'security_level');
  });

  test('a 32-byte seed signs beside its level, and node:crypto agrees both ways', async () => {
    const seed = server.deps.random(32);
    const own = nodePrivateKey(level, seed);
    const publicKey = rawPublic(own);
    const json = { message: MESSAGE, secret_key: toBase64(seed), security_level: level };
    const signature = (await call('sign', json)).at('signature');
    expect(nodeCrypto.verify(null, TEXT, own, bytes(signature))).toBe(true);
    const theirs = toBase64(new Uint8Array(nodeCrypto.sign(null, TEXT, own)));
    const verify = { message: MESSAGE, signature: theirs, public_key: publicKey };
    expect((await call('verify', verify)).body).toEqual({ valid: true });
    await expectInvalid(call('sign', { ...json, security_level: undefined }), 'security_level');
  });

  test('large messages, which workers sign and verify', async () => {
    const text = new Uint8Array(100_000).fill(7);
    const message = toBase64(text);
    const made = await call('keygen', { security_level: level, custody: 'client' });
    const held = await call('keygen', { security_level: level });
    for (const [key, publicKey] of [
      [{ secret_key: made.at('secret_key') }, made.at('public_key')],
      [{ key_id: held.at('key_id') }, held.at('public_key')],
    ]) {
      const { signature } = (await call('sign', { message, ...(key as object) })).body as { signature: string };
      expect(nodeCrypto.verify(null, text, nodePublicKey(level, String(publicKey)), bytes(signature))).toBe(true);
      const verify = { message, signature, public_key: publicKey };
      expect((await call('verify', verify)).body).toEqual({ valid: true });
      expect((await call('verify', { ...verify, signature: flipped(signature, 9) })).body).toEqual({ valid: false });
    }
    await expectInvalid(call('sign', { message, key_id: 'x', secret_key: 'AA==' }), 'secret_key');
    expect((await call('sign', { message, key_id: 'key_dil_0000000000000000' })).code).toBe('NOT_FOUND');
  });
});

test('sign needs exactly one key, of a known length, whose parts belong together', async () => {
  await expectInvalid(call('sign', { message: MESSAGE }), 'key_id');
  const made = await call('keygen', { security_level: 'ML-DSA-65', custody: 'client' });
  const held = await call('keygen', { security_level: 'ML-DSA-65' });
  const both = { message: MESSAGE, key_id: held.at('key_id'), secret_key: made.at('secret_key') };
  await expectInvalid(call('sign', both), 'secret_key');
  for (const length of [0, 31, 33, 64, 2559, 4033, 5000]) {
    await expectInvalid(call('sign', { message: MESSAGE, secret_key: toBase64(new Uint8Array(length)) }), 'secret_key');
  }
  // ρ, tr, s1 and t0 of FIPS 204 algorithm 24.
  for (const at of [0, 64, 128, 4031]) {
    const secret_key = flipped(made.at('secret_key'), at);
    await expectInvalid(call('sign', { message: MESSAGE, secret_key }), 'secret_key');
  }
  const stated = { message: MESSAGE, key_id: held.at('key_id'), security_level: 'ML-DSA-87' };
  await expectInvalid(call('sign', stated), 'security_level');
  expect((await call('sign', { ...stated, security_level: 'ML-DSA-65' })).status).toBe(200);
});

test('keygen takes the three levels by their exact names', async () => {
  for (const wrong of ['ML-DSA-66', 'ml-dsa-65', 'dilithium3', 65, null]) {
    await expectInvalid(call('keygen', { security_level: wrong }), 'security_level');
  }
  await expectInvalid(call('keygen', {}), 'security_level');
  await expectInvalid(call('keygen', { security_level: 'ML-DSA-44', custody: 'both' }), 'custody');
});

test('verify: wrong lengths are not valid, undecodable text is refused', async () => {
  const made = await call('keygen', { security_level: 'ML-DSA-44' });
  const { signature } = (await call('sign', { message: MESSAGE, key_id: made.at('key_id') })).body as {
    signature: string;
  };
  const right = { message: MESSAGE, signature, public_key: made.at('public_key') };
  for (const wrong of [
    { signature: '' },
    { signature: 'AA==' },
    { public_key: '' },
    { public_key: 'AA==' },
    { public_key: toBase64(new Uint8Array(1952)) },
  ]) {
    const answer = await call('verify', { ...right, ...wrong });
    expect([answer.status, answer.body]).toEqual([200, { valid: false }]);
  }
  for (const name of Object.keys(right)) {
    for (const text of ['A', 'AB==', 'AA=', '!!!!', 'AA==\n']) {
      await expectInvalid(call('verify', { ...right, [name]: text }), name);
    }
  }
});

test('an empty message is a message', async () => {
  const made = await call('keygen', { security_level: 'ML-DSA-44' });
  const signed = await call('sign', { message: '', key_id: made.at('key_id') });
  const verify = { message: '', signature: signed.at('signature'), public_key: made.at('public_key') };
  expect((await call('verify', verify)).at('valid')).toBe(true);
  expect((await call('verify', { ...verify, message: 'AA==' })).at('valid')).toBe(false);
});

test('S1: a key of another project is not found, not even by the same account', async () => {
  const made = await call('keygen', { security_level: 'ML-DSA-44' });
  const stranger = (await server.newKey()).key;
  const sibling = (await server.newKey({ email: OWNER, plan: 'business' })).key;
  for (const key of [stranger, sibling]) {
    const answer = await call('sign', { message: MESSAGE, key_id: made.at('key_id') }, key);
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  }
  expect((await call('sign', { message: MESSAGE, key_id: 'key_dil_0000000000000000' })).code).toBe('NOT_FOUND');
});

test('S4: a dilithium key signs here and nowhere else, and no other key signs here', async () => {
  const made = await call('keygen', { security_level: 'ML-DSA-44' });
  const scheme = 'NESTED_ED25519_DILITHIUM3';
  const hybrid = await server.call('POST', '/v1/hybrid/keygen', { token, json: { scheme } });
  const there = { message: MESSAGE, scheme, key_id: made.at('key_id') };
  const signatures = { layer1: 'AA==', layer2: 'AA==' };
  const answers = [
    await server.call('POST', '/v1/hybrid/sign', { token, json: there }),
    await server.call('POST', '/v1/hybrid/verify', { token, json: { ...there, signatures } }),
    await call('sign', { message: MESSAGE, key_id: hybrid.at('key_id') }),
  ];
  for (const answer of answers) expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
});

test('S22: the stored seed opens only in its own row', async () => {
  const [a, b] = [
    await call('keygen', { security_level: 'ML-DSA-44' }),
    await call('keygen', { security_level: 'ML-DSA-44' }),
  ].map((made) => String(made.at('key_id')));
  if (a === undefined || b === undefined) throw new TypeError('two keys');
  const { db } = server.deps;
  const stolen = await db
    .selectFrom('signing_key_layers')
    .select('envelope')
    .where('key_id', '=', a)
    .executeTakeFirstOrThrow();
  await db.updateTable('signing_key_layers').set(stolen).where('key_id', '=', b).execute();
  expect((await call('sign', { message: MESSAGE, key_id: a })).status).toBe(200);
  const before = await credits();
  expect((await call('sign', { message: MESSAGE, key_id: b })).code).toBe('INTERNAL');
  expect(await credits()).toBe(before);
});

test('units: keygen 2, sign 1, verify 0, refusals nothing', async () => {
  const start = await credits();
  const made = await call('keygen', { security_level: 'ML-DSA-44' });
  expect(await credits()).toBe(start - 2);
  const own = await call('keygen', { security_level: 'ML-DSA-44', custody: 'client' });
  expect(await credits()).toBe(start - 4);
  const signed = await call('sign', { message: MESSAGE, key_id: made.at('key_id') });
  await call('sign', { message: MESSAGE, secret_key: own.at('secret_key') });
  expect(await credits()).toBe(start - 6);
  await call('verify', { message: MESSAGE, signature: signed.at('signature'), public_key: made.at('public_key') });
  await call('sign', { message: MESSAGE, key_id: 'key_dil_0000000000000000' });
  await call('sign', { message: MESSAGE, secret_key: flipped(own.at('secret_key')) });
  await call('keygen', { security_level: 'none' });
  expect(await credits()).toBe(start - 6);
});

test('the doubled prefix is the same operation', async () => {
  const answer = await server.call('POST', '/v1/v1/crypto/dilithium/keygen', {
    token,
    json: { security_level: 'ML-DSA-44' },
  });
  expect(answer.status).toBe(200);
});

describeVectors('ACVP through the API', () => {
  interface KeyRow {
    readonly seed: string;
    readonly pk: string;
    readonly sk: string;
  }

  test('keyGen: seed and expanded key sign under the public key of the vector', async () => {
    for (const { parameterSet, tests } of acvpGroups<AcvpGroup<KeyRow>>('ML-DSA-keyGen-FIPS204')) {
      for (const { seed, pk, sk } of tests.slice(0, 2)) {
        for (const key of [
          { secret_key: base64OfHex(sk) },
          { secret_key: base64OfHex(seed), security_level: parameterSet },
        ]) {
          const { signature } = (await call('sign', { message: MESSAGE, ...key })).body as { signature: string };
          const verify = { message: MESSAGE, signature, public_key: base64OfHex(pk) };
          expect((await call('verify', verify)).body).toEqual({ valid: true });
        }
      }
    }
  });

  test('sigVer: signatures of the vectors with an empty context', async () => {
    interface Row {
      readonly testPassed: boolean;
      readonly pk: string;
      readonly message: string;
      readonly context: string;
      readonly signature: string;
    }
    type Group = AcvpGroup<Row> & { readonly signatureInterface: string; readonly preHash: string };
    const groups = acvpGroups<Group>('ML-DSA-sigVer-FIPS204').filter(
      ({ signatureInterface, preHash }) => signatureInterface === 'external' && preHash === 'pure',
    );
    expect(groups.length).toBe(3);
    for (const { tests } of groups) {
      for (const row of tests.slice(0, 5)) {
        const answer = await call('verify', {
          message: base64OfHex(row.message),
          signature: base64OfHex(row.signature),
          public_key: base64OfHex(row.pk),
        });
        // The wire has no context: a signature over another context does not hold.
        expect(answer.body).toEqual({ valid: row.testPassed && row.context === '' });
      }
    }
  });
});
