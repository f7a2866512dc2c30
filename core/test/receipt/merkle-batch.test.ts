import { createHash } from 'node:crypto';
import { concat, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { createMerkleBatch, type InclusionProof, verifyInclusion } from '@touchstone/core/receipt/merkle-batch.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sha3 = (...parts: readonly Uint8Array[]) =>
  new Uint8Array(
    createHash('sha3-256')
      .update(concat(...parts))
      .digest(),
  );
const ZERO = Uint8Array.of(0);
const ONE = Uint8Array.of(1);

/** The largest power of two smaller than n (RFC 6962 section 2.1). */
function split(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

/** MTH of RFC 6962 section 2.1, as it is written there. */
function naiveRoot(messages: readonly Uint8Array[]): Uint8Array {
  const [only] = messages;
  if (messages.length === 1 && only !== undefined) return sha3(ZERO, only);
  const k = split(messages.length);
  return sha3(ONE, naiveRoot(messages.slice(0, k)), naiveRoot(messages.slice(k)));
}

/** PATH of RFC 6962 section 2.1.1, as it is written there. */
function naivePath(index: number, messages: readonly Uint8Array[]): Uint8Array[] {
  if (messages.length === 1) return [];
  const k = split(messages.length);
  return index < k
    ? [...naivePath(index, messages.slice(0, k)), naiveRoot(messages.slice(k))]
    : [...naivePath(index - k, messages.slice(k)), naiveRoot(messages.slice(0, k))];
}

const items = (count: number) => Array.from({ length: count }, (_, i) => utf8(`item ${i}`));

function itemAt(messages: readonly Uint8Array[], index: number): Uint8Array {
  const message = messages[index];
  if (message === undefined) throw new Error(`no item ${index}`);
  return message;
}

function flip(bytes: Uint8Array, at = 0): Uint8Array {
  const changed = bytes.slice();
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('the tree', () => {
  it('has tagged leaves and nodes', () => {
    const [a, b, c] = items(3);
    if (!a || !b || !c) throw new Error('three');
    expect(createMerkleBatch([a]).root).toEqual(sha3(ZERO, a));
    expect(createMerkleBatch([a, b]).root).toEqual(sha3(ONE, sha3(ZERO, a), sha3(ZERO, b)));
    expect(createMerkleBatch([a, b, c]).root).toEqual(
      sha3(ONE, sha3(ONE, sha3(ZERO, a), sha3(ZERO, b)), sha3(ZERO, c)),
    );
  });

  it('has a fixed root for seven items (golden)', () => {
    expect(toHex(createMerkleBatch(items(7)).root)).toBe(
      '7d24ab78035eb16f36a69e7f69045e5569990a8446a4f0b97ed82c4f2cfdfe35',
    );
  });

  it('refuses an empty batch and positions that it lacks', () => {
    expect(() => createMerkleBatch([])).toThrow(RangeError);
    const batch = createMerkleBatch(items(3));
    for (const index of [-1, 3, 0.5, Number.NaN]) expect(() => batch.proveInclusion(index)).toThrow(RangeError);
  });

  it('does not repeat the last item of an odd level', () => {
    const three = items(3);
    const four = [...three, itemAt(three, 2)];
    expect(createMerkleBatch(three).root).not.toEqual(createMerkleBatch(four).root);
  });
});

it('agrees with RFC 6962 written naively, for every count to 40 and every position', () => {
  for (let count = 1; count <= 40; count++) {
    const messages = items(count);
    const batch = createMerkleBatch(messages);
    expect(batch.root).toEqual(naiveRoot(messages));
    for (let index = 0; index < count; index++) {
      const proof = batch.proveInclusion(index);
      expect(proof).toEqual({ index, size: count, path: naivePath(index, messages) });
      expect(verifyInclusion(itemAt(messages, index), proof, batch.root)).toBe(true);
    }
  }
});

it('property: random batches agree with the naive tree, and a proof holds for its own item and place only', () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  fc.assert(
    fc.property(
      fc.array(bytes, { minLength: 1, maxLength: 70 }),
      fc.nat(),
      fc.nat(),
      bytes,
      (messages, a, b, other) => {
        const batch = createMerkleBatch(messages);
        expect(batch.root).toEqual(naiveRoot(messages));
        const index = a % messages.length;
        const elsewhere = b % messages.length;
        const proof = batch.proveInclusion(index);
        const message = itemAt(messages, index);
        expect(verifyInclusion(message, proof, batch.root)).toBe(true);
        expect(verifyInclusion(other, proof, batch.root)).toBe(toHex(other) === toHex(message));
        // Neighbours with equal subtrees may change places; nothing else may.
        const moved = verifyInclusion(message, { ...proof, index: elsewhere }, batch.root);
        if (toHex(itemAt(messages, elsewhere)) !== toHex(message)) expect(moved).toBe(false);
      },
    ),
    { numRuns: 150 },
  );
});

describe('wrong proofs', () => {
  const messages = items(11);
  const batch = createMerkleBatch(messages);

  it('another sibling, order or length of the path', () => {
    for (let index = 0; index < messages.length; index++) {
      const message = itemAt(messages, index);
      const proof = batch.proveInclusion(index);
      const judge = (path: readonly Uint8Array[]) => verifyInclusion(message, { ...proof, path }, batch.root);
      expect(judge(proof.path)).toBe(true);
      for (let at = 0; at < proof.path.length; at++) {
        expect(judge(proof.path.map((hash, i) => (i === at ? flip(hash, 31) : hash)))).toBe(false);
        expect(judge(proof.path.filter((_, i) => i !== at))).toBe(false);
      }
      expect(judge([...proof.path].reverse())).toBe(false);
      expect(judge([...proof.path, batch.root])).toBe(false);
      expect(judge([])).toBe(false);
      expect(judge(proof.path.map((hash) => hash.slice(0, 31)))).toBe(false);
    }
  });

  it('another position', () => {
    for (let index = 0; index < messages.length; index++) {
      const proof = batch.proveInclusion(index);
      for (let other = 0; other < messages.length; other++) {
        const holds = verifyInclusion(itemAt(messages, index), { ...proof, index: other }, batch.root);
        expect([index, other, holds]).toEqual([index, other, index === other]);
      }
    }
  });

  it('another root, or a root of another length', () => {
    const proof = batch.proveInclusion(4);
    expect(verifyInclusion(itemAt(messages, 4), proof, flip(batch.root))).toBe(false);
    expect(verifyInclusion(itemAt(messages, 4), proof, batch.root.slice(0, 31))).toBe(false);
    expect(verifyInclusion(itemAt(messages, 4), proof, createMerkleBatch(items(12)).root)).toBe(false);
  });

  it.each([
    ['a size that cuts the path short', { size: 4 }],
    ['a size that wants a longer path', { size: 64 }],
    ['no items', { size: 0 }],
    ['a position beyond the end', { index: 11 }],
    ['a negative position', { index: -1 }],
    ['half a position', { index: 0.5 }],
    ['not a number', { size: Number.NaN }],
    ['an unsafe integer', { size: 2 ** 60 }],
  ])('%s', (_, change: Partial<InclusionProof>) => {
    const proof = batch.proveInclusion(2);
    expect(verifyInclusion(itemAt(messages, 2), proof, batch.root)).toBe(true);
    expect(verifyInclusion(itemAt(messages, 2), { ...proof, ...change }, batch.root)).toBe(false);
  });

  it('a path that goes on above the root of the stated size', () => {
    const two = items(2);
    const pair = createMerkleBatch(two);
    const proof = pair.proveInclusion(1);
    expect(verifyInclusion(itemAt(two, 1), proof, pair.root)).toBe(true);
    expect(verifyInclusion(itemAt(two, 1), { ...proof, index: 0, size: 1 }, pair.root)).toBe(false);
  });

  it('second preimage: a node does not pass for a leaf, nor two leaves for a smaller batch', () => {
    const four = items(4);
    const [a, b, c, d] = four.map((message) => sha3(ZERO, message));
    if (!a || !b || !c || !d) throw new Error('four');
    const { root } = createMerkleBatch(four);
    const node = concat(a, b);
    const forged = { index: 0, size: 2, path: [sha3(ONE, c, d)] };
    // Without the prefixes 00 and 01 this forgery would hold.
    expect(sha3(ONE, sha3(ONE, node), ...forged.path)).toEqual(root);
    expect(verifyInclusion(node, forged, root)).toBe(false);
    expect(verifyInclusion(concat(ONE, node), forged, root)).toBe(false);
    expect(createMerkleBatch([concat(a, b), concat(c, d)]).root).not.toEqual(root);
  });
});
