/**
 * Tiles of height 8 (C2SP tlog-tiles): tile n of level t holds up to 256 hashes, those of the complete subtrees of tree level
 * 8t from number 256n on. Leaf hashes are tiles of level 0. A tile with 256 hashes never changes again.
 */
import type { HashSource, Subtree } from './proofs.ts';
import { HASH_LENGTH } from './shape.ts';
import { pairHash } from './tree.ts';

export const TILE_HEIGHT = 8;
/** Hashes of a full tile. */
export const TILE_WIDTH = 256;
/** Bytes of a full tile. */
export const TILE_BYTES = TILE_WIDTH * HASH_LENGTH;
/** The highest level that a tree of a safe number of leaves can have. */
export const MAX_TILE_LEVEL = 6;

export interface TileName {
  readonly level: number;
  readonly index: number;
}

export interface Tile extends TileName {
  /** 32 bytes for each hash that it has so far. */
  readonly bytes: Uint8Array;
}

/** Hashes that a tile has in a tree of `size` leaves: 0 to 256. */
export function tileWidth({ level, index }: TileName, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.min(Math.max(hashes - index * TILE_WIDTH, 0), TILE_WIDTH);
}

/**
 * The address of a tile below `tile/`: `<level>/<index>`, the index in groups of three digits with `x` before all but the
 * last (`x001/x234/067`), and `.p/<width>` for a tile with fewer than 256 hashes.
 */
export function tilePath({ level, index }: TileName, width = TILE_WIDTH): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Reads a tile; null where there is none. It may hold more hashes than the tree that is asked about. */
export type ReadTile = (name: TileName) => Promise<Uint8Array | null>;

/**
 * Hashes of complete subtrees from tiles. Each tile is read once for each call. Throws TypeError where a tile that the
 * subtrees need is missing or too short: the store is damaged.
 */
export function tileSource(read: ReadTile): HashSource {
  return async (subtrees) => {
    const tiles = new Map<string, Promise<Uint8Array | null>>();
    const reading = subtrees.map((subtree) => {
      const place = placeOf(subtree);
      const key = `${place.level}/${place.index}`;
      const tile = tiles.get(key) ?? read(place);
      tiles.set(key, tile);
      return tile;
    });
    const found = await Promise.all(reading);
    return subtrees.map((subtree, at) => hashWithin(found[at] ?? null, placeOf(subtree)));
  };
}

interface Place extends TileName {
  /** The first hash of the tile that the subtree covers, and how many. */
  readonly first: number;
  readonly count: number;
}

/** Which hashes of which tile a subtree covers. A subtree is never higher than the tile that it ends in. */
function placeOf({ level, index }: Subtree): Place {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  return { level: tileLevel, index: Math.floor(first / TILE_WIDTH), first: first % TILE_WIDTH, count };
}

function hashWithin(tile: Uint8Array | null, { level, index, first, count }: Place): Uint8Array {
  if (tile === null || tile.length < (first + count) * HASH_LENGTH) {
    throw new TypeError(`tile ${level}/${index} of the log is missing or too short`);
  }
  return subtreeHash(tile, first, count);
}

/** Hash over `count` (a power of two) hashes of a tile from `first` on. */
function subtreeHash(tile: Uint8Array, first: number, count: number): Uint8Array {
  if (count === 1) return tile.slice(first * HASH_LENGTH, (first + 1) * HASH_LENGTH);
  const half = count / 2;
  return pairHash(subtreeHash(tile, first, half), subtreeHash(tile, first + half, half));
}

/**
 * The tiles that change when leaf hashes are appended to a tree of `size` leaves, whole and in the order in which they are to
 * be written. `read` answers the tiles as they stand; those to the right that are not full are read, no others. Throws
 * TypeError where one of them is not as long as the size says: the store is damaged.
 */
export async function appendToTiles(
  read: ReadTile,
  size: number,
  leafHashes: readonly Uint8Array[],
): Promise<readonly Tile[]> {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`no tree has ${size} leaves`);
  const changed: Tile[] = [];
  let added = leafHashes;
  for (let level = 0; added.length > 0; level++) {
    const before = Math.floor(size / TILE_WIDTH ** level);
    const { tiles, roots } = await appendToLevel(read, level, before, added);
    changed.push(...tiles);
    added = roots;
  }
  return changed;
}

async function appendToLevel(
  read: ReadTile,
  level: number,
  before: number,
  added: readonly Uint8Array[],
): Promise<{ readonly tiles: readonly Tile[]; readonly roots: readonly Uint8Array[] }> {
  const tiles: Tile[] = [];
  const roots: Uint8Array[] = [];
  let taken = 0;
  while (taken < added.length) {
    const index = Math.floor((before + taken) / TILE_WIDTH);
    const held = (before + taken) % TILE_WIDTH;
    const old = held === 0 ? new Uint8Array(0) : await read({ level, index });
    if (old === null || old.length !== held * HASH_LENGTH) {
      throw new TypeError(`tile ${level}/${index} of the log does not hold ${held} hashes`);
    }
    const count = Math.min(TILE_WIDTH - held, added.length - taken);
    const bytes = new Uint8Array((held + count) * HASH_LENGTH);
    bytes.set(old);
    for (let at = 0; at < count; at++) {
      const hash = added[taken + at];
      if (hash?.length !== HASH_LENGTH) throw new TypeError('a leaf hash has 32 bytes');
      bytes.set(hash, (held + at) * HASH_LENGTH);
    }
    tiles.push({ level, index, bytes });
    if (bytes.length === TILE_BYTES) roots.push(subtreeHash(bytes, 0, TILE_WIDTH));
    taken += count;
  }
  return { tiles, roots };
}
