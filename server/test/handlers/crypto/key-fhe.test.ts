/** Verification of keys under encryption, and what a stranger may send (S31, 12.37). */
import { fromBase64, toBase64, toHex } from '@touchstone/core/bytes.ts';
import { coefficientKeys, encryptCoefficients } from '@touchstone/core/fhe/coefficients.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { verifyStatement } from '@touchstone/core/sign/statement.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encryptedKey, equalityContext } from '../../encrypted-inputs.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

const MATERIAL = 'sk_live_material_of_a_managed_key';

let server: TestServer;
let token: string;
let apiKeyId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key: token, keyId: apiKeyId } = await rich());
});
afterAll(() => server.close());

/** A key whose account can pay for many verifications. */
async function rich() {
  const made = await server.newKey({ plan: 'enterprise_plus' });
  const { accounts } = (await server.call('GET', '/api/v1/admin/accounts', { token: server.admin })).body as {
    accounts: { id: string }[];
  };
  for (const { id } of accounts) {
    const json = { credits: 1_000_000 };
    await server.call('PATCH', `/api/v1/admin/accounts/${id}`, { token: server.admin, json });
  }
  return made;
}

const post = (path: string, json: object, as = token) => server.call('POST', `/v1/key/${path}`, { token: as, json });
const challenge = async (as = token) =>
  String((await server.call('GET', '/v1/key/fhe/challenge', { token: as })).at('challenge'));

async function managedKey(material = MATERIAL): Promise<string> {
  return String((await post('encrypt', { key_material: material, label: 'x', tier: 'key-2' })).at('id'));
}

interface Enrolled {
  readonly id: string;
  readonly keyId: string;
  readonly publicKey: string;
}

async function enrolled(verifiers: readonly string[] = []): Promise<Enrolled> {
  const keyId = await managedKey();
  const answer = await post('fhe/register', { key_id: keyId, purpose: 'A copy', allowed_verifiers: verifiers });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  expect(answer.body).toMatchObject({ key_id: keyId, status: 'enrolled' });
  expect(answer.at('fhe_params')).toMatchObject({ scheme: 'BFV', n: 4096, plain_modulus: 65_537 });
  return { id: String(answer.at('enrollment_id')), keyId, publicKey: String(answer.at('fhe_params.public_key')) };
}

const verify = (id: string, encrypted_key: string, fresh: string, as = token): Promise<Answer> =>
  post('fhe/verify', { enrollment_id: id, encrypted_key, challenge: fresh }, as);

let enrolment: Enrolled;
beforeEach(async () => {
  enrolment = await enrolled();
});

describe('the comparison', () => {
  test('the same key matches, every other one does not, and the answer is signed', async () => {
    const { id, publicKey, keyId } = enrolment;
    const sent = await encryptedKey(publicKey, MATERIAL);
    const fresh = await challenge();
    const answer = await verify(id, sent, fresh);
    expect(answer.body).toMatchObject({
      match: true,
      confidence: 1,
      key_status: 'active',
      enrollment_id: id,
      key_id: keyId,
      challenge: fresh,
      encrypted_key_hash: toHex(sha3_256(fromBase64(sent) ?? new Uint8Array())),
    });
    const { dilithium_signature: signature, ...body } = answer.body as Record<string, string>;
    const sets = (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as KeySet[];
    const key = sets
      .find(({ keyset_id: name }) => name === body.keyset_id)
      ?.keys.find((one) => algorithmOf(one) === 'ML-DSA-65');
    if (key === undefined) throw new Error('no key');
    const isSigned = (changes: object) =>
      verifyStatement(
        'key-verification',
        { ...body, ...changes },
        String(signature),
        publicKeyBytes(key),
        server.deps.signer,
      );
    expect(await isSigned({})).toBe(true);
    expect(await isSigned({ challenge: await challenge() })).toBe(false);
    for (const other of [`${MATERIAL} `, MATERIAL.slice(1), 'x']) {
      const refused = await verify(id, await encryptedKey(publicKey, other), await challenge());
      expect(refused.body).toMatchObject({ match: false, confidence: 0 });
    }
  });

  test('256 single bits make a difference each', async () => {
    const context = await equalityContext();
    const publicKey = fromBase64(enrolment.publicKey) ?? new Uint8Array();
    const digest = sha3_256(new TextEncoder().encode(MATERIAL));
    for (let bit = 0; bit < 256; bit += 37) {
      const bits = Array.from({ length: 256 }, (_, at) => ((digest[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
      bits[bit] = 1 - (bits[bit] ?? 0);
      const answer = await verify(
        enrolment.id,
        toBase64(encryptCoefficients(context, publicKey, bits)),
        await challenge(),
      );
      expect(answer.at('match')).toBe(false);
    }
    // A coefficient beyond the digest counts as well.
    const longer = Array.from({ length: 4096 }, (_, at) =>
      at < 256 ? ((digest[at >> 3] ?? 0) >> (7 - (at & 7))) & 1 : 0,
    );
    longer[4095] = 1;
    const answer = await verify(
      enrolment.id,
      toBase64(encryptCoefficients(context, publicKey, longer)),
      await challenge(),
    );
    expect(answer.at('match')).toBe(false);
  });
});

describe('what is not whole', () => {
  test('another pair of keys matches nothing', async () => {
    const other = await enrolled();
    const sent = await encryptedKey(other.publicKey, MATERIAL);
    expect((await verify(enrolment.id, sent, await challenge())).at('match')).toBe(false);
    expect((await verify(other.id, sent, await challenge())).at('match')).toBe(true);
    const context = await equalityContext();
    const own = toBase64(encryptCoefficients(context, coefficientKeys(context).publicKey, [1]));
    expect((await verify(enrolment.id, own, await challenge())).at('match')).toBe(false);
  });

  test('cut, longer, compressed, of other parameters, with coefficients beyond the prime', async () => {
    const good = Buffer.from(await encryptedKey(enrolment.publicKey, MATERIAL), 'base64');
    const changed = (change: (bytes: Buffer) => unknown) => {
      const bytes = Buffer.from(good);
      change(bytes);
      return bytes;
    };
    const cases = [
      Buffer.alloc(0),
      good.subarray(1),
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.alloc(1)]),
      Buffer.alloc(good.length),
      Buffer.from(enrolment.publicKey, 'base64'),
      changed((bytes) => bytes.fill(255, 113, 121)),
      // Transparent: the second polynomial is zero.
      changed((bytes) => bytes.fill(0, 113 + (bytes.length - 113) / 2)),
      ...Array.from({ length: 28 }, (_, at) =>
        changed((bytes) => bytes.writeUInt8(bytes.readUInt8(4 * at) ^ 1, 4 * at)),
      ),
    ];
    for (const [at, bytes] of cases.entries()) {
      const answer = await verify(enrolment.id, bytes.toString('base64'), await challenge());
      // A public key has the form of a ciphertext, of another pair as it were.
      if (answer.status === 200) expect([at, answer.at('match')]).toEqual([5, false]);
      else {
        const { code, headers } = answer;
        expect([at, code, headers['x-error-field']]).toEqual([at, 'INVALID_CIPHERTEXT', 'encrypted_key']);
      }
    }
    // Changed coefficients are noise.
    const noisy = changed((bytes) => bytes.writeUInt8(bytes.readUInt8(918) ^ 16, 918));
    expect((await verify(enrolment.id, noisy.toString('base64'), await challenge())).at('match')).toBe(false);
    expect((await verify(enrolment.id, good.toString('base64'), await challenge())).at('match')).toBe(true);
    expect(server.logged.join('')).not.toContain('replaced');
  });
});

describe('challenges', () => {
  test('each holds once for an enrolment, for the API key that asked, for five minutes', async () => {
    const sent = await encryptedKey(enrolment.publicKey, MATERIAL);
    const matches = async (fresh: string, as = token) => (await verify(enrolment.id, sent, fresh, as)).at('match');
    const asked = await server.call('GET', '/v1/key/fhe/challenge', { token });
    expect(asked.at('ttl_seconds')).toBe(300);
    const fresh = String(asked.at('challenge'));
    expect(await matches(fresh)).toBe(true);
    expect(await matches(fresh)).toBe(false);
    const other = await enrolled();
    expect((await verify(other.id, await encryptedKey(other.publicKey, MATERIAL), fresh)).at('match')).toBe(true);
    const second = String((await server.call('POST', '/api/auth/keys', { token, json: {} })).at('api_key'));
    expect(await matches(await challenge(), second)).toBe(false);
    expect(await matches(await challenge(second), second)).toBe(true);
    for (const unknown of [toBase64(new Uint8Array(32)), toBase64(new Uint8Array(31)), '']) {
      expect(await matches(unknown)).toBe(false);
    }
    const late = await challenge();
    server.advance(300_000);
    expect(await matches(late)).toBe(false);
    expect((await verify(enrolment.id, sent, 'no base64')).code).toBe('INVALID_REQUEST');
  });

  test('of the same one sent twice at once only one counts', async () => {
    const sent = await encryptedKey(enrolment.publicKey, MATERIAL);
    const fresh = await challenge();
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(enrolment.id, sent, fresh)));
    expect(answers.filter((answer) => answer.at('match') === true)).toHaveLength(1);
  });

  test('S31: a hundred attempts without a match end an enrolment', async () => {
    const sent = await encryptedKey(enrolment.publicKey, 'another');
    for (let round = 0; round < 100; round += 20) {
      const attempts = Array.from({ length: 20 }, () => verify(enrolment.id, sent, ''));
      for (const answer of await Promise.all(attempts)) expect(answer.at('match')).toBe(false);
    }
    const right = await encryptedKey(enrolment.publicKey, MATERIAL);
    expect((await verify(enrolment.id, right, await challenge())).code).toBe('CONFLICT');
    const list = await server.call('GET', '/v1/key/fhe/enrollments?limit=200', { token });
    const items = list.at('items') as { enrollment_id: string; status: string; non_matches: number }[];
    expect(items.find(({ enrollment_id: id }) => id === enrolment.id)).toMatchObject({
      status: 'ended',
      non_matches: 100,
    });
  });
});

describe('who may', () => {
  test('allowed verifiers only', async () => {
    const second = await server.call('POST', '/api/auth/keys', { token, json: {} });
    const { id, publicKey } = await enrolled([apiKeyId]);
    const sent = await encryptedKey(publicKey, MATERIAL);
    expect((await verify(id, sent, await challenge())).at('match')).toBe(true);
    const other = String(second.at('api_key'));
    expect((await verify(id, sent, await challenge(other), other)).code).toBe('INVALID_SCOPE');
    const stranger = await rich();
    expect((await verify(id, sent, await challenge(stranger.key), stranger.key)).code).toBe('NOT_FOUND');
    const json = { key_id: await managedKey(), purpose: 'x', allowed_verifiers: [stranger.keyId] };
    expect((await post('fhe/register', json)).code).toBe('INVALID_REQUEST');
  });

  test('12.37: not under a revoked, rotated or expired key', async () => {
    const { id, publicKey, keyId } = enrolment;
    const sent = await encryptedKey(publicKey, MATERIAL);
    const register = (key: string) => post('fhe/register', { key_id: key, purpose: 'x', allowed_verifiers: [] });
    await post('rotate', { key_id: keyId, new_key_material: 'n', tier: 'key-2', grace_period_seconds: 60 });
    for (const answer of [await verify(id, sent, await challenge()), await register(keyId)]) {
      expect([answer.status, answer.code]).toEqual([403, 'KEY_EXPIRED']);
    }
    server.advance(61_000);
    expect((await verify(id, sent, await challenge())).code).toBe('KEY_EXPIRED');
    const revoked = await enrolled();
    await post('revoke', { key_id: revoked.keyId, reason: 'x' });
    for (const answer of [await verify(revoked.id, sent, await challenge()), await register(revoked.keyId)]) {
      expect([answer.status, answer.code]).toEqual([403, 'KEY_REVOKED']);
    }
    expect((await register('key_0000000000000000')).code).toBe('NOT_FOUND');
  });
});

test('enrolments are listed and deleted', async () => {
  const { key } = await rich();
  const keyId = (await post('encrypt', { key_material: 'm', label: 'x', tier: 'key-1' }, key)).at('id');
  for (const purpose of ['a', 'b']) await post('fhe/register', { key_id: keyId, purpose, allowed_verifiers: [] }, key);
  const list = (query: string) => server.call('GET', `/v1/key/fhe/enrollments${query}`, { token: key });
  const first = await list('?limit=1');
  expect(first.at('items.0')).toMatchObject({
    key_id: keyId,
    key_status: 'active',
    non_matches: 0,
    status: 'enrolled',
  });
  const second = await list(`?cursor=${first.at('next_cursor')}`);
  expect(second.at('items')).toHaveLength(1);
  const path = `/v1/key/fhe/enrollments/${first.at('items.0.enrollment_id')}`;
  expect((await server.call('DELETE', path, { token })).code).toBe('NOT_FOUND');
  expect((await server.call('DELETE', path, { token: key })).status).toBe(200);
  expect((await server.call('DELETE', path, { token: key })).code).toBe('NOT_FOUND');
  expect((await list('')).at('items')).toHaveLength(1);
});
