/**
 * The prover makes the hashes and multiplications that its shape asks for, and no others: they are counted in a copy of it whose
 * multiplications count. The bench holds its time against them.
 */
import { systemRandom } from '@touchstone/core/random.ts';
import { NONCES_AT_ONCE, type prove } from '@touchstone/core/stark/prove.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashesOf, multiplicationsOf } from '../../bench/_stark-operations.ts';
import { type Subject, subjectOf } from '../../bench/_stark-subjects.ts';
import { bundleOf } from './bundle.ts';
import { shapeFor } from './forge.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

/** First lines of the functions that multiply, and how many multiplications each call is. */
const COUNTED: readonly (readonly [file: string, line: string, count: string])[] = [
  ['stark/field.ts', 'export function multiply(a: number, b: number): number {', '1'],
  [
    'stark/extension.ts',
    'export function multiplyAt(target: Uint32Array, t: number, a: Uint32Array, i: number, b: Uint32Array, j: number): void {',
    '25',
  ],
  ['stark/product-sums.ts', 'add(values: Uint32Array, factor: number): void {', 'values.length'],
  // The stages are left that do more than copy.
  ['kernels/ntt.ts', 'extend(values, count) {', '(values.length / 2) * Math.log2(count)'],
  ['stark/polynomial.ts', 'function sumOfProducts(a: Uint32Array, b: Uint32Array): number {', 'a.length'],
];

/** Where the prover hashes: the length of its messages and how many there are. */
const HASHING = [
  ['export function digest(message: Uint8Array): Uint8Array {', 'message.length', '1'],
  ['export function digestSlots(slots: Sha256Slots): Uint8Array {', 'slots.length', 'slots.bytes.length / slots.size'],
  ['export function digestPairs(level: Uint8Array): Uint8Array {', '65', 'level.length / 64'],
] as const;

interface Counts {
  multiplications: number;
  readonly hashes: Map<number, number>;
}

const counts: Counts = { multiplications: 0, hashes: new Map() };
let counting: typeof prove;

beforeAll(async () => {
  Object.assign(globalThis, { starkCounts: counts });
  const { code } = await bundleOf('prove.ts', false, [
    {
      name: 'counts',
      enforce: 'pre',
      transform(source, id) {
        let counted = source;
        for (const [file, line, count] of COUNTED) {
          if (!id.endsWith(`/core/src/${file}`)) continue;
          if (!source.includes(line)) throw new Error(`${file} has no ${line}`);
          counted = counted.replace(line, `${line} globalThis.starkCounts.multiplications += ${count};`);
        }
        if (id.endsWith('/stark/digest.ts')) {
          for (const [line, length, count] of HASHING) {
            if (!source.includes(line)) throw new Error(`digest.ts has no ${line}`);
            counted = counted.replace(
              line,
              `${line} globalThis.starkCounts.hashes.set(${length}, (globalThis.starkCounts.hashes.get(${length}) ?? 0) + ${count});`,
            );
          }
        }
        return counted;
      },
    },
  ]);
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  counting = module.prove;
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'starkCounts');
});

describe('what a proof costs', () => {
  it.each([
    [32, 8, 3],
    [64, 16, 4],
    [128, 48, 4],
  ])('%i rows, %i columns, degree %i', (rows, width, degree) => {
    const { instance, trace } = toy({ rows, width, degree });
    expectCounted({ instance, trace, publicBytes: PUBLIC_BYTES });
  });

  it.each(['age_threshold/v1', 'collateral_ratio/v1', 'jurisdiction_membership/v1'] as const)('%s', (name) => {
    expectCounted(subjectOf(name));
  });
});

function expectCounted({ instance, trace, publicBytes }: Pick<Subject, 'instance' | 'trace' | 'publicBytes'>): void {
  const shape = shapeFor(instance);
  counting(instance, publicBytes, trace, { random: systemRandom, profile: 'STANDARD' });
  counts.multiplications = 0;
  counts.hashes.clear();
  counting(instance, publicBytes, trace, { random: systemRandom, profile: 'STANDARD' });

  const expected = multiplicationsOf(instance, shape);
  // Some tables of powers and inverses are left out of the formula.
  expect(counts.multiplications / expected).toBeGreaterThan(0.99);
  expect(counts.multiplications / expected).toBeLessThan(1.02);

  // The transcript's challenges have this length too.
  const nonce = Math.floor((counts.hashes.get(37) ?? 0) / NONCES_AT_ONCE) * NONCES_AT_ONCE - 1;
  const byLength = new Map<number, number>();
  for (const { bytes, count } of hashesOf(shape, nonce)) byLength.set(bytes, (byLength.get(bytes) ?? 0) + count);
  let others = 0;
  for (const [length, count] of counts.hashes) {
    const extra = count - (byLength.get(length) ?? 0);
    expect(extra).toBeGreaterThanOrEqual(0);
    others += extra;
  }
  for (const length of byLength.keys()) expect(counts.hashes.get(length)).toBeDefined();
  // The transcript: challenges, seven or eight elements a hash.
  expect(others).toBeLessThan(60 + 2 * shape.width);
}
