/**
 * Tiles of height 8 (C2SP tlog-tiles): tile n of level t holds up to 256 hashes, those of the complete subtrees of tree level
 * 8t from number 256n on. Leaf hashes are tiles of level 0. A tile with 256 hashes never changes again.
 */
import { concat } from '../bytes.ts';
import type { HashSource, Subtree } from './proofs.ts';
import { HASH_LENGTH } from './shape.ts';
import { subtreeRoots } from './tree.ts';

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
  const hashes = tile.slice(first * HASH_LENGTH, (first + count) * HASH_LENGTH);
  return subtreeRoots(hashes, Math.log2(count));
}

/**
 * The tiles that change when leaf hashes are appended to a tree of `size` leaves, whole and in the order in which they are to
 * be written. `read` answers the tiles as they stand; those to the right that are not full are read, no others. Hashes are 32
 * bytes each, one after the other. Throws TypeError where a tile is not as long as the size says: the store is damaged.
 */
export async function appendToTiles(read: ReadTile, size: number, leafHashes: Uint8Array): Promise<readonly Tile[]> {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`no tree has ${size} leaves`);
  if (leafHashes.length % HASH_LENGTH !== 0) throw new TypeError('a leaf hash has 32 bytes');
  const changed: Tile[] = [];
  let added = leafHashes;
  for (let level = 0; added.length > 0; level++) {
    const before = Math.floor(size / TILE_WIDTH ** level);
    const first = Math.floor(before / TILE_WIDTH);
    const held = (before % TILE_WIDTH) * HASH_LENGTH;
    const old = held === 0 ? new Uint8Array(0) : await read({ level, index: first });
    if (old === null || old.length !== held) {
      throw new TypeError(`tile ${level}/${first} of the log does not hold ${held / HASH_LENGTH} hashes`);
    }
    const hashes = concat(old, added);
    for (let at = 0; at * TILE_BYTES < hashes.length; at++) {
      changed.push({ level, index: first + at, bytes: hashes.slice(at * TILE_BYTES, (at + 1) * TILE_BYTES) });
    }
    const full = hashes.length - (hashes.length % TILE_BYTES);
    added = subtreeRoots(hashes.subarray(0, full), TILE_HEIGHT);
  }
  return changed;
}
