/** SHA-256 of many messages at once: the same bytes as noble and node:crypto, by vectors and by their scalar twin. */
import * as nodeCrypto from 'node:crypto';
import { sha256 as noble } from '@noble/hashes/sha2.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concat } from '../../src/bytes.ts';
import { chooseHashes, type HashBackend } from '../../src/hash.ts';
import {
  DIGEST_BYTES,
  sha256Each,
  sha256OfSlots,
  sha256Pairs,
  sha256Slots,
  useSha256Many,
} from '../../src/hashing/sha256-many.ts';
import { createSha256Many, type Sha256Many } from '../../src/kernels/sha256-many.ts';
import { writeSha256Module } from '../../src/kernels/sha256-module.ts';
import { nodeHashes } from '../../src/node-hash.ts';
import { SOAK } from '../vectors.ts';

const native = nodeHashes(nodeCrypto);
const broken: HashBackend = { ...native, sha256: () => new Uint8Array(32), sha3_256: () => new Uint8Array(32) };
const RUNS = SOAK ? 20_000 : 20;
/** Around the borders of blocks: where padding takes another one, and where a message fills one. */
const BORDERS = [0, 1, 54, 55, 56, 63, 64, 65, 118, 119, 120, 127, 128, 182, 183, 184, 246, 247, 248, 1_000];

const random = (length: number) => new Uint8Array(nodeCrypto.randomBytes(length));
const below = (limit: number) => nodeCrypto.randomInt(limit);
const byNode = (message: Uint8Array) => new Uint8Array(nodeCrypto.createHash('sha256').update(message).digest());

function expectedOf(messages: readonly Uint8Array[], head: Uint8Array): Uint8Array {
  return concat(
    ...messages.map((message, at) => (at % 2 === 0 ? noble(concat(head, message)) : byNode(concat(head, message)))),
  );
}

function expectAll(messages: readonly Uint8Array[], head = new Uint8Array(0)): void {
  expect(sha256Each(messages, head)).toEqual(expectedOf(messages, head));
}

afterAll(async () => {
  chooseHashes(broken);
  await useSha256Many(async () => null);
});

/** With noble everything goes to the kernel; with Node what is short and not alone. */
describe.each([
  ['vectors', true, broken],
  ['vectors beside node:crypto', true, native],
  ['their scalar twin', false, broken],
] as const)('%s', (_name, hasVectors, backend) => {
  let kernel: Sha256Many;

  beforeAll(async () => {
    chooseHashes(backend);
    expect(
      await useSha256Many(async () => {
        kernel = await createSha256Many(writeSha256Module(hasVectors));
        return kernel;
      }),
    ).toBe(true);
  });

  test('hash messages of all lengths around a border, in one list', () => {
    expectAll(BORDERS.flatMap((length) => Array.from({ length: 1 + below(9) }, () => random(length))));
    expectAll([]);
    for (const length of BORDERS) expectAll([random(length)], random(below(20)));
  });

  test('hash random lists, of any lengths and of one', () => {
    for (let run = 0; run < RUNS; run++) {
      expectAll(
        Array.from({ length: below(40) }, () => random(below(1_001))),
        random(below(20)),
      );
      const length = below(300);
      const messages = Array.from({ length: below(40) }, () => random(length));
      const slots = sha256Slots(messages.length, length);
      for (const [at, message] of messages.entries()) slots.bytes.set(message, at * slots.size);
      expect(sha256OfSlots(slots)).toEqual(expectedOf(messages, new Uint8Array(0)));
    }
  });

  test('hash more than has room at once, and what has none', () => {
    expectAll(Array.from({ length: 5_001 }, () => random(below(100))));
    expectAll([random(32 * 1_024 - 9), random(32 * 1_024 - 8), random(200_000)]);
  });

  test('join neighbours of a level, without the last of an odd one', () => {
    for (const width of [0, 1, 2, 3, 4, 9, 10, 64, 4_099]) {
      const level = random(width * DIGEST_BYTES);
      const pairs = Array.from({ length: Math.floor(width / 2) }, (_, at) => level.subarray(at * 64, (at + 1) * 64));
      expect(sha256Pairs(level)).toEqual(expectedOf(pairs, Uint8Array.of(1)));
    }
  });

  test('keep no message', () => {
    const secret = random(40);
    const slots = sha256Slots(30, 40);
    for (let at = 0; at < 30; at++) slots.bytes.set(secret, at * slots.size);
    for (const hash of [
      () => sha256Each(Array.from({ length: 30 }, () => concat(secret, random(20)))),
      () => sha256OfSlots(slots),
      () => sha256Pairs(concat(...Array.from({ length: 8 }, () => concat(secret, random(24))))),
    ]) {
      hash();
      // In either order of bytes, and wherever words begin.
      const memory = Buffer.from(kernel.memory);
      for (let at = 0; at + 3 <= secret.length; at++) {
        const part = Buffer.from(secret.subarray(at, at + 3));
        expect(findings(memory, part) + findings(memory, part.reverse())).toBeLessThanOrEqual(2);
      }
    }
  });

  /** How often bytes occur; three of them hardly do by chance among the kernel's digests. */
  function findings(memory: Buffer, part: Buffer): number {
    let count = 0;
    for (let at = memory.indexOf(part); at >= 0; at = memory.indexOf(part, at + 1)) count++;
    return count;
  }
});

describe('a kernel is refused', () => {
  test.each([
    ['padded', (made) => ({ ...made, padded: (_messages, _size, digests) => digests.fill(1) })],
    ['each', (made) => ({ ...made, each: (...given) => (given[2] === 128 ? undefined : made.each(...given)) })],
    [
      'pairs',
      (made) => ({
        ...made,
        pairs: (level, digests) =>
          made.pairs(
            level.map((byte) => byte ^ 1),
            digests,
          ),
      }),
    ],
  ] satisfies [string, (made: Sha256Many) => Sha256Many][])('whose %s differs', async (_name, spoil) => {
    const made = await createSha256Many();
    expect(await useSha256Many(async () => spoil(made))).toBe(false);
    expectAll([random(3), random(3), random(3)]);
  });

  test('that cannot be loaded', async () => {
    expect(await useSha256Many(() => Promise.reject(new Error('no WebAssembly')))).toBe(false);
    expect(sha256Pairs(new Uint8Array(64))).toEqual(noble(Uint8Array.of(1, ...new Uint8Array(64))));
  });
});

test('a module is small, and the same whenever it is written', () => {
  for (const hasVectors of [true, false]) {
    const { bytes } = writeSha256Module(hasVectors);
    expect(bytes.length).toBeLessThan(16_384);
    expect(writeSha256Module(hasVectors).bytes).toEqual(bytes);
  }
});
