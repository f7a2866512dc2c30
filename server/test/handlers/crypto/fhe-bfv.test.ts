/** BFV against plain computation, and against what a stranger may send (S28). */

import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { HEADER_BYTES, MAC_BYTES } from '@touchstone/core/fhe/envelope.ts';
import { PARAMETERS } from '@touchstone/core/fhe/params.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

type Keys = OutputOf<typeof api.crypto.fhe.bfvKeygen>;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
});
afterAll(() => server.close());

function call(name: string, json: unknown, as = token): Promise<Answer> {
  return server.call('POST', `/v1/fhe/bfv/${name}`, { token: as, json });
}

async function keygen(json: object = {}, as = token): Promise<Keys> {
  const answer = await call('keygen', json, as);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.body as Keys;
}

async function ciphertextOf(answer: Promise<Answer>): Promise<string> {
  const { status, text, at } = await answer;
  expect(status, text.slice(0, 300)).toBe(200);
  return String(at('ciphertext'));
}

const encrypted = (keys: Keys, plaintext: readonly number[]) =>
  ciphertextOf(call('encrypt', { plaintext, public_key: keys.public_key }));

async function decrypted(keys: Keys, ciphertext: string): Promise<unknown> {
  const own = keys.secret_key === undefined ? { key_id: keys.key_id } : { secret_key: keys.secret_key };
  const answer = await call('decrypt', { ciphertext, ...own });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.at('plaintext');
}

/** The residue that lies between -t/2 and t/2. */
function centred(value: bigint, t: bigint): number {
  const residue = ((value % t) + t) % t;
  return Number(residue > t / 2n ? residue - t : residue);
}

/** Never -0, which is answered as 0. */
function randomIn(range: number): number {
  return Math.floor(Math.random() * (2 * range + 1)) - range;
}

describe.each(['standard', 'wide'] as const)('%s', (profile) => {
  const { range, plainModulus } = PARAMETERS[`bfv-${profile}`];
  const t = plainModulus ?? 0n;

  test.each(['server', 'client'] as const)(
    'custody %s: sums and products are those of integers modulo t',
    async (custody) => {
      const keys = await keygen({ profile, custody });
      expect(Object.hasOwn(keys, 'secret_key')).toBe(custody === 'client');
      // 600 cases at once, the ends of the range among them.
      const a = [range, -range, 0, 1, ...Array.from({ length: 596 }, () => randomIn(range))];
      const b = [range, range, -1, -range, ...Array.from({ length: 400 }, () => randomIn(range))];
      const [x, y] = [await encrypted(keys, a), await encrypted(keys, b)];
      expect(await decrypted(keys, x)).toEqual(a);
      const sum = await ciphertextOf(call('add', { ciphertext_a: x, ciphertext_b: y }));
      expect(await decrypted(keys, sum)).toEqual(a.map((value, at) => centred(BigInt(value) + BigInt(b[at] ?? 0), t)));
      const { relin_key } = keys;
      const product = await ciphertextOf(call('multiply', { ciphertext_a: x, ciphertext_b: y, relin_key }));
      expect(await decrypted(keys, product)).toEqual(
        a.map((value, at) => centred(BigInt(value) * BigInt(b[at] ?? 0), t)),
      );
    },
  );

  test('products are exact five deep, the sixth is refused', async () => {
    const keys = await keygen({ profile });
    const a = Array.from({ length: 8192 }, () => randomIn(range));
    let ciphertext = await encrypted(keys, a);
    let expected = a.map(BigInt);
    for (let depth = 1; depth <= 5; depth++) {
      const json = { ciphertext_a: ciphertext, ciphertext_b: ciphertext, relin_key: keys.relin_key };
      ciphertext = await ciphertextOf(call('multiply', json));
      expected = expected.map((value) => BigInt(centred(value * value, t)));
    }
    expect(await decrypted(keys, ciphertext)).toEqual(expected.map(Number));
    const json = { ciphertext_a: ciphertext, ciphertext_b: ciphertext, relin_key: keys.relin_key };
    expect((await call('multiply', json)).code).toBe('NOISE_BUDGET_EXHAUSTED');
  });

  test('a value beyond the range is refused by name', async () => {
    const keys = await keygen({ profile });
    for (const value of [range + 1, -range - 1]) {
      const answer = await call('encrypt', { plaintext: [0, value], public_key: keys.public_key });
      expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'plaintext.1']);
    }
  });
});

describe('what is not whole', () => {
  let keys: Keys;
  let other: Keys;
  let ciphertext: string;
  beforeAll(async () => {
    [keys, other] = [await keygen(), await keygen()];
    ciphertext = await encrypted(keys, [5, 6, 7]);
  });

  const decrypt = (text: string, key = keys) => call('decrypt', { ciphertext: text, key_id: key.key_id });

  /** The same bytes with some of them changed. */
  function changed(change: (bytes: Buffer) => Buffer): string {
    return change(Buffer.from(ciphertext, 'base64')).toString('base64');
  }

  test('another key, project or kind', async () => {
    expect((await decrypt(ciphertext, other)).code).toBe('INVALID_CIPHERTEXT');
    const { key } = await server.newKey({ plan: 'enterprise_plus' });
    expect((await call('decrypt', { ciphertext, key_id: keys.key_id }, key)).code).toBe('NOT_FOUND');
    // A project cannot seal what another one made: not even for a key of its own.
    const foreign = await keygen({}, key);
    expect((await call('decrypt', { ciphertext, key_id: foreign.key_id }, key)).code).toBe('INVALID_CIPHERTEXT');
    expect((await call('add', { ciphertext_a: ciphertext, ciphertext_b: ciphertext }, key)).code).toBe(
      'INVALID_CIPHERTEXT',
    );
    expect((await call('encrypt', { plaintext: [1], public_key: keys.public_key }, key)).code).toBe('INVALID_REQUEST');
    expect((await decrypt(keys.public_key)).code).toBe('INVALID_CIPHERTEXT');
    const mixed = { ciphertext_a: ciphertext, ciphertext_b: await encrypted(other, [1]) };
    expect((await call('add', mixed)).code).toBe('INVALID_CIPHERTEXT');
    const wrongRelin = { ciphertext_a: ciphertext, ciphertext_b: ciphertext, relin_key: other.relin_key };
    expect((await call('multiply', wrongRelin)).code).toBe('INVALID_REQUEST');
    const client = await keygen({ custody: 'client' });
    expect((await call('decrypt', { ciphertext, secret_key: client.secret_key })).code).toBe('INVALID_CIPHERTEXT');
    expect((await call('decrypt', { ciphertext, key_id: client.key_id })).code).toBe('NOT_FOUND');
    expect((await call('decrypt', { ciphertext })).code).toBe('INVALID_REQUEST');
  });

  test('every byte of the header, and bytes of body and MAC', async () => {
    const length = Buffer.from(ciphertext, 'base64').length;
    const places = [
      ...Array.from({ length: HEADER_BYTES }, (_, at) => at),
      ...Array.from({ length: 40 }, () => HEADER_BYTES + Math.floor(Math.random() * (length - HEADER_BYTES))),
      ...Array.from({ length: 4 }, (_, at) => length - MAC_BYTES + at),
    ];
    for (const at of places) {
      const text = changed((bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
        return bytes;
      });
      expect((await decrypt(text)).code, `byte ${at}`).toBe('INVALID_CIPHERTEXT');
    }
  });

  test('cut, longer, of another length, and what is no envelope at all', async () => {
    const cases = [
      changed((bytes) => bytes.subarray(0, -1)),
      changed((bytes) => bytes.subarray(0, HEADER_BYTES)),
      changed((bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
      changed((bytes) => bytes.subarray(HEADER_BYTES)),
      '',
      'AAAA',
    ];
    for (const text of cases) expect((await decrypt(text)).code).toBe('INVALID_CIPHERTEXT');
  });

  test('a ciphertext that its client made is computed on, and opened by no key of ours', async () => {
    const asForeign = (text: string) => {
      const bytes = Buffer.from(text, 'base64');
      bytes[11] = 5;
      bytes.fill(0, bytes.length - MAC_BYTES);
      return bytes;
    };
    // Of a pair that the service keeps there are none.
    expect((await decrypt(asForeign(ciphertext).toString('base64'))).code).toBe('INVALID_CIPHERTEXT');
    const client = await keygen({ custody: 'client' });
    const own = asForeign(await encrypted(client, [21, -4]));
    const text = own.toString('base64');
    const sum = await ciphertextOf(call('add', { ciphertext_a: text, ciphertext_b: await encrypted(client, [1, 1]) }));
    expect(Buffer.from(sum, 'base64')[11]).toBe(5);
    expect(await decrypted(client, sum)).toEqual([22, -3]);
    const json = { ciphertext_a: text, ciphertext_b: text, relin_key: client.relin_key };
    expect(await decrypted(client, await ciphertextOf(call('multiply', json)))).toEqual([441, 16]);

    // What SEAL writes before the coefficients is not the stranger's to choose: compression, sizes, parameters.
    for (let at = 0; at < 113; at += 4) {
      const wrong = Buffer.from(own);
      wrong[HEADER_BYTES + at] = (wrong[HEADER_BYTES + at] ?? 0) ^ 1;
      const answer = await call('add', { ciphertext_a: wrong.toString('base64'), ciphertext_b: text });
      expect(answer.code, `byte ${at} of the prefix`).toBe('INVALID_CIPHERTEXT');
    }
    // A coefficient beyond its prime; and transparent ones, with the message in clear or with nothing at all.
    const over = Buffer.from(own);
    over.fill(255, HEADER_BYTES + 113, HEADER_BYTES + 121);
    const bodyBytes = own.length - HEADER_BYTES - MAC_BYTES - 113;
    const clear = Buffer.from(own).fill(0, HEADER_BYTES + 113 + bodyBytes / 2);
    const empty = Buffer.from(own).fill(0, HEADER_BYTES + 113);
    const secretKey = client.secret_key;
    for (const wrong of [over, clear, empty].map((bytes) => bytes.toString('base64'))) {
      for (const [name, json, field] of [
        ['add', { ciphertext_a: wrong, ciphertext_b: text }, 'ciphertext_a'],
        ['add', { ciphertext_a: text, ciphertext_b: wrong }, 'ciphertext_b'],
        ['multiply', { ciphertext_a: text, ciphertext_b: wrong, relin_key: client.relin_key }, 'ciphertext_b'],
        ['decrypt', { ciphertext: wrong, secret_key: secretKey }, 'ciphertext'],
      ] as const) {
        const answer = await call(name, json);
        expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_CIPHERTEXT', field]);
      }
    }
    // Random coefficients are a ciphertext whose noise has reached its message.
    const noise = Buffer.from(own);
    for (let at = HEADER_BYTES + 113; at < noise.length - MAC_BYTES; at += 8) noise.writeUInt32LE(at, at);
    const opened = await call('decrypt', { ciphertext: noise.toString('base64'), secret_key: secretKey });
    expect(opened.code).toBe('NOISE_BUDGET_EXHAUSTED');
  });

  test('noise that sums up is refused before it reaches the message', async () => {
    const client = await keygen({ custody: 'client' });
    const bytes = Buffer.from(await encrypted(client, [1]), 'base64');
    bytes[11] = 5;
    bytes.fill(0, bytes.length - MAC_BYTES);
    // The bound is a client's own to state: here the highest that still decrypts.
    bytes.writeUInt32BE(194 * 65_536, 57);
    const text = bytes.toString('base64');
    const answer = await call('add', { ciphertext_a: text, ciphertext_b: text });
    expect(answer.code).toBe('NOISE_BUDGET_EXHAUSTED');
  });

  test('after all that the server goes on', async () => {
    expect(await decrypted(keys, ciphertext)).toEqual([5, 6, 7]);
    expect(server.logged.join('')).not.toContain('replaced');
  });
});

test('pairs are listed and deleted; nothing decrypts or is made under them then', async () => {
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  const keys = await keygen({ profile: 'wide' }, key);
  const { relin_key } = keys;
  await keygen({ custody: 'client' }, key);
  const list = await server.call('GET', '/v1/fhe/bfv/keys?limit=1', { token: key });
  expect(list.at('items.0')).toMatchObject({ key_id: keys.key_id, custody: 'server', profile: 'wide' });
  const rest = await server.call('GET', `/v1/fhe/bfv/keys?cursor=${list.at('next_cursor')}`, { token: key });
  expect(rest.at('items.0.custody')).toBe('client');
  expect(rest.at('next_cursor')).toBe(null);
  const json = { plaintext: [1], public_key: keys.public_key };
  const ciphertext = (await call('encrypt', json, key)).at('ciphertext');
  const path = `/v1/fhe/bfv/keys/${keys.key_id}`;
  expect((await server.call('DELETE', path, { token })).code).toBe('NOT_FOUND');
  expect((await server.call('DELETE', path, { token: key })).status).toBe(200);
  expect((await server.call('DELETE', path, { token: key })).code).toBe('NOT_FOUND');
  for (const [name, body] of [
    ['decrypt', { ciphertext, key_id: keys.key_id }],
    ['encrypt', json],
    ['add', { ciphertext_a: ciphertext, ciphertext_b: ciphertext }],
    ['multiply', { ciphertext_a: ciphertext, ciphertext_b: ciphertext, relin_key }],
  ] as const) {
    expect([name, (await call(name, body, key)).code]).toEqual([name, 'NOT_FOUND']);
  }
});
