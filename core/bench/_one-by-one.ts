/**
 * A log as it was built before many messages were hashed at once: a call for each leaf and each node, over noble, or over
 * node:crypto with a Buffer for each answer.
 */
import * as nodeCrypto from 'node:crypto';
import { sha256 as noble } from '@noble/hashes/sha2.js';
import { concat } from '../src/bytes.ts';

export type HashOne = (message: Uint8Array) => Uint8Array;

export const ONE_BY_ONE: Readonly<Record<'noble' | 'node', HashOne>> = {
  noble: (message) => noble(message),
  node(message) {
    const buffer = nodeCrypto.hash('sha256', message, 'buffer');
    const bytes = new Uint8Array(buffer);
    buffer.fill(0);
    return bytes;
  },
};

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root over a whole number of leaves' data, a power of two. */
export function rootOneByOne(hash: HashOne, data: readonly Uint8Array[]): Uint8Array {
  let level = data.map((leaf) => hash(concat(LEAF, leaf)));
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < level.length; at += 2) {
      above.push(hash(concat(NODE, level[at] as Uint8Array, level[at + 1] as Uint8Array)));
    }
    level = above;
  }
  return level[0] as Uint8Array;
}
