/** Proofs over the log, from its tiles: each reads a few tiles, however many leaves there are. */
import { toHex } from '@touchstone/core/bytes.ts';
import type { SignedLogHead } from '@touchstone/core/log/head.ts';
import { consistencyPath, inclusionPath, treeRoot } from '@touchstone/core/log/proofs.ts';
import { leafHash, pairHash } from '@touchstone/core/log/tree.ts';
import type { Db } from '../store/engine.ts';
import { headOf } from './heads.ts';
import { currentLog, findHead, readLeaves } from './store.ts';
import { hashesFrom } from './tiles.ts';

export interface LogInclusion {
  readonly index: number;
  readonly size: number;
  /** 32 bytes: what the leaf stands for. */
  readonly data: Uint8Array;
  readonly path: readonly Uint8Array[];
  /** Where the path leads: to the root of the head that was signed, unless the log was changed since. */
  readonly root: Uint8Array;
}

/** null where the tree has no such leaf, or the log has not reached the size. */
export async function proveInclusion(db: Db, index: number, size: number): Promise<LogInclusion | null> {
  if (index >= size || (await readLeaves(db, size - 1, 1)).length === 0) return null;
  const [data] = await readLeaves(db, index, 1);
  if (data === undefined) return null;
  const path = await inclusionPath(hashesFrom(db, size), index, size);
  const root = sidesOf({ index, size, path }).reduce(
    (below, { hash, side }) => (side === 'left' ? pairHash(hash, below) : pairHash(below, hash)),
    leafHash(data),
  );
  return { index, size, data, path, root };
}

export interface LogConsistency {
  readonly firstRoot: Uint8Array;
  readonly secondRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** For 0 ≤ first ≤ second; null where the log has not reached the second. */
export async function proveConsistency(db: Db, first: number, second: number): Promise<LogConsistency | null> {
  if (second > 0 && (await readLeaves(db, second - 1, 1)).length === 0) return null;
  return {
    firstRoot: await treeRoot(hashesFrom(db, first), first),
    secondRoot: await treeRoot(hashesFrom(db, second), second),
    path: await consistencyPath(hashesFrom(db, second), first, second),
  };
}

/** The signed head of a size of the present log; null where none was signed. */
export async function signedHeadOf(db: Db, size: number): Promise<SignedLogHead | null> {
  const log = await currentLog(db);
  const row = log === null ? null : await findHead(db, log.id, size);
  return row === null ? null : headOf(row);
}

export const hexPath = (path: readonly Uint8Array[]) => path.map(toHex);

/** The path of a proof, with the side of the way on which each hash stands (RFC 9162 section 2.1.3.2). */
export function sidesOf({ index, size, path }: Pick<LogInclusion, 'index' | 'size' | 'path'>): readonly {
  readonly hash: Uint8Array;
  readonly side: 'left' | 'right';
}[] {
  let at = index;
  let last = size - 1;
  return path.map((hash) => {
    const isLeft = at % 2 === 1 || at === last;
    // The last leaf of an odd level has no sibling there and moves up unhashed.
    while (isLeft && at % 2 === 0 && at !== 0) {
      at = Math.floor(at / 2);
      last = Math.floor(last / 2);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
    return { hash, side: isLeft ? 'left' : 'right' };
  });
}
