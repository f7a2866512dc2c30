/**
 * FALCON by liboqs must judge every byte string as noble does: what one accepts and the other refuses would split verifiers. Its keys
 * are noble's, to the byte.
 */

import { falcon512, falcon1024 } from '@noble/post-quantum/falcon.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/random.ts';
import { familyOf } from '../../src/sign/families.ts';
import { checkKnownAnswer } from '../../src/sign/known-answer.ts';
import { liboqsBackend } from '../../src/sign/liboqs-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { cases, describeVectors, field, flipBit, hex, readRecords, SOAK } from '../vectors.ts';

const NONCE_END = 41;
/** FALCON's q: the first number that is no coefficient of a public key. */
const Q = 12_289;
const SETS = [
  { algorithm: 'FALCON-512', compressed: falcon512 },
  { algorithm: 'FALCON-1024', compressed: falcon1024 },
] as const;

const message = systemRandom(48);
const liboqs = createSignatureProvider([liboqsBackend(systemRandom)], systemRandom);
const noble = createSignatureProvider([], systemRandom);

test.each(SETS)(
  '$algorithm is verified by liboqs, and keys are made, after its known answers; it does not sign',
  async ({ algorithm }) => {
    const backend = liboqsBackend(systemRandom);
    expect(await checkKnownAnswer(backend, algorithm)).toBe('right');
    expect(await liboqs.backendFor(algorithm)).toBe('liboqs');
    expect(await liboqs.backendFor(algorithm, 'keys')).toBe('liboqs');
    expect(await liboqs.backendFor(algorithm, 'sign')).toBe('noble');
    const { publicKey, secretKey } = await liboqs.generateKeyPair(algorithm);
    expect(await backend.sign?.(algorithm, secretKey, message)).toBeNull();
    expect(await noble.publicKeyOf(algorithm, secretKey)).toEqual(publicKey);
  },
);

test('other algorithms are not its own', async () => {
  expect(liboqsBackend(systemRandom).supports('Ed25519')).toBe(false);
  expect(await liboqs.backendFor('Ed25519')).toBe('noble');
  await expect(
    liboqsBackend(systemRandom).verify?.('Ed25519', new Uint8Array(32), message, new Uint8Array(64)),
  ).rejects.toThrow(TypeError);
});

describe.each(SETS)('noble and liboqs agree: $algorithm', ({ algorithm, compressed }) => {
  /** The answer of both; throws where they differ. */
  async function judged(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
    const [ours, theirs] = await Promise.all([
      noble.verify(algorithm, publicKey, text, signature),
      liboqs.verify(algorithm, publicKey, text, signature),
    ]);
    if (ours !== theirs) throw new Error(`noble says ${ours}, liboqs says ${theirs}`);
    return ours;
  }

  async function signed() {
    const { lengths, generateKeyPair, sign } = await familyOf(algorithm);
    const { publicKey, secretKey } = generateKeyPair(systemRandom(lengths.seed));
    return { lengths, publicKey, secretKey, signature: sign(secretKey, message) };
  }

  test('messages of any length, up to what liboqs declines', async () => {
    const { publicKey, secretKey } = await signed();
    const { sign } = await familyOf(algorithm);
    for (const length of [0, 1, 135, 136, 137, 70_000, (1 << 20) + 1]) {
      const text = new Uint8Array(length).fill(length);
      const signature = sign(secretKey, text);
      expect(await judged(publicKey, text, signature)).toBe(true);
      expect(await judged(publicKey, Uint8Array.of(...text.subarray(0, 9), 1), signature)).toBe(false);
    }
    expect(
      await liboqsBackend(systemRandom).verify?.(algorithm, publicKey, new Uint8Array((1 << 20) + 1), publicKey),
    ).toBeNull();
  });

  test('wrong lengths, headers, paddings and forms are refused', async () => {
    const { lengths, publicKey, secretKey, signature } = await signed();
    expect(await judged(publicKey, message, signature)).toBe(true);
    const refused = [
      compressed.sign(message, secretKey),
      signature.subarray(0, -1),
      Uint8Array.of(...signature, 0),
      new Uint8Array(0),
      new Uint8Array(lengths.signature),
      new Uint8Array(lengths.signature).fill(255),
      flipBit(signature, signature.length * 8 - 8),
      ...Array.from({ length: 8 }, (_, bit) => flipBit(signature, bit)),
    ];
    for (const wrong of refused) expect(await judged(publicKey, message, wrong)).toBe(false);
    // The padded form is the compressed one and zeros, under another header than that of the specification's signatures.
    const padded = new Uint8Array(lengths.signature);
    padded.set(compressed.sign(message, secretKey).subarray(0, lengths.signature));
    expect(await judged(publicKey, message, padded)).toBe(true);
    expect(await judged(publicKey, message, Uint8Array.of((padded[0] ?? 0) ^ 0x10, ...padded.subarray(1)))).toBe(false);
  });

  test('numbers that are spelled in another way are refused', async () => {
    const { publicKey, signature } = await signed();
    for (const [what, bytes] of respelled(signature)) {
      expect(bytes, what).not.toEqual(signature);
      expect(await judged(publicKey, message, bytes), what).toBe(false);
    }
  });

  test('public keys with coefficients from q on or another header are refused', async () => {
    const { publicKey, signature } = await signed();
    const first = ((publicKey[1] ?? 0) << 6) | ((publicKey[2] ?? 0) >> 2);
    // One coefficient in twelve thousand is the largest that is allowed.
    const largest = first === Q - 1 ? Q - 2 : Q - 1;
    for (const coefficient of [largest, Q, Q + 1, 16_383]) {
      const changed = publicKey.slice();
      changed[1] = coefficient >> 6;
      changed[2] = ((coefficient & 63) << 2) | ((changed[2] ?? 0) & 3);
      expect(await judged(changed, message, signature)).toBe(false);
    }
    // The first coefficient plus q: the same number, spelled otherwise.
    if (first + Q < 16_384) {
      const changed = publicKey.slice();
      changed[1] = (first + Q) >> 6;
      changed[2] = (((first + Q) & 63) << 2) | ((changed[2] ?? 0) & 3);
      expect(await judged(changed, message, signature)).toBe(false);
    }
    for (let bit = 0; bit < 8; bit++) expect(await judged(flipBit(publicKey, bit), message, signature)).toBe(false);
    expect(await judged(new Uint8Array(publicKey.length), message, signature)).toBe(false);
    expect(await judged(publicKey.subarray(1), message, signature)).toBe(false);
  });

  test('random changes of key, message and signature', { timeout: SOAK ? 1_800_000 : 180_000 }, async () => {
    const { lengths, publicKey, signature } = await signed();
    const bitsOf = (length: number) => fc.array(fc.nat(length * 8 - 1), { maxLength: 3 });
    let accepted = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        bitsOf(lengths.publicKey),
        bitsOf(message.length),
        // Early bits change the nonce, the middle the numbers, late ones the padding.
        fc.oneof(bitsOf(lengths.signature), bitsOf(NONCE_END), fc.array(lateBit(lengths.signature), { maxLength: 2 })),
        async (inKey, inMessage, inSignature) => {
          const isValid = await judged(
            inKey.reduce(flipBit, publicKey),
            inMessage.reduce(flipBit, message),
            inSignature.reduce(flipBit, signature),
          );
          if (isValid) accepted++;
          else refused++;
        },
      ),
      { numRuns: SOAK ? 100_000 : 300, examples: [[[], [], []]] },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(100);
  });
});

describeVectors('noble and liboqs agree on the FALCON known answers', () => {
  test.each(SETS)('$algorithm', async ({ algorithm }) => {
    const degree = algorithm.slice('FALCON-'.length);
    const records = readRecords(`pqc/falcon-kat/pqclean_nistkat_falcon-padded-${degree}.txt`);
    const { lengths } = await familyOf(algorithm);
    for (const record of cases(records, 'FALCON padded')) {
      const signature = hex(field(record, 'sm')).subarray(0, lengths.signature);
      const [publicKey, text] = [hex(field(record, 'pk')), hex(field(record, 'msg'))];
      expect(await liboqs.verify(algorithm, publicKey, text, signature)).toBe(true);
      expect(await liboqs.verify(algorithm, publicKey, flipBit(text, 3), signature)).toBe(false);
    }
  });
});

function lateBit(length: number): fc.Arbitrary<number> {
  return fc.integer({ min: (length - 80) * 8, max: length * 8 - 1 });
}

/**
 * The signature with its numbers in spellings that section 3.11.2 forbids. Each number is a sign, seven low bits, and its
 * high part in unary: zeros and a one.
 */
function respelled(signature: Uint8Array): readonly (readonly [string, Uint8Array])[] {
  const bits = [...signature.subarray(NONCE_END)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1),
  );
  const count = signature.length > 1000 ? 1024 : 512;
  const numbers: number[][] = [];
  let at = 0;
  while (numbers.length < count) {
    const end = bits.indexOf(1, at + 8) + 1;
    numbers.push(bits.slice(at, end));
    at = end;
  }
  const padding = bits.slice(at);
  const pack = (all: readonly (readonly number[])[], tail: readonly number[]) => {
    const flat = [...all.flat(), ...tail];
    const packed = signature.slice();
    for (let byte = NONCE_END; byte < packed.length; byte++) {
      packed[byte] = flat
        .slice((byte - NONCE_END) * 8)
        .slice(0, 8)
        .reduce((value, bit) => value * 2 + bit, 0);
    }
    return packed;
  };
  expect(pack(numbers, padding)).toEqual(signature);
  const spellings: (readonly [string, Uint8Array])[] = [];
  const zero = numbers.findIndex((number) => number.slice(0, 8).every((bit) => bit === 0) && number.length === 9);
  if (zero >= 0) spellings.push(['a negative zero', pack(numbers.with(zero, [1, ...Array(7).fill(0), 1]), padding)]);
  const longer = [...(numbers[0] ?? []).slice(0, 8), ...Array(16).fill(0), 1];
  const shifted = padding.slice(longer.length - (numbers[0]?.length ?? 0));
  spellings.push(['a number over 2047', pack(numbers.with(0, longer), shifted)]);
  const rest = padding.length % 8;
  if (rest > 0) spellings.push(['a bit set in the last byte', pack(numbers, padding.with(rest - 1, 1))]);
  spellings.push(['a bit set in the padding', pack(numbers, padding.with(padding.length >> 1, 1))]);
  spellings.push(['one number more', pack([...numbers, numbers[0] ?? []], padding.slice((numbers[0] ?? []).length))]);
  spellings.push(['one number less', pack(numbers.slice(0, -1), [...(numbers.at(-1) ?? []).map(() => 0), ...padding])]);
  return spellings;
}
