/** Tiles in memory, as the server keeps them in its database. */
import type { HashSource } from '@touchstone/core/log/proofs.ts';
import { HASH_LENGTH } from '@touchstone/core/log/shape.ts';
import { appendToTiles, type ReadTile, tileSource } from '@touchstone/core/log/tiles.ts';

export interface TileStore {
  readonly read: ReadTile;
  readonly hashes: HashSource;
  readonly tiles: Map<string, Uint8Array>;
  append(leafHashes: Uint8Array): Promise<void>;
  /** Tiles that were read since the start. */
  readonly reads: () => number;
}

export function createTileStore(): TileStore {
  const tiles = new Map<string, Uint8Array>();
  let size = 0;
  let reads = 0;
  const read: ReadTile = async ({ level, index }) => {
    reads++;
    return tiles.get(`${level}/${index}`) ?? null;
  };
  return {
    read,
    hashes: tileSource(read),
    tiles,
    async append(leafHashes) {
      const changed = await appendToTiles(read, size, leafHashes);
      for (const { level, index, bytes } of changed) tiles.set(`${level}/${index}`, bytes);
      size += leafHashes.length / HASH_LENGTH;
    },
    reads: () => reads,
  };
}
