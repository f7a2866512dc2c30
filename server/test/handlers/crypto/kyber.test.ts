import * as nodeCrypto from 'node:crypto';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccountByEmail } from '../../../src/accounts/store/accounts.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { bytes, flipped, nodePrivateKey, nodePublicKey, rawPublic } from './raw-keys.ts';
import { type AcvpGroup, acvpGroups, base64OfHex, describeVectors } from './vectors.ts';

const LEVELS = [
  ['ML-KEM-512', 800, 1632, 768],
  ['ML-KEM-768', 1184, 2400, 1088],
  ['ML-KEM-1024', 1568, 3168, 1568],
] as const;

let server: TestServer;
let token: string;
const OWNER = 'kyber@example.com';
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ email: OWNER, plan: 'business' })).key;
});
afterAll(() => server.close());

const call = (name: string, json: unknown) => server.call('POST', `/v1/crypto/kyber/${name}`, { token, json });
const credits = async () => (await findAccountByEmail(server.deps.db, OWNER))?.credits ?? Number.NaN;

async function expectRefusal(answer: ReturnType<typeof call>, code: string, field: string): Promise<void> {
  const refused = await answer;
  expect([refused.status, refused.code]).toEqual([400, code]);
  expect(refused.message).toContain(`\`${field}\``);
}

describe.each(LEVELS)('%s', (level, publicLength, secretLength, ciphertextLength) => {
  test('both sides come to the same secret, and another key does not', async () => {
    const made = await call('keygen', { security_level: level });
    expect(Object.keys(made.body as object).sort()).toEqual(['algorithm', 'public_key', 'secret_key']);
    expect(made.at('algorithm')).toBe(level);
    expect(bytes(made.at('public_key')).length).toBe(publicLength);
    expect(bytes(made.at('secret_key')).length).toBe(secretLength);
    const sent = await call('encapsulate', { public_key: made.at('public_key') });
    expect(Object.keys(sent.body as object).sort()).toEqual(['ciphertext', 'shared_secret']);
    expect(bytes(sent.at('ciphertext')).length).toBe(ciphertextLength);
    expect(bytes(sent.at('shared_secret')).length).toBe(32);
    const ciphertext = sent.at('ciphertext');
    const opened = await call('decapsulate', { ciphertext, secret_key: made.at('secret_key') });
    expect(opened.body).toEqual({ shared_secret: sent.at('shared_secret') });
    const other = await call('keygen', { security_level: level });
    const foreign = await call('decapsulate', { ciphertext, secret_key: other.at('secret_key') });
    expect(foreign.status).toBe(200);
    expect(foreign.at('shared_secret')).not.toBe(sent.at('shared_secret'));
  });

  test('a changed ciphertext gives another secret, always the same one (implicit rejection)', async () => {
    const made = await call('keygen', { security_level: level });
    const sent = await call('encapsulate', { public_key: made.at('public_key') });
    const changed = { ciphertext: flipped(sent.at('ciphertext')), secret_key: made.at('secret_key') };
    const [first, second] = [await call('decapsulate', changed), await call('decapsulate', changed)];
    expect(first.status).toBe(200);
    expect(first.body).toEqual(second.body);
    expect(first.at('shared_secret')).not.toBe(sent.at('shared_secret'));
  });

  test('node:crypto agrees both ways; a 64-byte seed is told by the ciphertext', async () => {
    const seed = server.deps.random(64);
    const own = nodePrivateKey(level, seed);
    const sent = await call('encapsulate', { public_key: rawPublic(own) });
    const taken = nodeCrypto.decapsulate(own, bytes(sent.at('ciphertext')));
    expect(toBase64(new Uint8Array(taken))).toBe(sent.at('shared_secret'));
    const theirs = nodeCrypto.encapsulate(nodePublicKey(level, rawPublic(own)));
    const opened = await call('decapsulate', {
      ciphertext: toBase64(new Uint8Array(theirs.ciphertext)),
      secret_key: toBase64(seed),
    });
    expect(opened.at('shared_secret')).toBe(toBase64(new Uint8Array(theirs.sharedKey)));
    const made = await call('keygen', { security_level: level });
    const forThem = nodeCrypto.encapsulate(nodePublicKey(level, String(made.at('public_key'))));
    const ciphertext = toBase64(new Uint8Array(forThem.ciphertext));
    const back = await call('decapsulate', { ciphertext, secret_key: made.at('secret_key') });
    expect(back.at('shared_secret')).toBe(toBase64(new Uint8Array(forThem.sharedKey)));
  });

  test('refuses keys that fail the checks of FIPS 203 and ciphertexts of a wrong length', async () => {
    const made = await call('keygen', { security_level: level });
    const ciphertext = (await call('encapsulate', { public_key: made.at('public_key') })).at('ciphertext');
    const unreduced = bytes(made.at('public_key'));
    unreduced.set([0xff, 0xff, 0xff], 3);
    await expectRefusal(call('encapsulate', { public_key: toBase64(unreduced) }), 'INVALID_REQUEST', 'public_key');
    // A byte of the encapsulation key inside the decapsulation key, and a byte of its hash.
    for (const at of [secretLength - 64 - 40, secretLength - 64]) {
      const broken = { ciphertext, secret_key: flipped(made.at('secret_key'), at) };
      await expectRefusal(call('decapsulate', broken), 'INVALID_REQUEST', 'secret_key');
    }
    for (const length of [0, 1, ciphertextLength - 1, ciphertextLength + 1, ciphertextLength === 768 ? 1088 : 768]) {
      const wrong = { ciphertext: toBase64(new Uint8Array(length)), secret_key: made.at('secret_key') };
      await expectRefusal(call('decapsulate', wrong), 'INVALID_CIPHERTEXT', 'ciphertext');
    }
  });
});

test('refuses other lengths, other levels and text that is not base64', async () => {
  for (const length of [0, 32, 799, 801, 1632]) {
    await expectRefusal(
      call('encapsulate', { public_key: toBase64(new Uint8Array(length)) }),
      'INVALID_REQUEST',
      'public_key',
    );
  }
  const ciphertext = toBase64(new Uint8Array(768));
  for (const length of [0, 32, 63, 65, 800, 1633]) {
    const json = { ciphertext, secret_key: toBase64(new Uint8Array(length)) };
    await expectRefusal(call('decapsulate', json), 'INVALID_REQUEST', 'secret_key');
  }
  const seed = toBase64(new Uint8Array(64));
  await expectRefusal(
    call('decapsulate', { ciphertext: 'AA==', secret_key: seed }),
    'INVALID_CIPHERTEXT',
    'ciphertext',
  );
  await expectRefusal(call('decapsulate', { ciphertext: 'A', secret_key: seed }), 'INVALID_REQUEST', 'ciphertext');
  await expectRefusal(call('encapsulate', { public_key: 'AB==' }), 'INVALID_REQUEST', 'public_key');
  for (const wrong of ['ML-KEM-256', 'kyber768', 'ML-DSA-65']) {
    await expectRefusal(call('keygen', { security_level: wrong }), 'INVALID_REQUEST', 'security_level');
  }
  const large = toBase64(new Uint8Array(300_000));
  await expectRefusal(call('encapsulate', { public_key: large }), 'INVALID_REQUEST', 'public_key');
  await expectRefusal(call('decapsulate', { ciphertext: large, secret_key: seed }), 'INVALID_CIPHERTEXT', 'ciphertext');
});

test('needs the scope `keys`; keygen costs 2 units, the others 1, refusals nothing', async () => {
  const json = { security_level: 'ML-KEM-512' };
  const signer = await server.scopedKey(['sign']);
  const refused = await server.call('POST', '/v1/crypto/kyber/keygen', { token: signer, json });
  expect([refused.status, refused.code]).toEqual([403, 'INVALID_SCOPE']);
  const start = await credits();
  const made = await call('keygen', json);
  expect(await credits()).toBe(start - 2);
  const sent = await call('encapsulate', { public_key: made.at('public_key') });
  await call('decapsulate', { ciphertext: sent.at('ciphertext'), secret_key: made.at('secret_key') });
  expect(await credits()).toBe(start - 4);
  await call('encapsulate', { public_key: 'AA==' });
  await call('decapsulate', { ciphertext: 'AA==', secret_key: made.at('secret_key') });
  expect(await credits()).toBe(start - 4);
});

describeVectors('ACVP through the API', () => {
  interface Row {
    readonly ek: string;
    readonly dk: string;
    readonly c: string;
    readonly k: string;
    readonly testPassed: boolean;
  }
  type Group = AcvpGroup<Row> & { readonly function: string };

  test('encapDecap: secrets and both key checks', async () => {
    const counts: Record<string, number> = {};
    for (const group of acvpGroups<Group>('ML-KEM-encapDecap-FIPS203')) {
      for (const row of group.tests.slice(0, 6)) {
        counts[group.function] = (counts[group.function] ?? 0) + 1;
        const [ek, dk] = [base64OfHex(row.ek), base64OfHex(row.dk)];
        if (group.function === 'encapsulationKeyCheck') {
          expect((await call('encapsulate', { public_key: ek })).status).toBe(row.testPassed ? 200 : 400);
        } else if (group.function === 'decapsulationKeyCheck') {
          const ciphertext = (await call('encapsulate', { public_key: ek })).at('ciphertext');
          const answer = await call('decapsulate', { ciphertext, secret_key: dk });
          expect(answer.status).toBe(row.testPassed ? 200 : 400);
        } else {
          const answer = await call('decapsulate', { ciphertext: base64OfHex(row.c), secret_key: dk });
          expect(answer.body).toEqual({ shared_secret: base64OfHex(row.k) });
        }
      }
    }
    expect(Object.keys(counts).length).toBe(4);
  });
});
