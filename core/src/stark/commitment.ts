/**
 * The commitment to a hidden value: a Poseidon2 sponge over one or two blocks of 8 lanes. The first block is
 * [type tag, two limbs of the value, 5 random lanes], the second one, where the type has it, 8 more lanes of the value.
 * The capacity begins as a fixed constant, so it is no free input; over free lanes the permutation would bind nothing,
 * since it can be inverted. A type has always the same number of blocks, so the commitment tells no length.
 */
import { fromHex, toHex, utf8 } from '../bytes.ts';
import { sha256, tagged } from '../hash.ts';
import type { Random } from '../random.ts';
import { add, isElement, P } from './field.ts';
import { permute } from './poseidon2.ts';

/** Lanes that a block is added to; the other eight are the capacity. */
export const RATE = 8;
/** 5 lanes of almost 31 bits: 154 bits hide the value. */
export const SALT_LANES = 5;

/** What is committed: the type's tag, two limbs, and, for a type with a second block, its 8 lanes. */
export interface CommittedValue {
  readonly tag: number;
  readonly limbs: readonly [number, number];
  readonly lanes: readonly number[] | null;
}

/** The eight words, little-endian and modulo p, of SHA-256 of the tag: the capacity before the first block. */
export const INITIAL_CAPACITY: readonly number[] = wordsOf(sha256(tagged('stark-commitment', utf8('')))).map(
  (word) => word % P,
);

function wordsOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
}

/** Uniform field elements, by rejection. */
export function drawSalt(random: Random): number[] {
  const salt: number[] = [];
  while (salt.length < SALT_LANES) {
    const [word = 0] = wordsOf(random(4));
    const candidate = word >>> 1;
    if (candidate < P) salt.push(candidate);
  }
  return salt;
}

/** The blocks that the sponge takes in. */
export function blocksOf({ tag, limbs, lanes }: CommittedValue, salt: readonly number[]): number[][] {
  if (salt.length !== SALT_LANES) throw new RangeError('a salt has five lanes');
  const first = [tag, ...limbs, ...salt];
  return lanes === null ? [first] : [first, [...lanes]];
}

/** The eight lanes of the commitment. Throws RangeError where a lane is no field element. */
export function commit(value: CommittedValue, salt: readonly number[]): number[] {
  const blocks = blocksOf(value, salt);
  if (!blocks.every((block) => block.length === RATE && block.every(isElement))) {
    throw new RangeError('a block has eight field elements');
  }
  let state = [...Array.from({ length: RATE }, () => 0), ...INITIAL_CAPACITY];
  for (const block of blocks) state = permute(state.map((lane, i) => add(lane, block[i] ?? 0)));
  return state.slice(0, RATE);
}

/** 64 hexadecimal digits: the lanes as 32-bit little-endian words. */
export function commitmentHex(lanes: readonly number[]): string {
  const bytes = new Uint8Array(4 * RATE);
  const view = new DataView(bytes.buffer);
  for (const [i, lane] of lanes.entries()) view.setUint32(4 * i, lane, true);
  return toHex(bytes);
}

/** The lanes of 64 lower-case digits, or null: a lane from p on would be a second spelling of a smaller one. */
export function parseCommitment(text: unknown): number[] | null {
  const bytes = typeof text === 'string' && text.length === 64 ? fromHex(text) : null;
  if (bytes === null) return null;
  const lanes = wordsOf(bytes);
  return lanes.every(isElement) ? lanes : null;
}
