/** S10: any threshold of the shares rebuilds the key, fewer do not, and a wrong share never signs. */
import { getRandomBytes } from 'shamir-secret-sharing/csprng';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { combineShares, dealKey, shareCommitment, signWithShares } from '../../src/ceremony/shares.ts';
import { systemRandom } from '../../src/random.ts';
import { ML_DSA_ALGORITHMS } from '../../src/sign/ml-dsa-expanded.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';

const signer = createSignatureProvider([], systemRandom);
const algorithm = 'ML-DSA-44';
const MESSAGE = utf8('release 7');

async function dealt(participants: number, threshold: number) {
  const { publicKey, shares } = await dealKey(algorithm, participants, threshold, signer);
  return { publicKey, shares: shares.map(({ share }) => share), commitments: shares.map((one) => one.commitment) };
}

function subsets<T>(items: readonly T[]): T[][] {
  const found: T[][] = [[]];
  for (const item of items) found.push(...found.map((set) => [...set, item]));
  return found;
}

function flippedFirst(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
}

describe('S10: shares of a key', () => {
  test.each(ML_DSA_ALGORITHMS)('of %s sign under the public key of the ceremony', async (name) => {
    const { publicKey, shares } = await dealKey(name, 3, 2, signer);
    expect(shares.map(({ participant }) => participant)).toEqual([1, 2, 3]);
    const given = shares.slice(1).map(({ share }) => share);
    const signed = await signWithShares({ algorithm: name, publicKey, shares: given }, MESSAGE, signer);
    if (!signed.ok) throw new Error(signed.reason);
    expect(await signer.verify(name, publicKey, MESSAGE, signed.signature)).toBe(true);
    expect(await signer.verify(name, publicKey, utf8('release 8'), signed.signature)).toBe(false);
  });

  test('every subset of threshold size or more rebuilds the same key, in any order; every smaller one does not', async () => {
    const { publicKey, shares, commitments } = await dealt(5, 3);
    const keys = new Set<string>();
    for (const given of subsets(shares)) {
      const combined = await combineShares({ algorithm, publicKey, shares: given.reverse(), commitments }, signer);
      if (given.length >= 3) {
        if (!combined.ok) throw new Error(combined.reason);
        expect(combined.secretKey).toHaveLength(32);
        keys.add(Buffer.from(combined.secretKey).toString('hex'));
      } else {
        expect(combined).toMatchObject({ ok: false, reason: given.length < 2 ? 'TOO_FEW_SHARES' : 'OTHER_KEY' });
      }
    }
    expect(keys.size).toBe(1);
  });

  test('are those that docs/formats.md describes: a reader of it alone rebuilds the seed', async () => {
    const times = (a: number, b: number): number => {
      let [product, factor] = [0, a];
      for (let rest = b; rest > 0; rest >>= 1) {
        if (rest & 1) product ^= factor;
        factor = (factor << 1) ^ (factor & 0x80 ? 0x11b : 0);
      }
      return product;
    };
    const inverse = (a: number) => Array.from({ length: 256 }, (_, b) => b).findIndex((b) => times(a, b) === 1);
    const { publicKey, shares } = await dealt(5, 3);
    const points = [shares[4], shares[0], shares[2]].map((share = new Uint8Array()) => ({
      x: share.at(32) ?? 0,
      y: share.subarray(0, 32),
    }));
    const seed = Uint8Array.from({ length: 32 }, (_, at) =>
      points.reduce((sum, { x, y }) => {
        const others = points.filter((point) => point.x !== x);
        return sum ^ others.reduce((part, { x: xj }) => times(part, times(xj, inverse(xj ^ x))), y[at] ?? 0);
      }, 0),
    );
    expect(await signer.publicKeyOf(algorithm, seed)).toEqual(publicKey);
  });

  test('the most participants, all needed', async () => {
    const { publicKey, shares } = await dealt(255, 255);
    expect(new Set(shares.map((share) => share.at(-1))).size).toBe(255);
    expect(await combineShares({ algorithm, publicKey, shares }, signer)).toMatchObject({ ok: true });
    const fewer = await combineShares({ algorithm, publicKey, shares: shares.slice(1) }, signer);
    expect(fewer).toEqual({ ok: false, reason: 'OTHER_KEY', share: null });
  });

  test('a wrong share is found by the public key, and named by its commitment; it signs nothing', async () => {
    const { publicKey, shares, commitments } = await dealt(3, 2);
    const [first = new Uint8Array(), second = new Uint8Array()] = shares;
    const other = (await dealt(3, 2)).shares.find((share) => share.at(-1) !== first.at(-1));
    for (const wrong of [flippedFirst(second), other ?? new Uint8Array()]) {
      const given = { algorithm, publicKey, shares: [first, wrong] } as const;
      expect(await combineShares(given, signer)).toEqual({ ok: false, reason: 'OTHER_KEY', share: null });
      expect(await signWithShares(given, MESSAGE, signer)).toMatchObject({ ok: false, reason: 'OTHER_KEY' });
      const named = await combineShares({ ...given, commitments }, signer);
      expect(named).toEqual({ ok: false, reason: 'FOREIGN_SHARE', share: 1 });
    }
    const foreignKey = (await dealt(2, 2)).publicKey;
    const elsewhere = await combineShares({ algorithm, publicKey: foreignKey, shares }, signer);
    expect(elsewhere).toMatchObject({ ok: false, reason: 'OTHER_KEY' });
  });

  test('what is no share, and one share twice, is named', async () => {
    const { publicKey, shares } = await dealt(3, 2);
    const [first = new Uint8Array(), second = new Uint8Array()] = shares;
    const combined = (...given: Uint8Array[]) => combineShares({ algorithm, publicKey, shares: given }, signer);
    for (const wrong of [new Uint8Array(), first.slice(1), new Uint8Array([...first, 1])]) {
      expect(await combined(second, wrong)).toEqual({ ok: false, reason: 'MALFORMED_SHARE', share: 1 });
    }
    // A share at 0 would be the key itself, as whoever made it likes.
    const atZero = new Uint8Array(first);
    atZero[32] = 0;
    expect(await combined(atZero, second)).toEqual({ ok: false, reason: 'MALFORMED_SHARE', share: 0 });
    expect(await combined(first, second, first)).toEqual({ ok: false, reason: 'REPEATED_SHARE', share: 2 });
    expect(await combined()).toEqual({ ok: false, reason: 'TOO_FEW_SHARES', share: null });
  });

  test.each([
    [1, 1],
    [3, 1],
    [2, 3],
    [256, 2],
    [3, 2.5],
    [Number.NaN, 2],
  ])('cannot be dealt to %d with threshold %d', async (participants, threshold) => {
    await expect(dealKey(algorithm, participants, threshold, signer)).rejects.toThrow(RangeError);
  });

  test('leave the given shares as they are, and two ceremonies have nothing in common', async () => {
    const { publicKey, shares, commitments } = await dealt(2, 2);
    await combineShares({ algorithm, publicKey, shares }, signer);
    expect(shares.map(shareCommitment)).toEqual(commitments);
    expect((await dealt(2, 2)).commitments).not.toEqual(commitments);
  });
});

test('the library draws as many random bytes as it asks for, new ones each time', () => {
  for (const length of [1, 2, 32, 254, 255]) expect(getRandomBytes(length)).toHaveLength(length);
  const draws = Array.from({ length: 50 }, () => Buffer.from(getRandomBytes(16)).toString('hex'));
  expect(new Set(draws).size).toBe(50);
});
