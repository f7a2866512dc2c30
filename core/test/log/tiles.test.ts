import { utf8 } from '@touchstone/core/bytes.ts';
import { type LogHead, logHeadBody, logHeadHash } from '@touchstone/core/log/head.ts';
import { inclusionPath, treeRoot } from '@touchstone/core/log/proofs.ts';
import { appendToTiles, TILE_BYTES, tilePath, tileSource, tileWidth } from '@touchstone/core/log/tiles.ts';
import { createTree, leafHashes as hashesOfLeaves } from '@touchstone/core/log/tree.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTileStore } from './tile-store.ts';

const leafHashes = (count: number, from = 0) =>
  hashesOfLeaves(Array.from({ length: count }, (_, at) => utf8(`${from + at}`)));

describe('the addresses of tiles (C2SP tlog-tiles)', () => {
  it.each([
    [{ level: 0, index: 0 }, 256, '0/000'],
    [{ level: 0, index: 67 }, 1, '0/067.p/1'],
    [{ level: 1, index: 999 }, 256, '1/999'],
    [{ level: 0, index: 1_000 }, 256, '0/x001/000'],
    // The example of the specification.
    [{ level: 0, index: 1_234_067 }, 256, '0/x001/x234/067'],
    [{ level: 2, index: 1_234_067 }, 255, '2/x001/x234/067.p/255'],
  ])('%j of width %i is %s', (name, width, path) => {
    expect(tilePath(name, width)).toBe(path);
  });

  it.each([
    [0, 0, 0, 0],
    [0, 0, 1, 1],
    [0, 0, 256, 256],
    [0, 1, 257, 1],
    [1, 0, 255, 0],
    [1, 0, 256, 1],
    [1, 0, 70_000, 256],
    [1, 1, 70_000, 17],
    [2, 0, 70_000, 1],
    [0, 300, 70_000, 0],
  ])('tile %i/%i of a tree of %i leaves has %i hashes of its level', (level, index, size, width) => {
    expect(tileWidth({ level, index }, size)).toBe(width);
  });
});

describe('appending', () => {
  it('gives the same tiles in portions of every size as at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 6 }), async (portions) => {
        const inPortions = createTileStore();
        let size = 0;
        for (const portion of portions) {
          await inPortions.append(leafHashes(portion, size));
          size += portion;
        }
        const atOnce = createTileStore();
        await atOnce.append(leafHashes(size));
        expect(inPortions.tiles).toEqual(atOnce.tiles);
        for (const [name, bytes] of inPortions.tiles) {
          const [level = 0, index = 0] = name.split('/').map(Number);
          expect(bytes.length).toBe(32 * tileWidth({ level, index }, size));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('reaches the third level, and proofs from there hold', async () => {
    const store = createTileStore();
    const hashes = leafHashes(66_000);
    await store.append(hashes);
    expect(store.tiles.get('2/0')?.length).toBe(32);
    expect(store.tiles.get('0/0')?.length).toBe(TILE_BYTES);
    const tree = createTree(Array.from({ length: 66_000 }, (_, at) => utf8(`${at}`)));
    expect(await treeRoot(store.hashes, 66_000)).toEqual(tree.root);
    for (const index of [0, 255, 256, 65_535, 65_536, 65_999]) {
      expect(await inclusionPath(store.hashes, index, 66_000)).toEqual(tree.inclusionPath(index));
    }
  });

  it('reads each tile once for a proof', async () => {
    const store = createTileStore();
    await store.append(leafHashes(66_000));
    const before = store.reads();
    await inclusionPath(store.hashes, 40_000, 66_000);
    expect(store.reads() - before).toBeLessThanOrEqual(5);
  });
});

describe('a damaged store', () => {
  it('is an error, never another hash', async () => {
    const store = createTileStore();
    await store.append(leafHashes(300));
    const short = async () => new Uint8Array(32);
    await expect(
      inclusionPath(
        tileSource(async () => null),
        3,
        300,
      ),
    ).rejects.toThrow('tile 0/0');
    await expect(inclusionPath(tileSource(short), 3, 300)).rejects.toThrow('missing or too short');
    await expect(inclusionPath(store.hashes, 3, 301)).rejects.toThrow('tile 0/1');
    await expect(appendToTiles(short, 300, leafHashes(1))).rejects.toThrow('does not hold 44 hashes');
    await expect(appendToTiles(async () => null, 300, leafHashes(1))).rejects.toThrow(TypeError);
    await expect(appendToTiles(store.read, 300, new Uint8Array(31))).rejects.toThrow('32 bytes');
    await expect(appendToTiles(store.read, -1, new Uint8Array(0))).rejects.toThrow(RangeError);
  });
});

describe('the head', () => {
  const head: LogHead = {
    log_id: 'log_1',
    tree_size: 3,
    root: 'aa'.repeat(32),
    timestamp: '2026-11-21T20:00:00.000Z',
    keyset_id: 'service-1',
  };

  it('is signed and anchored without its signature', () => {
    const signed = { ...head, signature: 'AAAA' };
    expect(logHeadBody(signed)).toEqual(head);
    expect(logHeadHash(signed)).toBe(logHeadHash(head));
    expect(logHeadHash({ ...head, tree_size: 4 })).not.toBe(logHeadHash(head));
  });
});
