/**
 * The hashes of the log in tiles of 256 (C2SP tlog-tiles): tile n of level 0 holds the leaf hashes 256·n to 256·n + 255,
 * and a hash of the next level is the root of a tile. A full tile is written once and never again; what is not full is
 * computed from the level below. Nothing is kept in memory, so a transaction that is taken back leaves nothing behind.
 */
import { concat } from '@touchstone/core/bytes.ts';
import type { HashSource } from '@touchstone/core/log/proofs.ts';
import { HASH_LENGTH } from '@touchstone/core/log/shape.ts';
import { TILE_WIDTH, tileSource, tileWidth } from '@touchstone/core/log/tiles.ts';
import { leafHash, pairHash } from '@touchstone/core/log/tree.ts';
import type { Db } from '../store/engine.ts';
import { countTiles, findTile, insertTile, readLeaves, readTileRoots } from './store.ts';

/** Writes the tiles that have become full at a size of the tree: nothing in 255 of 256 appends. */
export async function writeFullTiles(db: Db, size: number): Promise<void> {
  let width = size;
  for (let level = 0; width >= TILE_WIDTH; level++) {
    const full = Math.floor(width / TILE_WIDTH);
    for (let at = await countTiles(db, level); at < full; at++) {
      const hashes = await hashesOf(db, level, at, TILE_WIDTH);
      await insertTile(db, level, at, { root: rootOf(hashes), hashes: concat(...hashes) });
    }
    width = full;
  }
}

/** The hashes of complete subtrees of the tree of `size` leaves, which the log has to have. */
export function hashesFrom(db: Db, size: number): HashSource {
  return tileSource(({ level, index }) => readTile(db, level, index, tileWidth({ level, index }, size)));
}

/**
 * The first `width` hashes of a tile, which the log has to have, 32 bytes each. Throws TypeError where the database lacks
 * them: it was damaged.
 */
export async function readTile(db: Db, level: number, position: number, width: number): Promise<Uint8Array> {
  const stored = await findTile(db, level, position);
  if (stored !== null) return stored.hashes.subarray(0, width * HASH_LENGTH);
  return concat(...(await hashesOf(db, level, position, width)));
}

/** The root of 2^n hashes, the number of which it is given. */
function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < level.length; at += 2) above.push(pairHash(item(level, at), item(level, at + 1)));
    level = above;
  }
  return item(level, 0);
}

/** From the level below. */
async function hashesOf(db: Db, level: number, position: number, width: number): Promise<readonly Uint8Array[]> {
  const first = position * TILE_WIDTH;
  const found =
    level === 0 ? (await readLeaves(db, first, width)).map(leafHash) : await rootsOf(db, level - 1, first, width);
  if (found.length < width) throw new TypeError(`internal: tile ${position} of level ${level} of the log has a gap`);
  return found;
}

/** Roots of full tiles; those that are not written yet are computed. */
async function rootsOf(db: Db, level: number, first: number, count: number): Promise<readonly Uint8Array[]> {
  const roots = [...(await readTileRoots(db, level, first, count))];
  while (roots.length < count) roots.push(rootOf(await hashesOf(db, level, first + roots.length, TILE_WIDTH)));
  return roots;
}

function item(hashes: readonly Uint8Array[], at: number): Uint8Array {
  const found = hashes[at];
  if (found === undefined) throw new TypeError('internal: a level of the log has a gap');
  return found;
}
