/**
 * The hashes of the log in tiles of 256 (C2SP tlog-tiles): tile n of level 0 holds the leaf hashes 256·n to 256·n + 255,
 * and a hash of the next level is the root of a tile. A full tile is written once and never again; what is not full is
 * computed from the level below. Nothing is kept in memory, so a transaction that is taken back leaves nothing behind.
 */
import { concat } from '@touchstone/core/bytes.ts';
import { loadSha256Many } from '@touchstone/core/hashing/sha256-many.ts';
import type { HashSource } from '@touchstone/core/log/proofs.ts';
import { HASH_LENGTH } from '@touchstone/core/log/shape.ts';
import { TILE_BYTES, TILE_HEIGHT, TILE_WIDTH, tileSource, tileWidth } from '@touchstone/core/log/tiles.ts';
import { leafHashes, subtreeRoots } from '@touchstone/core/log/tree.ts';
import type { Db } from '../store/engine.ts';
import { countTiles, findTile, insertTiles, readLeaves, readTileRoots, type Tile } from './store.ts';

/** Tiles that are made at once where many have become full. */
const AT_ONCE = 16;
/** What is hashed one by one until the kernel is worth loading. */
const FEW_TILES = 4;

/** Writes the tiles that have become full at a size of the tree: nothing in 255 of 256 appends. */
export async function writeFullTiles(db: Db, size: number): Promise<void> {
  let width = size;
  for (let level = 0; width >= TILE_WIDTH; level++) {
    const full = Math.floor(width / TILE_WIDTH);
    const written = await countTiles(db, level);
    if (full - written > FEW_TILES) await loadSha256Many();
    for (let at = written; at < full; at += AT_ONCE) {
      const hashes = await hashesOf(db, level, at, Math.min(AT_ONCE, full - at) * TILE_WIDTH);
      await insertTiles(db, level, at, tilesOf(hashes));
    }
    width = full;
  }
}

function tilesOf(hashes: Uint8Array): Tile[] {
  const roots = subtreeRoots(hashes, TILE_HEIGHT);
  return Array.from({ length: hashes.length / TILE_BYTES }, (_, at) => ({
    root: roots.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
    hashes: hashes.slice(at * TILE_BYTES, (at + 1) * TILE_BYTES),
  }));
}

/** The hashes of complete subtrees of the tree of `size` leaves, which the log has to have. */
export function hashesFrom(db: Db, size: number): HashSource {
  const source = tileSource(({ level, index }) => readTile(db, level, index, tileWidth({ level, index }, size)));
  return async (subtrees) => {
    // Some hundred hashes, of one tile at least.
    if (size > TILE_WIDTH) await loadSha256Many();
    return source(subtrees);
  };
}

/**
 * The first `width` hashes of a tile, which the log has to have, 32 bytes each. Throws TypeError where the database lacks
 * them: it was damaged.
 */
export async function readTile(db: Db, level: number, position: number, width: number): Promise<Uint8Array> {
  const stored = await findTile(db, level, position);
  if (stored !== null) return stored.hashes.subarray(0, width * HASH_LENGTH);
  return hashesOf(db, level, position, width);
}

/** The first `width` hashes from a tile on, from the level below. */
async function hashesOf(db: Db, level: number, position: number, width: number): Promise<Uint8Array> {
  const first = position * TILE_WIDTH;
  const hashes =
    level === 0 ? leafHashes(await readLeaves(db, first, width)) : await rootsOf(db, level - 1, first, width);
  if (hashes.length < width * HASH_LENGTH) {
    throw new TypeError(`internal: tile ${position} of level ${level} of the log has a gap`);
  }
  return hashes;
}

/** Roots of full tiles; those that are not written yet are computed. */
async function rootsOf(db: Db, level: number, first: number, count: number): Promise<Uint8Array> {
  const roots = [...(await readTileRoots(db, level, first, count))];
  while (roots.length < count) {
    roots.push(subtreeRoots(await hashesOf(db, level, first + roots.length, TILE_WIDTH), TILE_HEIGHT));
  }
  return concat(...roots);
}
