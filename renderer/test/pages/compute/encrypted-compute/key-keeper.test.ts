import { fromBase64, fromHex, toBase64 } from '@touchstone/core/bytes.ts';
import { bfvEncrypt, bfvPublicKey } from '@touchstone/core/fhe/bfv.ts';
import { loadSeal, openContext } from '@touchstone/core/fhe/context.ts';
import { PARAMETERS, PREFIX_BYTES } from '@touchstone/core/fhe/params.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectHeld } from '../../../../../core/test/schemas/held-to-reader.ts';
import type {
  Answered,
  FheResults,
  HeldPair,
  KeyFile,
} from '../../../../src/pages/compute/encrypted-compute/fhe-jobs.ts';
import { readKeyFile } from '../../../../src/pages/compute/encrypted-compute/key-file.ts';
import { KeyKeeper } from '../../../../src/pages/compute/encrypted-compute/key-keeper.ts';
import { depthOf, type Known, knownOf } from '../../../../src/pages/compute/encrypted-compute/known.ts';

const keeper = new KeyKeeper();
let pair: HeldPair;
let file: KeyFile;

const encrypt = async (values: readonly number[]) => {
  const answered = (await keeper.run({ kind: 'encrypt', id: pair.id, values })) as Answered<string>;
  if (!answered.ok) throw new Error(answered.reason);
  return answered.value;
};
const multiply = (a: string, b: string) =>
  keeper.run({ kind: 'multiply', id: pair.id, a, b }) as Promise<FheResults['multiply']>;
const decrypt = (ciphertext: string) =>
  keeper.run({ kind: 'decrypt', id: pair.id, ciphertext }) as Promise<FheResults['decrypt']>;
const known = (ciphertext: string): Known => {
  const found = knownOf(ciphertext);
  if (found === null) throw new Error('no ciphertext');
  return found;
};

// One pair for all: making it takes half a second.
beforeAll(async () => {
  pair = (await keeper.run({ kind: 'make', profile: 'standard' })) as HeldPair;
  const saved = (await keeper.run({ kind: 'file', id: pair.id })) as Answered<string>;
  const read = saved.ok ? readKeyFile(saved.value) : null;
  if (read === null) throw new Error('no key file');
  file = read;
});

describe('a pair that was made in the page', () => {
  it('encrypts, multiplies and decrypts there, and says how deep it is', async () => {
    expect(pair).toMatchObject({ profile: 'standard', custody: 'client', isIssued: false, hasSecret: true });
    const [a, b] = [await encrypt([12, -7, 250]), await encrypt([3, 5, -2])];
    const product = await multiply(a, b);
    if (!product.ok) throw new Error(product.reason);
    expect(await decrypt(product.value)).toEqual({ ok: true, value: [36, -35, -500] });
    expect(known(a)).toMatchObject({ depth: 0, left: 5, values: 3, keyId: pair.id.slice(-16) });
    expect(known(product.value)).toMatchObject({ depth: 1, left: 4, noise: { counted: 35, most: 194 } });
    expect([depthOf('add', known(a), known(product.value)), depthOf('multiply', known(a), known(b))]).toEqual([1, 1]);
  });

  it('refuses a sixth nested product before it is computed, as is said before it is asked for', async () => {
    const fresh = await encrypt([1]);
    const bytes = fromBase64(fresh) ?? new Uint8Array();
    // As deep as can be: depth 5, with the bound that belongs to it.
    bytes[14] = 5;
    new DataView(bytes.buffer).setUint32(57, 175 * 65_536);
    const deepest = toBase64(bytes);
    expect(known(deepest)).toMatchObject({ depth: 5, left: 0 });
    expect(depthOf('multiply', known(deepest), known(fresh))).toBe(null);
    expect(await multiply(deepest, fresh)).toEqual({ ok: false, reason: 'exhausted' });
  });

  it('takes nothing of another pair, no changed first bytes, and no other text', async () => {
    const fresh = await encrypt([1]);
    const changed = (at: number) => {
      const bytes = fromBase64(fresh) ?? new Uint8Array();
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return toBase64(bytes);
    };
    // The key's id, the fingerprint, and what SEAL reads before the coefficients: whether they are compressed.
    for (const at of [15, 30, 81 + 5]) {
      expect(await decrypt(changed(at)), String(at)).toEqual({ ok: false, reason: 'invalid' });
    }
    expect(await decrypt('AAAA')).toEqual({ ok: false, reason: 'invalid' });
    expect([knownOf('AAAA'), knownOf('no base64'), knownOf(file.public_key)]).toEqual([null, null, null]);
  });
});

describe('a key file', () => {
  const hold = (given: KeyFile) => new KeyKeeper().run({ kind: 'hold', file: given }) as Promise<HeldPair | null>;

  it('brings the pair back, in another page too', async () => {
    const other = new KeyKeeper();
    expect(await other.run({ kind: 'hold', file })).toEqual(pair);
    const ciphertext = await encrypt([41]);
    expect(await other.run({ kind: 'decrypt', id: pair.id, ciphertext })).toEqual({ ok: true, value: [41] });
  });

  it('is refused where keys do not belong together, or SEAL would find something else than coefficients', async () => {
    const changed = (text: string, at: number) => {
      const bytes = fromBase64(text) ?? new Uint8Array();
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return toBase64(bytes);
    };
    expect(await hold({ ...file, key_id: 'key_bfv_0000000000000000' })).toBe(null);
    expect(await hold({ ...file, public_key: file.relin_key })).toBe(null);
    expect(await hold({ ...file, public_key: changed(file.public_key, 1_000) })).toBe(null);
    expect(await hold({ ...file, relin_key: changed(file.relin_key, 81 + 5) })).toBe(null);
    expect(await hold({ ...file, secret_key: changed(file.secret_key ?? '', 81 + 5) })).toBe(null);
    // One coefficient: of the secret key, and of the last part of the other.
    const coefficient = changed(file.secret_key ?? '', 81 + 88 + 40);
    expect(await hold({ ...file, secret_key: coefficient })).toBe(null);
    // Of the last prime, which nothing that decrypts reads.
    const end = (fromBase64(file.secret_key ?? '')?.length ?? 0) - 32 - 16;
    expect(await hold({ ...file, secret_key: changed(file.secret_key ?? '', end) })).toBe(null);
    const last = (fromBase64(file.relin_key)?.length ?? 0) - 32 - 16;
    expect(await hold({ ...file, relin_key: changed(file.relin_key, last) })).toBe(null);
  });

  it('is refused with and without its secret key where the public key leaves a message in clear', async () => {
    const context = openContext(await loadSeal(), PARAMETERS['bfv-standard']);
    const prefix = 81;
    const bodyOf = (text: string) => (fromBase64(text) ?? new Uint8Array()).slice(prefix, -32);
    /** The file with another public key, and with the fingerprint that then belongs to all. */
    const withPublicKey = (publicKey: Uint8Array): KeyFile => {
      const text = (of: string, body?: Uint8Array) => {
        const bytes = fromBase64(of) ?? new Uint8Array();
        bytes.set(sha256(publicKey), 23);
        if (body !== undefined) bytes.set(body, prefix);
        return toBase64(bytes);
      };
      return {
        key_id: file.key_id,
        public_key: text(file.public_key, publicKey),
        relin_key: text(file.relin_key),
        secret_key: text(file.secret_key ?? ''),
      };
    };
    const genuine = bodyOf(file.public_key);
    const half = PREFIX_BYTES + (genuine.length - PREFIX_BYTES) / 2;
    const zeros = genuine.slice().fill(0, PREFIX_BYTES);
    const noSecret = bodyOf(file.secret_key ?? '').fill(0, 88);
    expect(await hold(withPublicKey(zeros))).toBe(null);
    for (const [what, publicKey] of [
      ['all zeros', zeros],
      ['a first polynomial of zeros', genuine.slice().fill(0, PREFIX_BYTES, half)],
      ['a second polynomial of zeros', genuine.slice().fill(0, half)],
      // What it encrypts everybody decrypts.
      ['of a secret key of zeros', bfvPublicKey(context, noSecret)],
    ] as const) {
      const { secret_key: _, ...publicOnly } = withPublicKey(publicKey);
      expect(await hold(publicOnly), what).toBe(null);
    }
    expect(() => bfvEncrypt(context, zeros, [7, 42, -3])).toThrow('hides nothing');
  });

  it('has its members, each once, and no other', () => {
    const text = JSON.stringify(file);
    expect(readKeyFile(text)).toEqual(file);
    const wrong = [
      '{',
      '[]',
      '{"key_id":"a"}',
      `{"key_id":"a",${text.slice(1)}`,
      JSON.stringify({ ...file, more: 1 }),
      JSON.stringify({ ...file, secret_key: null }),
    ];
    expect(wrong.map(readKeyFile)).toEqual(wrong.map(() => null));
  });

  it('takes away no secret that is held, and puts no other pair in its place', async () => {
    const other = new KeyKeeper();
    await other.run({ kind: 'hold', file });
    const { secret_key: _, ...half } = file;
    expect(await other.run({ kind: 'hold', file: half })).toEqual(pair);
    const ciphertext = await encrypt([41]);
    expect(await other.run({ kind: 'decrypt', id: pair.id, ciphertext })).toEqual({ ok: true, value: [41] });
    // A pair of its own under the same id, whole in itself.
    const stranger = new KeyKeeper();
    const made = (await stranger.run({ kind: 'make', profile: 'standard' })) as HeldPair;
    const written = (await stranger.run({ kind: 'file', id: made.id })) as Answered<string>;
    const strange = written.ok ? readKeyFile(written.value) : null;
    if (strange === null) throw new Error('no key file');
    const renamed = (text: string) => {
      const bytes = fromBase64(text) ?? new Uint8Array();
      bytes.set(fromHex(pair.id.slice(-16)) ?? [], 15);
      return toBase64(bytes);
    };
    const impostor = {
      key_id: pair.id,
      public_key: renamed(strange.public_key),
      relin_key: renamed(strange.relin_key),
      secret_key: renamed(strange.secret_key ?? ''),
    };
    expect(await hold(impostor)).toMatchObject({ id: pair.id, hasSecret: true });
    expect(await other.run({ kind: 'hold', file: impostor })).toBe(null);
    expect(await other.run({ kind: 'decrypt', id: pair.id, ciphertext })).toEqual({ ok: true, value: [41] });
  });
});

it('a pair that was dropped is not there any more', async () => {
  const other = new KeyKeeper();
  await other.run({ kind: 'hold', file });
  await other.run({ kind: 'drop', id: pair.id });
  const ciphertext = await encrypt([7]);
  expect(await other.run({ kind: 'decrypt', id: pair.id, ciphertext })).toEqual({ ok: false, reason: 'not-held' });
  expect(await other.run({ kind: 'encrypt', id: pair.id, values: [1] })).toEqual({ ok: false, reason: 'not-held' });
});

it('a file without a secret key is held for encrypting alone', async () => {
  const other = new KeyKeeper();
  const { secret_key: _, ...publicOnly } = file;
  expect(await other.run({ kind: 'hold', file: publicOnly })).toEqual({ ...pair, hasSecret: false });
  const encrypted = (await other.run({ kind: 'encrypt', id: pair.id, values: [7] })) as FheResults['encrypt'];
  if (!encrypted.ok) throw new Error(encrypted.reason);
  const { value: ciphertext } = encrypted;
  expect(await decrypt(ciphertext)).toEqual({ ok: true, value: [7] });
  expect(await other.run({ kind: 'decrypt', id: pair.id, ciphertext })).toEqual({ ok: false, reason: 'not-held' });
});

it('a key file is what its schema says', () =>
  expectHeld({
    schema: 'fhe-key-file',
    documents: () => [{ key_id: 'key_bfv_0', public_key: 'AAAA', relin_key: 'AAAA', secret_key: 'AAAA' }],
    reads: (value) => readKeyFile(JSON.stringify(value)) !== null,
  }));
