/** The whole tree over the nodes of a session that is over, for proofs of single nodes. */
import { concat } from '@touchstone/core/bytes.ts';
import { loadSha256Many, sha256Pairs } from '@touchstone/core/hashing/sha256-many.ts';
import { HASH_LENGTH, levelsOf } from '@touchstone/core/log/shape.ts';
import { leafHashes } from '@touchstone/core/log/tree.ts';
import type { Db } from '../store/engine.ts';
import { sessionHashesAfter } from './store/nodes.ts';

const PAGE = 1_000;

/**
 * The hashes of each level, the leaves first, 32 bytes each; the last level is the root. An odd last hash of a level moves up
 * as it is. Fewer leaves than `count` where nodes are missing.
 */
export async function readSessionTree(db: Db, sessionId: string, count: number): Promise<readonly Uint8Array[]> {
  if (count > PAGE) await loadSha256Many();
  const leaves: Uint8Array[] = [];
  for (let after = 0; after < count; ) {
    const page = await sessionHashesAfter(db, sessionId, after, Math.min(PAGE, count - after));
    leaves.push(leafHashes(page.flatMap(({ sequence, hash }) => (sequence <= count ? [hash] : []))));
    after = page.at(-1)?.sequence ?? count;
  }
  const joined = concat(...leaves);
  return joined.length === 0 ? [] : levelsOf(joined, sha256Pairs);
}

/** The sibling hashes from a leaf upwards, and on which side of the way each stands. */
export function pathIn(
  levels: readonly Uint8Array[],
  index: number,
): readonly { readonly hash: Uint8Array; readonly side: 'left' | 'right' }[] {
  const path: { hash: Uint8Array; side: 'left' | 'right' }[] = [];
  let at = index;
  for (const level of levels.slice(0, -1)) {
    const isRight = at % 2 === 1;
    const sibling = hashAt(level, isRight ? at - 1 : at + 1);
    if (sibling !== null) path.push({ hash: sibling, side: isRight ? 'left' : 'right' });
    at = Math.floor(at / 2);
  }
  return path;
}

/** null beyond the end of the level. */
export function hashAt(level: Uint8Array, at: number): Uint8Array | null {
  const hash = level.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
  return hash.length === HASH_LENGTH ? hash : null;
}
